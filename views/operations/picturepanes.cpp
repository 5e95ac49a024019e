// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/picturepanes.h"

#include "views/widgets/building.h"
#include "views/widgets/discard.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QComboBox *comboOf(QWidget *parent, const QString &name, const QString &title)
{
    auto *combo = new QComboBox(parent);
    combo->setObjectName(name);
    combo->setAccessibleName(title);
    combo->setToolTip(title);
    return combo;
}

bool hasModules(const OperationsData &operations)
{
    return std::ranges::any_of(
        operations.rows, [](const auto &row) { return !row.module.isEmpty(); });
}

} // namespace

BarsPane::BarsPane(const Theme &theme, QWidget *parent)
    : PicturePane(parent), m_order(comboOf(this, u"barsOrder"_s, tr("Order of the bars"))),
      m_legend(new FlowLegend(theme, u"barLegend"_s, this)), m_view(new BarsView(theme, this))
{
    setObjectName(u"barsPane"_s);
    auto *column = makeColumn(this, {}, 0);
    auto *bar = makeRow(nullptr, {}, 8, { 12, 6, 12, 6 });
    column->addLayout(bar);
    m_order->addItem(tr("In order of execution"), int(BarOrder::Execution));
    m_order->addItem(tr("Costliest first"), int(BarOrder::Cost));
    bar->addWidget(m_order);
    bar->addStretch();
    bar->addWidget(m_legend);
    column->addWidget(m_view, 1);
    connect(m_order, &QComboBox::currentIndexChanged, this,
        [this] { m_view->setOrder(static_cast<BarOrder>(m_order->currentData().toInt())); });
    follow(m_view);
}

void BarsPane::setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown)
{
    m_view->setData(operations, shown);
    m_legend->setEntries(barLegend(operations ? barOrigins(*operations) : std::vector<Origin>()));
}

TreemapPane::TreemapPane(const Theme &theme, QWidget *parent)
    : PicturePane(parent), m_path(new QWidget(this)), m_pathLayout(new QHBoxLayout(m_path)),
      m_metric(comboOf(this, u"treemapMetric"_s, tr("What the colours stand for"))),
      m_legend(new ScaleLegend(theme, this)), m_view(new TreemapView(theme, this)),
      m_note(new WrappedLabel(this))
{
    setObjectName(u"treemapPane"_s);
    m_path->setObjectName(u"treemapPath"_s);
    m_path->setAccessibleName(tr("Modules"));
    m_pathLayout->setContentsMargins(12, 0, 12, 2);
    m_pathLayout->setSpacing(4);
    m_note->setObjectName(u"treemapNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setContentsMargins(12, 2, 12, 6);
    auto *column = makeColumn(this, {}, 0);
    auto *bar = makeRow(nullptr, {}, 8, { 12, 6, 12, 6 });
    column->addLayout(bar);
    for (const auto metric :
        { TileMetric::Utilisation, TileMetric::CyclesPerMac, TileMetric::Deviation })
        m_metric->addItem(metricWord(metric), int(metric));
    bar->addWidget(m_metric);
    bar->addStretch();
    bar->addWidget(m_legend);
    column->addWidget(m_path);
    column->addWidget(m_view, 1);
    column->addWidget(m_note);
    connect(m_metric, &QComboBox::activated, this, [this] { m_wasChosen = true; });
    connect(m_metric, &QComboBox::currentIndexChanged, this, &TreemapPane::chooseMetric);
    connect(m_view, &TreemapView::rootChanged, this, &TreemapPane::showPath);
    follow(m_view);
    showPath();
}

void TreemapPane::chooseMetric()
{
    m_view->setMetric(static_cast<TileMetric>(m_metric->currentData().toInt()));
    m_legend->setScale(m_view->scale());
}

void TreemapPane::setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown)
{
    const bool isNew = operations != m_data;
    m_data = operations;
    m_view->setData(operations, shown);
    // Without the size of the NPU there is no peak to compare with.
    if (isNew && !m_wasChosen && operations && !operations->subject->npuMacs)
        m_metric->setCurrentIndex(m_metric->findData(int(TileMetric::CyclesPerMac)));
    chooseMetric();
    QStringList notes;
    if (operations && !hasModules(*operations))
        notes.append(tr("Modules are not known: grouped by kind."));
    if (const auto unsized = static_cast<int>(m_view->tree().unsized); unsized > 0)
        notes.append(
            tr("%n row(s) without cycles of their own have no place here.", nullptr, unsized));
    m_note->setVisible(!notes.isEmpty());
    m_note->setText(notes.join(u' '));
    showPath();
}

void TreemapPane::showPath()
{
    while (auto *item = m_pathLayout->takeAt(0)) {
        if (auto *widget = item->widget())
            discard(widget);
        delete item;
    }
    const auto &tree = m_view->tree();
    const auto add = [this](int node, const QString &name, bool isLast) {
        if (isLast) {
            auto *label = new QLabel(name, m_path);
            label->setObjectName(u"treemapHere"_s);
            m_pathLayout->addWidget(label);
            return;
        }
        auto *button = new QPushButton(name, m_path);
        button->setObjectName(u"treemapTo%1"_s.arg(node));
        button->setProperty("role", u"link"_s);
        button->setAccessibleName(tr("Go out to %1").arg(name));
        connect(button, &QPushButton::clicked, this, [this, node] { m_view->setRoot(node); });
        m_pathLayout->addWidget(button);
        m_pathLayout->addWidget(new QLabel(u"›"_s, m_path));
    };
    const auto path = tree.nodes.empty() ? std::vector<int>() : tree.pathOf(m_view->root());
    const bool isByModule = m_data && m_data->options.groupBy != GroupBy::Kind
        && m_data->options.groupBy != GroupBy::SourceLine && hasModules(*m_data);
    add(0, isByModule ? tr("All modules") : tr("Everything"), path.empty());
    for (const auto node : path)
        add(node, tree.at(node).name, node == path.back());
    m_pathLayout->addStretch();
}

} // namespace tosaic::views
