// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/noticebar.h"

#include "views/widgets/iconlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int SideBySide = 480; // px
constexpr int IconSize = 22; // px
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
    hide();
}

void NoticeBar::show(const Notice &notice)
{
    std::erase_if(m_notices, [&](const Notice &other) { return other.id == notice.id; });
    m_notices.push_back(notice);
    refresh();
}

void NoticeBar::dismiss(const QString &id)
{
    if (std::erase_if(m_notices, [&](const Notice &other) { return other.id == id; }) > 0)
        refresh();
}

QString NoticeBar::current() const
{
    return m_notices.empty() ? QString() : m_notices.back().id;
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

void NoticeBar::refresh()
{
    while (auto *item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setObjectName({}); // it lives until the event loop; its name is free
        item->widget()->deleteLater();
        delete item;
    }
    setVisible(!m_notices.empty());
    if (m_notices.empty())
        return;
    const auto notice = m_notices.back();
    m_icon->setIconName(notice.iconName);
    m_text->setText(notice.text);
    setAccessibleDescription(notice.text);
    for (size_t i = 0; i < notice.buttons.size(); ++i)
        addButton(notice.buttons[i], u"noticeButton%1"_s.arg(i), notice.id);
}

} // namespace tosaic::shell
