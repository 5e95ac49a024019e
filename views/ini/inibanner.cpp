// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inibanner.h"

#include "views/widgets/building.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

IniBanner::IniBanner(const QString &name, QWidget *parent)
    : QFrame(parent), m_text(new QLabel(this)), m_buttons(new QHBoxLayout)
{
    named(this, name, tr("Notice about this file"), u"bar"_s);
    m_text->setObjectName(name + u"Text"_s);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_buttons->setSpacing(8);
    makeRow(this, { { m_text, 1 }, m_buttons }, 12, { 12, 8, 12, 8 });
    hide();
}

QString IniBanner::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void IniBanner::ask(const QString &text, const std::vector<Choice> &choices)
{
    while (auto *item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_text->setText(text);
    for (const auto &choice : choices) {
        auto *button = named(new QPushButton(choice.text, this), choice.name);
        if (choice.isPrimary)
            button->setProperty("role", u"primary"_s);
        connect(button, &QPushButton::clicked, this, [this, run = choice.run] {
            const auto action = run; // a new question replaces this button
            hide();
            if (action)
                action();
        });
        m_buttons->addWidget(button);
    }
    show();
}

} // namespace tosaic::views
