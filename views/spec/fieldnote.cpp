// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/fieldnote.h"

#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return u"dialog-error"_s;
    case Severity::Warning:
        return u"dialog-warning"_s;
    case Severity::Info:
        break;
    }
    return u"dialog-information"_s;
}

// The check's texts are parts of a line on the command line; here each stands alone.
QString sentence(const QString &text)
{
    return text.isEmpty() ? text : text.left(1).toUpper() + text.mid(1) + u'.';
}

} // namespace

FieldNote::FieldNote(const QString &name, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_name(name), m_theme(theme), m_layout(new QVBoxLayout(this))
{
    setObjectName(u"note-%1"_s.arg(name));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    hide();
}

void FieldNote::clear()
{
    for (auto *row : findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        m_layout->removeWidget(row);
        row->setParent(nullptr);
        row->deleteLater(); // its button may be what changed the spec
    }
    hide();
}

void FieldNote::add(const Diagnostic &problem, const Fix &fix)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto *icon = new QLabel(row);
    icon->setPixmap(QIcon::fromTheme(iconOf(problem.severity)).pixmap(16, 16));
    auto *text = new QLabel(sentence(problem.text), row);
    text->setObjectName(u"noteText-%1"_s.arg(m_name));
    text->setAccessibleName(problem.text);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (problem.severity == Severity::Error) {
        auto palette = text->palette();
        palette.setColor(QPalette::WindowText, m_theme.colors().worse);
        text->setPalette(palette);
    }
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(text);
    layout->addWidget(icon, 0, Qt::AlignTop);
    layout->addLayout(column, 1);
    if (!fix.text.isEmpty()) {
        auto *button = new QPushButton(fix.text, row);
        button->setObjectName(u"fix-%1"_s.arg(m_name));
        connect(button, &QPushButton::clicked, this, [apply = fix.apply] { apply(); });
        column->addWidget(button, 0, Qt::AlignLeft);
    }
    m_layout->addWidget(row);
    row->show();
    show();
}

QLabel *explanation(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setProperty("role", u"muted"_s);
    label->setWordWrap(true);
    return label;
}

} // namespace tosaic::views
