// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/operatorfilter.h"

#include "core/base/units.h"
#include "views/models/placementwords.h"
#include "views/partition/operatortablemodel.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/searchline.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QIcon markIcon(graph::Placement placement, const ThemeColors &colors)
{
    QPixmap pixmap(32, 32);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintPlacementMark(painter, QRectF(3, 3, 10, 10), placement, colors);
    painter.end();
    return QIcon(pixmap);
}

} // namespace

OperatorFilter::OperatorFilter(
    OperatorTableModel &operators, DataTable &table, const Theme &theme, QWidget *parent)
    : QFrame(parent), m_operators(operators), m_table(table), m_theme(theme),
      m_steps(named(new QToolButton(this), u"stepsToggle"_s)),
      m_shown(named(new QLabel(this), u"operatorsShown"_s, {}, u"muted"_s))
{
    setProperty("role", u"bar"_s);
    auto *layout = makeRow(this, {}, 4, { 12, 6, 12, 6 });
    addSearch();
    layout->addSpacing(8);
    for (const auto placement :
        { graph::Placement::Npu, graph::Placement::Cpu, graph::Placement::OtherDelegate,
            graph::Placement::Boundary, graph::Placement::Unknown })
        addToggle(placement);
    m_steps->setCheckable(true);
    m_steps->setAutoRaise(true);
    m_steps->setToolTip(tr("Quantise and dequantise steps inside partitions; they melt into the "
                           "operators around them"));
    layout->addWidget(m_steps);
    layout->addStretch();
    layout->addWidget(m_shown);
    connect(m_steps, &QToolButton::toggled, this, &OperatorFilter::apply);
    connect(&theme, &Theme::changed, this, &OperatorFilter::updateToggles);
    apply();
    refresh();
}

void OperatorFilter::addSearch()
{
    auto *search = named(
        new SearchLine(tr("Filter operators"), this), u"operatorFilter"_s, tr("Filter operators"));
    search->setMaximumWidth(280);
    search->setTarget(&m_table);
    static_cast<QHBoxLayout *>(layout())->addWidget(search, 1);
    connect(search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_table.setFilter(text);
        updateShownCount();
    });
}

void OperatorFilter::search(const QString &text)
{
    auto *line = findChild<SearchLine *>(u"operatorFilter"_s);
    line->setText(text);
    line->setFocus();
}

void OperatorFilter::addToggle(graph::Placement placement)
{
    auto *toggle = new QToolButton(this);
    toggle->setObjectName(u"placementToggle-%1"_s.arg(static_cast<int>(placement)));
    toggle->setCheckable(true);
    toggle->setChecked(true);
    toggle->setAutoRaise(true);
    toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    layout()->addWidget(toggle);
    m_toggles.insert(static_cast<int>(placement), toggle);
    connect(toggle, &QToolButton::toggled, this, [this, placement](bool on) {
        if (on)
            m_hidden.remove(static_cast<int>(placement));
        else
            m_hidden.insert(static_cast<int>(placement));
        apply();
    });
}

void OperatorFilter::refresh()
{
    updateToggles();
    updateShownCount();
}

void OperatorFilter::updateToggles()
{
    for (auto at = m_toggles.cbegin(); at != m_toggles.cend(); ++at) {
        const auto placement = static_cast<graph::Placement>(at.key());
        const int count = m_operators.countOf(placement);
        const auto text
            = tr("%1 %2").arg(placementWord(placement), formatCount(static_cast<quint64>(count)));
        at.value()->setText(text);
        at.value()->setAccessibleName(text);
        at.value()->setIcon(markIcon(placement, m_theme.colors()));
        at.value()->setVisible(count > 0);
    }
    const int steps = m_operators.countOfSteps();
    m_steps->setText(tr("Quantise steps %1").arg(formatCount(static_cast<quint64>(steps))));
    m_steps->setAccessibleName(m_steps->text());
    m_steps->setVisible(steps > 0);
}

void OperatorFilter::updateShownCount()
{
    const int all
        = m_operators.rowCount() - (m_steps->isChecked() ? 0 : m_operators.countOfSteps());
    const int shown = m_table.model()->rowCount();
    m_shown->setText(shown == all
            ? tr("%n row(s)", nullptr, all)
            : tr("%1 of %n row(s)", nullptr, all).arg(formatCount(static_cast<quint64>(shown))));
}

void OperatorFilter::apply()
{
    m_table.setRowFilter([this](int row) {
        const auto &shown = m_operators.rows()[static_cast<size_t>(row)];
        return (!shown.isStep || m_steps->isChecked())
            && !m_hidden.contains(static_cast<int>(shown.placement));
    });
    updateShownCount();
}

} // namespace tosaic::views
