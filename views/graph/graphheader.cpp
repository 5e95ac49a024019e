// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphheader.h"

#include "views/graph/segmentedswitch.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphHeader::GraphHeader(QWidget *parent)
    : QFrame(parent), m_rows(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      m_sentence(new WrappedLabel(this)), m_tools(new QWidget(this)),
      m_layout(new FlowLayout(m_tools)),
      m_levels(new SegmentedSwitch({ u"graphOperators"_s, tr("Operators"),
                                       tr("All operators of the model before it was cut") },
          { u"graphRuntime"_s, tr("Runtime"), tr("The instructions the runtime executes") },
          m_tools)),
      m_subgraphs(new QComboBox(m_tools)), m_metrics(new QComboBox(m_tools)),
      m_preview(new QToolButton(m_tools)), m_quantisation(new QToolButton(m_tools)),
      m_constants(new QToolButton(m_tools))
{
    setObjectName(u"graphHeader"_s);
    setProperty("role", u"bar"_s);
    m_rows->setContentsMargins(12, 4, 8, 4);
    m_rows->setSpacing(4);
    m_layout->setContentsMargins({});
    m_layout->setSpacing(4);
    m_sentence->setObjectName(u"graphSentence"_s);
    m_sentence->setAccessibleName(tr("What runs where"));
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto font = m_sentence->font();
    font.setWeight(QFont::DemiBold);
    m_sentence->setFont(font);
    m_rows->addWidget(m_sentence, 1);
    m_rows->addWidget(m_tools);
    m_levels->setObjectName(u"graphLevels"_s);
    m_levels->setContentsMargins(0, 0, 8, 0);
    m_layout->addWidget(m_levels);
    connect(m_levels, &SegmentedSwitch::leftChosen, this, [this] { Q_EMIT operatorsChosen(true); });
    connect(
        m_levels, &SegmentedSwitch::rightChosen, this, [this] { Q_EMIT operatorsChosen(false); });
    addSubgraphs();
    addMetrics();
    addToggle(m_preview, u"graphPreview"_s, tr("Preview"),
        tr("Show what the next compile would make; off: what is compiled"),
        &GraphHeader::previewToggled);
    m_preview->hide();
    addToggle(m_quantisation, u"graphQuantisation"_s, tr("Q/DQ"),
        tr("Show the quantise and dequantise steps inside partitions"),
        &GraphHeader::quantisationToggled);
    addToggle(m_constants, u"graphConstants"_s, tr("Constants"),
        tr("Show weights and other constants as nodes of their own"),
        &GraphHeader::constantsToggled);
    m_expand = addButton(u"graphExpandAll"_s, u"expand-all"_s,
        tr("Expand all groups (1 to 9: to a depth)"), &GraphHeader::expandAllRequested);
    m_collapse = addButton(u"graphCollapseAll"_s, u"collapse-all"_s, tr("Collapse all groups"),
        &GraphHeader::collapseAllRequested);
    addButton(u"graphFind"_s, u"edit-find"_s, tr("Find in the graph (Ctrl+F)"),
        &GraphHeader::findRequested);
    addButton(u"graphCopy"_s, u"edit-copy"_s, tr("Copy the graph as a picture"),
        &GraphHeader::copyRequested);
}

void GraphHeader::addSubgraphs()
{
    m_subgraphs->setObjectName(u"graphSubgraph"_s);
    m_subgraphs->setAccessibleName(tr("Subgraph"));
    m_subgraphs->setToolTip(tr("Subgraph that is shown"));
    m_subgraphs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_subgraphs->setMaximumWidth(220);
    connect(m_subgraphs, &QComboBox::activated, this, &GraphHeader::subgraphChosen);
    m_layout->addWidget(m_subgraphs);
}

void GraphHeader::addMetrics()
{
    m_metrics->setObjectName(u"graphMetric"_s);
    m_metrics->setAccessibleName(tr("What the colours say"));
    m_metrics->setToolTip(tr("What the colours say; the number stands on each node too"));
    m_metrics->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_metrics->setMaximumWidth(240);
    m_metrics->hide();
    connect(m_metrics, &QComboBox::activated, this, [this](int index) {
        Q_EMIT metricChosen(static_cast<GraphMetric>(m_metrics->itemData(index).toInt()));
    });
    m_layout->addWidget(m_metrics);
}

void GraphHeader::setMetrics(const std::vector<GraphMetric> &known, GraphMetric shown)
{
    m_metrics->clear();
    for (const auto metric : known)
        m_metrics->addItem({}, static_cast<int>(metric));
    nameMetrics(false);
    m_metricsWidth = std::min(m_metrics->sizeHint().width(), m_metrics->maximumWidth());
    m_metrics->setCurrentIndex(std::max(m_metrics->findData(static_cast<int>(shown)), 0));
    m_metrics->setVisible(known.size() > 1);
    arrange();
}

void GraphHeader::nameMetrics(bool isShort)
{
    m_isShort = isShort;
    for (int i = 0; i < m_metrics->count(); ++i) {
        const auto name = metricName(static_cast<GraphMetric>(m_metrics->itemData(i).toInt()));
        m_metrics->setItemText(i, isShort ? name : tr("Colour: %1").arg(name));
    }
}

void GraphHeader::addToggle(QToolButton *button, const QString &name, const QString &text,
    const QString &tip, void (GraphHeader::*signal)(bool))
{
    button->setObjectName(name);
    button->setText(text);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setAccessibleName(tip);
    button->setToolTip(tip);
    connect(button, &QToolButton::toggled, this, signal);
    m_layout->addWidget(button);
}

QToolButton *GraphHeader::addButton(
    const QString &name, const QString &icon, const QString &tip, void (GraphHeader::*signal)())
{
    auto *button = iconButton(m_tools, name, icon, tip);
    connect(button, &QToolButton::clicked, this, signal);
    m_layout->addWidget(button);
    m_controls += button;
    return button;
}

bool GraphHeader::event(QEvent *event)
{
    const auto isDone = QFrame::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        arrange();
    return isDone;
}

void GraphHeader::arrange()
{
    // A word of the list gives way before the tools need another row, which the graph would lose.
    if (!m_metrics->isHidden()) {
        const auto shown = std::min(m_metrics->sizeHint().width(), m_metrics->maximumWidth());
        const auto wide = m_tools->sizeHint().width() - shown + m_metricsWidth;
        const auto margins = m_rows->contentsMargins();
        const bool isShort = wide > width() - margins.left() - margins.right();
        if (isShort != m_isShort)
            nameMetrics(isShort);
    }
    constexpr int Readable = 320; // px: two or three lines of a long sentence
    const auto wanted = m_sentence->fontMetrics().horizontalAdvance(m_sentence->text()) + 8;
    const auto left = contentsRect().width() - m_tools->sizeHint().width() - 24;
    const bool isBeside = left >= std::min(wanted, Readable);
    m_rows->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // In a low window the panels below would else take what the last row needs.
    setMinimumHeight(m_rows->totalHeightForWidth(width()));
}

void GraphHeader::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
    arrange();
}

QString GraphHeader::sentence() const
{
    return m_sentence->text();
}

void GraphHeader::setLevels(bool hasOperators, bool hasRuntime, bool operatorsShown)
{
    m_levels->setVisible(hasOperators && hasRuntime);
    (operatorsShown ? m_levels->left() : m_levels->right())->setChecked(true);
}

void GraphHeader::setPreview(bool available, bool shown)
{
    m_preview->setVisible(available);
    m_preview->blockSignals(true);
    m_preview->setChecked(shown);
    m_preview->blockSignals(false);
}

void GraphHeader::setQuantisationAvailable(bool available)
{
    m_quantisation->setVisible(available);
}

void GraphHeader::setConstantsAvailable(bool available)
{
    m_constants->setVisible(available);
}

void GraphHeader::setSubgraphs(const QStringList &names, int shown)
{
    m_subgraphs->setVisible(names.size() > 1);
    m_subgraphs->clear();
    m_subgraphs->addItems(names);
    m_subgraphs->setCurrentIndex(shown);
}

void GraphHeader::setGroupsAvailable(bool available)
{
    m_expand->setVisible(available);
    m_collapse->setVisible(available);
}

void GraphHeader::showConstants()
{
    m_constants->setChecked(true);
}

void GraphHeader::showQuantisation()
{
    m_quantisation->setChecked(true);
}

void GraphHeader::setControlsEnabled(bool enabled)
{
    for (auto *button : m_controls)
        button->setEnabled(enabled);
}

} // namespace tosaic::views
