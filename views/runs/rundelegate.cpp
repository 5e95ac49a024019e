// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/rundelegate.h"

#include "views/runs/runlistmodel.h"
#include "views/runs/runordermodel.h"

#include <QPainter>

#include <algorithm>

namespace tosaic::views {

namespace {

constexpr int Padding = 8; // px
constexpr int Mark = 10; // px, status mark
constexpr int TagPadding = 4; // px
constexpr int LeastTag = 32; // px; a tag that has less room is left out

int tagHeight(const QFontMetrics &metrics)
{
    return metrics.height() + 2;
}

struct Tag
{
    QString text;
    QRect place;
    bool isStrong = false;
};

/// Tags one after another; the last gives way where there is little room, so that all rows are
/// equally high.
std::vector<Tag> tagsOf(const QModelIndex &index, const QFontMetrics &metrics, const QRect &room)
{
    std::vector<Tag> tags;
    if (index.data(RunListModel::LiveRole).toBool())
        tags.push_back({ RunDelegate::tr("live"), {}, true });
    if (index.data(RunListModel::OldRole).toBool())
        tags.push_back({ RunDelegate::tr("old"), {}, true });
    if (index.data(RunListModel::FastRole).toBool())
        tags.push_back({ RunDelegate::tr("fast"), {}, true });
    tags.push_back({ index.data(RunListModel::KindRole).toString() });
    tags.push_back({ index.data(OriginRole).toString() });
    int x = room.left();
    for (auto &tag : tags) {
        const auto rest = room.left() + room.width() - x;
        const auto width = metrics.horizontalAdvance(tag.text) + 2 * TagPadding;
        if (width > rest)
            tag.text = rest < LeastTag
                ? QString()
                : metrics.elidedText(tag.text, Qt::ElideRight, rest - 2 * TagPadding);
        tag.place = QRect(x, room.top(), std::min(width, rest), tagHeight(metrics));
        x += width + 4;
    }
    std::erase_if(tags, [](const Tag &tag) { return tag.text.isEmpty(); });
    return tags;
}

/// The status as a shape: tick, cross, dash; a disc while it goes on.
void paintStatus(
    QPainter &painter, const QRectF &box, const QModelIndex &index, const ThemeColors &colors)
{
    const auto status = index.data(RunListModel::StatusRole);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (index.data(RunListModel::LiveRole).toBool()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.accent);
        painter.drawEllipse(box);
        painter.restore();
        return;
    }
    if (!status.isValid()) {
        painter.restore();
        return;
    }
    const auto run = static_cast<profile::RunStatus>(status.toInt());
    const auto colour = run == profile::RunStatus::Complete ? colors.better
        : run == profile::RunStatus::Failed                 ? colors.worse
                                                            : colors.boundary;
    painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap));
    if (run == profile::RunStatus::Complete) {
        const QPointF corner(box.left() + box.width() * 0.4, box.bottom() - 1);
        painter.drawLine(QPointF(box.left(), box.center().y()), corner);
        painter.drawLine(corner, QPointF(box.right(), box.top() + 1));
    } else if (run == profile::RunStatus::Failed) {
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
    } else {
        painter.drawLine(
            QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    }
    painter.restore();
}

} // namespace

RunDelegate::RunDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

void RunDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (const auto header = headerHeight(option, index); header > 0) {
        paintHeader(*painter, option, index, header);
        auto below = option;
        below.rect.setTop(option.rect.top() + header);
        return paintRun(painter, below, index);
    }
    paintRun(painter, option, index);
}

int RunDelegate::headerHeight(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    return index.data(RunOrderModel::GroupRole).toString().isEmpty()
        ? 0
        : option.fontMetrics.height() + Padding;
}

void RunDelegate::paintHeader(QPainter &painter, const QStyleOptionViewItem &option,
    const QModelIndex &index, int height) const
{
    const auto &colors = m_theme.colors();
    auto line = option.rect;
    line.setHeight(height);
    painter.save();
    painter.fillRect(line, colors.window);
    auto bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(colors.mutedText);
    const auto text = index.data(RunOrderModel::GroupRole).toString();
    painter.drawText(line.adjusted(Padding, 0, -Padding, 0), Qt::AlignVCenter,
        QFontMetrics(bold).elidedText(text, Qt::ElideMiddle, line.width() - 2 * Padding));
    painter.restore();
}

void RunDelegate::paintRun(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto &colors = m_theme.colors();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    if (isSelected || option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, colors.sunken);
    if (isSelected)
        painter->fillRect(
            QRect(option.rect.topLeft(), QSize(3, option.rect.height())), colors.accent);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(colors.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    auto line = option.rect.adjusted(Padding, Padding, -Padding, 0);
    const auto height = option.fontMetrics.height();
    line.setHeight(height);
    paintStatus(*painter, QRectF(line.left(), line.center().y() - Mark / 2.0 + 1, Mark, Mark),
        index, colors);
    line.setLeft(line.left() + Mark + 8);
    auto bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(colors.text);
    painter->drawText(line, Qt::AlignVCenter,
        QFontMetrics(bold).elidedText(index.data().toString(), Qt::ElideMiddle, line.width()));
    painter->setFont(option.font);
    painter->setPen(colors.mutedText);
    line.translate(0, height + 3);
    painter->drawText(line, Qt::AlignVCenter,
        option.fontMetrics.elidedText(
            index.data(RunListModel::DetailRole).toString(), Qt::ElideRight, line.width()));
    const auto note = index.data(RunListModel::NoteRole).toString();
    if (!note.isEmpty()) {
        auto italic = option.font;
        italic.setItalic(true);
        painter->setFont(italic);
        line.translate(0, height + 3);
        painter->drawText(line, Qt::AlignVCenter,
            QFontMetrics(italic).elidedText(note, Qt::ElideRight, line.width()));
        painter->setFont(option.font);
    }
    paintTags(*painter, option, index, line.bottom() + 6);
    painter->restore();
}

void RunDelegate::paintTags(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, int top) const
{
    const auto &colors = m_theme.colors();
    const auto left = option.rect.left() + Padding + Mark + 8;
    const QRect room(left, top, option.rect.right() - Padding - left, option.rect.height());
    const auto tags = tagsOf(index, option.fontMetrics, room);
    for (const auto &tag : tags) {
        painter.setPen(tag.isStrong ? colors.accent : colors.border);
        painter.setBrush(colors.surface);
        painter.drawRoundedRect(tag.place, 4, 4);
        painter.setPen(tag.isStrong ? colors.text : colors.mutedText);
        painter.drawText(tag.place, Qt::AlignCenter, tag.text);
    }
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto &metrics = option.fontMetrics;
    const auto lines = index.data(RunListModel::NoteRole).toString().isEmpty() ? 2 : 3;
    return { 160,
        headerHeight(option, index) + lines * metrics.height() + (lines - 1) * 3 + 6
            + tagHeight(metrics) + 2 * Padding };
}

void RunDelegate::updateEditorGeometry(
    QWidget *editor, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto area = option.rect.adjusted(Padding + Mark + 2, headerHeight(option, index) + 2, -4, 0);
    area.setHeight(option.fontMetrics.height() + 10);
    editor->setGeometry(area);
}

} // namespace tosaic::views
