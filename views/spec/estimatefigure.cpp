// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/estimatefigure.h"

#include "core/base/units.h"
#include "views/widgets/building.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr float DimmedAlpha = 0.5F;
constexpr int Gap = 8; // px between the two of a line

void setColor(QLabel *label, QColor color, bool isDimmed)
{
    if (isDimmed)
        color.setAlphaF(DimmedAlpha);
    auto palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

} // namespace

EstimateFigure::EstimateFigure(
    const QString &id, const QString &title, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_title(new QLabel(this)), m_value(new QLabel(this)),
      m_difference(new QLabel(this)), m_remark(new QLabel(this))
{
    setObjectName(u"estimate-%1"_s.arg(id));
    m_title->setObjectName(u"estimateTitle-%1"_s.arg(id));
    m_value->setObjectName(u"estimateValue-%1"_s.arg(id));
    m_difference->setObjectName(u"estimateDifference-%1"_s.arg(id));
    m_remark->setObjectName(u"estimateRemark-%1"_s.arg(id));
    auto font = m_value->font();
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(QFontInfo(font).pixelSize() + 3);
    m_value->setFont(font);
    auto *top = makeRow(nullptr, { m_title, { m_remark, 1 } }, Gap);
    auto *bottom = makeRow(nullptr, { m_value, { m_difference, 1 } }, Gap);
    makeColumn(this, { top, bottom }, 0);
    for (auto *label : { m_title, m_value, m_difference, m_remark })
        label->setTextFormat(Qt::PlainText);
    for (auto *label : { m_difference, m_remark }) {
        label->setMinimumWidth(0);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    setTitle(title);
    connect(&theme, &Theme::changed, this, &EstimateFigure::paint);
}

void EstimateFigure::setTitle(const QString &title)
{
    //: %1: "SRAM", %2: where the number comes from, "est"
    m_title->setText(tr("%1 (%2)").arg(title, originTag(Origin::Estimate)));
    setAccessibleName(title);
}

void EstimateFigure::show(const Content &content)
{
    m_content = content;
    m_value->setText(content.value.isEmpty() ? tr("Not known") : content.value);
    m_differenceText = content.difference.isEmpty()
        ? QString()
        : tr("%1 %2").arg(content.difference, content.verdict);
    elide();
    const QStringList all{ m_value->text(), m_differenceText, content.remark };
    setAccessibleDescription(all.join(u", "_s));
    setToolTip(
        QStringList{ content.exact, m_differenceText, content.remark }.join(u'\n').trimmed());
    paint();
}

void EstimateFigure::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    elide();
}

/// Whole words of what does not fit are in the tooltip.
void EstimateFigure::elide()
{
    const auto fit = [this](QLabel *label, const QString &text, const QLabel *neighbour) {
        const auto room = width() - neighbour->sizeHint().width() - Gap;
        label->setText(label->fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, room)));
    };
    fit(m_difference, m_differenceText, m_value);
    fit(m_remark, m_content.remark, m_title);
}

void EstimateFigure::paint()
{
    const auto &colors = m_theme.colors();
    const bool dim = m_content.isDimmed;
    setColor(m_title, colors.mutedText, false);
    setColor(m_value, m_content.value.isEmpty() ? colors.mutedText : colors.text, dim);
    setColor(m_difference,
        m_content.isBetter      ? colors.better
            : m_content.isWorse ? colors.worse
                                : colors.mutedText,
        dim);
    setColor(m_remark, m_content.isRemarkBad ? colors.worse : colors.mutedText, dim);
}

} // namespace tosaic::views
