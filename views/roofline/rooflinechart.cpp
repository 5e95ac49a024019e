// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinechart.h"

#include "views/roofline/roofwords.h"

#include <QFontMetricsF>
#include <QLineF>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double HitMargin = 4; // px around a mark
constexpr double NearestDecades = 0.25; // that may be zoomed to

} // namespace

RooflineChart::RooflineChart(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"rooflineChart"_s, u"rooflineCard"_s, parent)
{
    setAccessibleName(tr("Roofline"));
    setMinimumSize(312, 224);
    setUpward();
}

void RooflineChart::setData(const RoofData &roofs)
{
    m_data = roofs;
    m_selected.clear();
    m_rows.clear();
    std::vector<RooflineMark> marks;
    for (size_t i = 0; i < m_data.rows.size(); ++i) {
        const auto &row = m_data.rows[i];
        if (!row.point)
            continue;
        m_rows.push_back(i);
        marks.push_back({ .name = row.name,
            .point = *row.point,
            .limit = row.limit,
            .cycles = row.cycles.value_or(0),
            .isEstimate = row.origin == Origin::Estimate,
            .isWholeRun = row.isWholeRun() });
    }
    m_picture = RooflinePicture(m_data.roofline, std::move(marks));
    leave();
    arrange();
}

QRectF RooflineChart::plot() const
{
    return m_picture.frameIn(viewport()->rect(), QFontMetricsF(font())).plot;
}

void RooflineChart::arrange()
{
    if (!hasPicture())
        return refresh();
    const auto whole = m_picture.frameIn(viewport()->rect(), QFontMetricsF(font()));
    setAcross(whole.across.first(), whole.across.last(), NearestDecades);
    setUpright(whole.upright.first(), whole.upright.last(), NearestDecades);
}

void RooflineChart::paint(QPainter &painter)
{
    std::vector<size_t> marks;
    for (const auto row : m_selected)
        marks.push_back(static_cast<size_t>(std::ranges::find(m_rows, row) - m_rows.begin()));
    m_labels = m_picture.paint(painter, frame(), colors(), marks);
}

QRectF RooflineChart::markRect(size_t row) const
{
    const auto found = std::ranges::find(m_rows, row);
    if (!m_data.hasRoofs() || found == m_rows.end())
        return {};
    return m_picture.markRect(static_cast<size_t>(found - m_rows.begin()), frame());
}

void RooflineChart::setSelected(const std::vector<size_t> &rows)
{
    m_selected.clear();
    std::ranges::copy_if(rows, std::back_inserter(m_selected),
        [this](size_t row) { return std::ranges::find(m_rows, row) != m_rows.end(); });
    auto spoken = tr("Nothing is selected. Arrow keys walk the operators.");
    if (!m_selected.empty())
        spoken = spokenText(m_data, m_data.rows[m_selected.front()]);
    if (m_data.hasRoofs())
        setAccessibleDescription(
            tr("%n operator(s) under the roofs. %1", nullptr, static_cast<int>(m_rows.size()))
                .arg(spoken));
    viewport()->update();
}

int RooflineChart::itemAt(const QPointF &position) const
{
    if (!plot().contains(position))
        return -1;
    // The smallest lies on top.
    const auto &order = m_picture.order();
    for (auto mark = order.rbegin(); mark != order.rend(); ++mark) {
        const auto box = m_picture.markRect(*mark, frame());
        if (QLineF(box.center(), position).length() <= box.width() / 2 + HitMargin)
            return static_cast<int>(m_rows[*mark]);
    }
    return -1;
}

int RooflineChart::currentItem() const
{
    return m_selected.empty() ? -1 : static_cast<int>(m_selected.front());
}

QString RooflineChart::cardAt(const QPointF &position) const
{
    const auto row = itemAt(position);
    return row < 0 ? QString() : cardHtml(m_data, m_data.rows[static_cast<size_t>(row)]);
}

Qt::CursorShape RooflineChart::cursorAt(const QPoint &position) const
{
    return itemAt(position) < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor;
}

std::vector<int> RooflineChart::itemsAlong(Qt::Orientation way) const
{
    std::vector<int> rows;
    for (const auto mark : m_picture.order())
        rows.push_back(static_cast<int>(m_rows[mark]));
    std::ranges::stable_sort(rows, {}, [&](int row) {
        const auto &point = *m_data.rows[static_cast<size_t>(row)].point;
        return way == Qt::Horizontal ? point.intensity : -point.macsPerCycle;
    });
    return rows;
}

void RooflineChart::choose(int item)
{
    const auto row = static_cast<size_t>(item);
    setSelected({ row });
    reveal(markRect(row));
    showCard(markRect(row).center(), cardHtml(m_data, m_data.rows[row]));
    Q_EMIT clicked(row);
}

std::vector<FlowLegend::Entry> RooflineChart::legendOf(const RoofData &roofs)
{
    std::vector<FlowLegend::Entry> entries;
    const auto addLine = [&](const QString &text, std::optional<size_t> ceiling) {
        entries.push_back(
            { text, [ceiling](QPainter &painter, const QRectF &box, const ThemeColors &colors) {
                 const auto look = lookOf(ceiling, colors);
                 const auto y = box.center().y();
                 painter.setPen(QPen(look.colour, 2, look.line));
                 painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
             } });
    };
    const auto addMark = [&](const QString &text, bool isFilled,
                             const std::function<RoofLook(const ThemeColors &)> &lookIn) {
        entries.push_back(
            { text, [=](QPainter &painter, const QRectF &box, const ThemeColors &colors) {
                 paintMark(painter, box.center(), 5.5, lookIn(colors), isFilled, colors);
             } });
    };
    const auto plain = [](RoofLook::Shape shape) {
        return [shape](const ThemeColors &colors) { return RoofLook{ colors.mutedText, shape }; };
    };
    std::map<QString, std::optional<profile::CycleLimit>> limits; // by name
    std::set<bool> fillings;
    bool hasRun = false;
    for (const auto &row : roofs.rows) {
        if (!row.point)
            continue;
        limits.emplace(limitName(row.limit), row.limit);
        fillings.insert(row.origin != Origin::Estimate);
        hasRun = hasRun || row.isWholeRun();
    }
    if (roofs.hasRoofs()) {
        addLine(peakText(roofs.roofline), {});
        for (size_t i = 0; i < roofs.roofline.ceilings.size(); ++i) {
            const auto text = ceilingText(roofs.roofline, i);
            addLine(roofs.isAssumed ? tr("%1 (assumed)").arg(text) : text, i);
        }
    }
    for (const auto &[name, limit] : limits)
        addMark(limit ? tr("limited by %1").arg(limitPhrase(limit)) : tr("limit not known"),
            fillings.contains(true), [roofline = roofs.roofline, limit](const ThemeColors &colors) {
                return limitLook(roofline, limit, colors);
            });
    if (fillings.contains(true))
        addMark(tr("filled: measured"), true, plain(RoofLook::Shape::Circle));
    if (fillings.contains(false))
        addMark(tr("hollow: estimated"), false, plain(RoofLook::Shape::Circle));
    if (!limits.empty())
        entries.push_back({ tr("size: time"),
            [](QPainter &painter, const QRectF &box, const ThemeColors &colors) {
                const RoofLook look{ .colour = colors.mutedText };
                paintMark(painter, box.center() - QPointF(7, 0), 3, look, false, colors);
                paintMark(painter, box.center() + QPointF(5, 0), 7, look, false, colors);
            } });
    if (hasRun)
        addMark(tr("whole run, from its counters"), true, plain(RoofLook::Shape::Star));
    return entries;
}

} // namespace tosaic::views
