// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/legend.h"

#include "views/graph/graphmarks.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/graphstyle.h"
#include "views/graph/overlaypainting.h"
#include "views/widgets/discard.h"
#include "views/widgets/flowlayout.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RowHeight = 24; ///< px
constexpr int SwatchWidth = 28;
constexpr int SwatchHeight = 14;
constexpr int Gap = 6; ///< between swatch and word, and around both
}

LegendButton::LegendButton(LegendKey key, const ThemeColors &colors, QWidget *parent)
    : QAbstractButton(parent), m_key(std::move(key)), m_colors(colors)
{
    setObjectName(u"graphLegendKey"_s);
    setCheckable(true);
    setText(m_key.word);
    setAccessibleName(m_key.word);
    setToolTip(m_key.isStep ? tr("%1. Click: only what lies there; again: all").arg(m_key.word)
                            : tr("Click: only %1; again: all").arg(m_key.word));
    setCursor(Qt::PointingHandCursor);
}

QSize LegendButton::sizeHint() const
{
    if (m_key.isStep)
        return { SwatchWidth, RowHeight };
    const QFontMetrics metrics(GraphMetrics::subtitleFont());
    return { SwatchWidth + 3 * Gap + metrics.horizontalAdvance(m_key.word), RowHeight };
}

void LegendButton::paintSample(QPainter &painter, const QRectF &swatch) const
{
    if (!m_key.sample) {
        const bool isKnown = m_key.color.isValid();
        painter.setPen(QPen(m_colors.mutedText, 1, isKnown ? Qt::SolidLine : Qt::DashLine));
        painter.setBrush(isKnown ? m_key.color : style::unknownColor(m_colors));
        painter.drawRect(swatch);
        return;
    }
    TextCache texts;
    if (style::isChanged(*m_key.sample)) // a mark, not a kind of node
        style::paintChangeFrame(painter, *m_key.sample, swatch, m_colors, 1.5);
    else {
        auto sample = *m_key.sample;
        const auto family = graph::familyOf(sample);
        sample.title.clear(); // the word stands beside it
        style::paintNode(painter, sample, swatch, m_colors, { .family = family }, 0.5, texts);
    }
}

void LegendButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto inner = QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5);
    if (isChecked() || underMouse()) {
        painter.setPen(isChecked() ? QPen(m_colors.accent, 1.5) : QPen(Qt::NoPen));
        painter.setBrush(style::mix(m_colors.surface, m_colors.accent, isChecked() ? 0.14 : 0.07));
        painter.drawRoundedRect(inner, 4, 4);
    }
    const QRectF swatch(m_key.isStep ? 0 : Gap, (height() - SwatchHeight) / 2.0,
        m_key.isStep ? width() : SwatchWidth - 2, SwatchHeight);
    paintSample(painter, swatch);
    if (!m_key.isStep) {
        painter.setFont(GraphMetrics::subtitleFont());
        painter.setPen(isChecked() ? m_colors.text : m_colors.mutedText);
        painter.drawText(QRectF(swatch.right() + Gap, 0, width(), height()),
            Qt::AlignVCenter | Qt::AlignLeft, m_key.word);
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_colors.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(inner, 4, 4);
    }
}

Legend::Legend(QWidget *parent) : QWidget(parent), m_layout(new FlowLayout(this))
{
    setObjectName(u"graphLegend"_s);
    m_layout->setContentsMargins(0, 2, 0, 2);
    m_layout->setSpacing(0);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMinimumWidth(120);
}

void Legend::clear()
{
    while (auto *item = m_layout->takeAt(0)) {
        discard(item->widget());
        delete item;
    }
}

QLabel *Legend::addText(const QString &text)
{
    auto *label = new QLabel(text, this);
    label->setFont(GraphMetrics::subtitleFont());
    label->setContentsMargins(0, 0, Gap, 0);
    m_layout->addWidget(label);
    label->show();
    return label;
}

void Legend::show(const graph::Graph &graph, const GraphOverlay &overlay, const ThemeColors &colors,
    ChangeBase base)
{
    const auto keys = legendKeys(graph, overlay, colors, base);
    // Each key that appears would have the whole window laid out anew; and a key that is shown
    // later by itself would take its room a frame too late.
    const bool isSeen = isVisible();
    if (isSeen)
        hide();
    clear();
    QStringList words;
    if (overlay.isShown()) {
        auto *title = addText(style::scaleTitle(overlay));
        title->setFont(GraphMetrics::titleFont(11));
        words += title->text();
    }
    bool isChosenThere = false;
    for (size_t i = 0; i < keys.size(); ++i) {
        const auto &key = keys[i];
        if (key.isStep && (i == 0 || !keys[i - 1].isStep))
            words += addText(overlay.lowest)->text();
        auto *button = new LegendButton(key, colors, this);
        button->setChecked(key.word == m_chosen);
        isChosenThere = isChosenThere || button->isChecked();
        connect(button, &QAbstractButton::clicked, this,
            [this, button](bool isChosen) { choose(*button, isChosen); });
        m_layout->addWidget(button);
        button->show();
        if (!key.isStep)
            words += key.word;
        else if (i + 1 == keys.size() || !keys[i + 1].isStep)
            words += addText(u' ' + overlay.highest)->text().trimmed();
    }
    if (!isChosenThere)
        m_chosen.clear();
    setAccessibleName(tr("Legend: %1").arg(words.join(u", "_s)));
    updateGeometry();
    if (isSeen)
        setVisible(true);
}

void Legend::choose(const LegendButton &button, bool isChosen)
{
    m_chosen = isChosen ? button.key().word : QString();
    for (auto *other : findChildren<LegendButton *>()) {
        if (other != &button)
            other->setChecked(false);
    }
    Q_EMIT filterChanged();
}

std::vector<bool> Legend::filter() const
{
    const auto buttons = findChildren<LegendButton *>();
    const auto chosen = std::ranges::find_if(buttons, [this](const LegendButton *button) {
        return !m_chosen.isEmpty() && button->isChecked() && button->key().word == m_chosen;
    });
    return chosen == buttons.end() ? std::vector<bool>() : (*chosen)->key().nodes;
}

} // namespace tosaic::views
