// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/hatchlines.h"

#include <QLineF>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

constexpr double Period = 8; // as Qt tiles its patterns
constexpr double MostLines = 2000; // of one area

QString number(double value)
{
    return QString::number(std::round(value * 10) / 10);
}

class LinesIn
{
public:
    explicit LinesIn(const QRectF &area) : m_area(area) { }

    void horizontal()
    {
        every(m_area.top() - Period / 2, m_area.bottom() - Period / 2, [&](double at) {
            return QLineF(m_area.left(), at + Period / 2, m_area.right(), at + Period / 2);
        });
    }

    void vertical()
    {
        every(m_area.left() - Period / 2, m_area.right() - Period / 2, [&](double at) {
            return QLineF(at + Period / 2, m_area.top(), at + Period / 2, m_area.bottom());
        });
    }

    /// Where x + y is the same.
    void rising()
    {
        every(m_area.left() + m_area.top(), m_area.right() + m_area.bottom(), [&](double sum) {
            const auto left = std::max(m_area.left(), sum - m_area.bottom());
            const auto right = std::min(m_area.right(), sum - m_area.top());
            return QLineF(left, sum - left, right, sum - right);
        });
    }

    /// Where x - y is the same.
    void falling()
    {
        every(m_area.left() - m_area.bottom(), m_area.right() - m_area.top(), [&](double gap) {
            const auto left = std::max(m_area.left(), gap + m_area.top());
            const auto right = std::min(m_area.right(), gap + m_area.bottom());
            return QLineF(left, left - gap, right, right - gap);
        });
    }

    const QString &path() const { return m_path; }

private:
    template <typename LineAt>
    void every(double from, double to, const LineAt &lineAt)
    {
        if (!(to - from < MostLines * Period)) // also what is no number
            return;
        for (auto at = std::ceil(from / Period) * Period; at < to; at += Period) {
            const QLineF line = lineAt(at);
            if (line.isNull())
                continue;
            m_path += u"M%1,%2L%3,%4"_s.arg(
                number(line.x1()), number(line.y1()), number(line.x2()), number(line.y2()));
        }
    }

    QRectF m_area;
    QString m_path;
};

} // namespace

std::optional<Hatch> hatchOf(const QString &fill)
{
    static const QRegularExpression name(u"^url\\(#fillpattern(\\d{1,2})_([0-9a-f]{6})\\)$"_s);
    const auto match = name.match(fill);
    if (!match.hasMatch())
        return {};
    return Hatch{ static_cast<Qt::BrushStyle>(match.captured(1).toInt()),
        u'#' + match.captured(2) };
}

QString hatchLines(Qt::BrushStyle style, const QRectF &area)
{
    LinesIn lines(area);
    if (style == Qt::HorPattern || style == Qt::CrossPattern)
        lines.horizontal();
    if (style == Qt::VerPattern || style == Qt::CrossPattern)
        lines.vertical();
    if (style == Qt::BDiagPattern || style == Qt::DiagCrossPattern)
        lines.rising();
    if (style == Qt::FDiagPattern || style == Qt::DiagCrossPattern)
        lines.falling();
    return lines.path();
}

} // namespace tosaic::report
