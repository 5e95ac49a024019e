// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/noticebar.h"

#include "views/widgets/iconlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

#include <algorithm>
#include <array>
#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int SideBySide = 480; // px
constexpr int IconSize = 22; // px

/// How the ids of notices begin that are about a model; the others mean the window.
const std::array ModelNotices{ "compile."_L1, "file."_L1, "ini."_L1, "model."_L1, "open."_L1,
    "report."_L1, "spec."_L1 };
}

NoticeBar::NoticeBar(QWidget *parent)
    : QFrame(parent), m_icon(new views::IconLabel(IconSize, this)),
      m_text(new views::WrappedLabel(this)), m_buttons(new QHBoxLayout)
{
    setObjectName(u"noticeBar"_s);
    setAccessibleName(tr("Notice"));
    setProperty("role", u"bar"_s);
    m_text->setObjectName(u"noticeText"_s);
    m_text->setTextFormat(Qt::PlainText); // names out of files are no markup
    auto *words = new QHBoxLayout;
    words->setSpacing(8);
    words->addWidget(m_icon);
    words->addWidget(m_text, 1);
    auto *layout = new QBoxLayout(QBoxLayout::LeftToRight, this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(8);
    layout->addLayout(words, 1);
    m_buttons->setSpacing(8);
    layout->addLayout(m_buttons);
    parent->installEventFilter(this);
    hide();
}

int NoticeBar::modelOf(const QString &id) const
{
    const bool isOfModel = std::ranges::any_of(
        ModelNotices, [&](QLatin1StringView begin) { return id.startsWith(begin); });
    return isOfModel ? m_model : 0;
}

void NoticeBar::show(const Notice &notice)
{
    if (const auto before = find(notice.id); before != m_notices.cend())
        m_notices.erase(before);
    m_notices.push_back({ notice, modelOf(notice.id) });
    refresh();
}

void NoticeBar::dismiss(const QString &id)
{
    const auto gone = find(id);
    if (gone == m_notices.cend())
        return;
    m_notices.erase(gone);
    refresh();
}

void NoticeBar::setModel(int model)
{
    m_model = model;
    refresh();
    settle();
}

void NoticeBar::forgetModel(int model)
{
    std::erase_if(m_notices, [model](const Kept &kept) { return kept.model == model; });
}

void NoticeBar::settle()
{
    setMinimumHeight(0);
    setVisible(shown() != nullptr);
}

std::vector<NoticeBar::Kept>::const_iterator NoticeBar::find(const QString &id) const
{
    return std::ranges::find_if(m_notices,
        [&](const Kept &kept) { return kept.notice.id == id && kept.model == modelOf(id); });
}

const NoticeBar::Notice *NoticeBar::shown() const
{
    const auto last = std::ranges::find_if(m_notices | std::views::reverse,
        [this](const Kept &kept) { return kept.model == 0 || kept.model == m_model; });
    return last == m_notices.rend() ? nullptr : &last->notice;
}

QString NoticeBar::current() const
{
    const auto *notice = shown();
    return notice ? notice->id : QString();
}

void NoticeBar::addButton(const Button &button, const QString &name, const QString &id)
{
    auto *widget = new QPushButton(button.text, this);
    widget->setObjectName(name);
    widget->setAccessibleName(button.text);
    if (button.isPrimary)
        widget->setProperty("role", u"primary"_s);
    connect(widget, &QPushButton::clicked, this, [this, id, action = button.action] {
        dismiss(id);
        if (action)
            action();
    });
    m_buttons->addWidget(widget);
}

/// Beside docks in a small window there is no room for words and buttons side by side.
void NoticeBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    auto *box = static_cast<QBoxLayout *>(layout());
    box->setDirection(width() < SideBySide ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

bool NoticeBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parent() && event->type() == QEvent::Leave)
        settle();
    return QFrame::eventFilter(watched, event);
}

void NoticeBar::refresh()
{
    const bool keepsRoom = isVisible() && parentWidget()->underMouse();
    if (keepsRoom)
        setMinimumHeight(height());
    while (auto *item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setObjectName({}); // it lives until the event loop; its name is free
        item->widget()->deleteLater();
        delete item;
    }
    const auto notice = shown() ? *shown() : Notice();
    m_icon->setIconName(notice.iconName);
    m_text->setText(notice.text);
    setAccessibleDescription(notice.text);
    for (size_t i = 0; i < notice.buttons.size(); ++i)
        addButton(notice.buttons[i], u"noticeButton%1"_s.arg(i), notice.id);
    if (!keepsRoom)
        settle();
}

} // namespace tosaic::shell
