// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/speceditor.h"

#include "views/spec/fieldnote.h"
#include "views/spec/fieldwords.h"
#include "views/spec/specform.h"
#include "views/spec/textpane.h"
#include "views/widgets/building.h"
#include "views/widgets/theme.h"

#include <QAction>
#include <QIcon>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SpecEditor::SpecEditor(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    named(this, u"specEditor"_s, tr("Spec"));
    auto *splitter = named(new QSplitter(this), u"specSplitter"_s);
    splitter->setChildrenCollapsible(false);
    auto *left = new QWidget(splitter);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_form = new SpecForm(document, theme, left);
    column->addWidget(makeHeader());
    column->addWidget(m_form, 1);
    left->setMinimumWidth(440);
    m_text = new TextPane(document, theme, splitter);
    m_text->setMinimumWidth(320);
    splitter->setSizes({ 640, 480 }); // shares
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 3);
    makeColumn(this, { splitter });
    connect(m_form, &SpecForm::checked, this, &SpecEditor::showProblems);
    connect(&theme, &Theme::changed, this, &SpecEditor::showProblems);
    showProblems();
}

QWidget *SpecEditor::makeHeader()
{
    auto *header = named(new QFrame(this), u"specHeader"_s, {}, u"bar"_s);
    m_icon = new QLabel(header);
    m_problems = named(new QLabel(header), u"specProblems"_s);
    m_problems->setTextFormat(Qt::RichText);
    m_problems->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_problems->setFocusPolicy(Qt::StrongFocus);
    m_problems->setMinimumWidth(0);
    m_problems->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(m_problems, &QLabel::linkActivated, m_form,
        [this](const QString &key) { m_form->showField(key); });
    m_actions = new QHBoxLayout;
    m_actions->setSpacing(4);
    makeRow(header, { m_icon, { m_problems, 1 }, m_actions }, 8, { 16, 2, 8, 2 });
    header->setFixedHeight(TextPane::headHeight(fontMetrics()));
    return header;
}

void SpecEditor::setActions(const QList<QAction *> &buttons, const QList<QAction *> &menu)
{
    for (auto *action : buttons) {
        auto *button = named(new QToolButton(this), action->objectName() + u"Button"_s);
        button->setDefaultAction(action);
        button->setAccessibleName(action->text().remove(u'&'));
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        m_actions->addWidget(button);
    }
    if (menu.isEmpty())
        return;
    auto *button = named(new QToolButton(this), u"specMenuButton"_s);
    button->setText(tr("Spec"));
    button->setAccessibleName(tr("Load, save and take over the spec"));
    button->setProperty("role", u"chip"_s);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto *list = named(new QMenu(button), u"specMenu"_s);
    list->setToolTipsVisible(true);
    for (auto *action : menu) {
        if (action)
            list->addAction(action);
        else
            list->addSeparator();
    }
    button->setMenu(list);
    m_actions->addWidget(button);
}

/// How many, and a link to each field.
void SpecEditor::showProblems()
{
    int errors = 0;
    int warnings = 0;
    QStringList links;
    QStringList keys;
    for (const auto &hit : m_form->hits()) {
        if (hit.diagnostic.severity == Severity::Info)
            continue;
        (hit.diagnostic.severity == Severity::Error ? errors : warnings) += 1;
        const auto key = hit.diagnostic.location.entity;
        const auto name = fieldName(key);
        if (keys.contains(name))
            continue;
        keys << name;
        // With its colour: the label keeps that of the palette it was laid out with.
        links << u"<a href=\"%1\" style=\"color: %2\">%3</a>"_s.arg(
            key.toHtmlEscaped(), m_theme.colors().accent.name(), name.toHtmlEscaped());
    }
    QStringList counts;
    if (errors > 0)
        counts << tr("%n error(s)", nullptr, errors);
    if (warnings > 0)
        counts << tr("%n warning(s)", nullptr, warnings);
    const auto count = counts.join(u", "_s);
    m_problems->setText(counts.isEmpty()
            ? tr("The rules find nothing wrong")
            : tr("%1: %2").arg(count.toHtmlEscaped(), links.join(u", "_s)));
    m_problems->setAccessibleName(
        counts.isEmpty() ? m_problems->text() : tr("%1: %2").arg(count, keys.join(u", "_s)));
    m_problems->setToolTip(counts.isEmpty() ? QString() : keys.join(u'\n'));
    const auto icon = errors > 0 ? severityIcon(Severity::Error)
        : warnings > 0           ? severityIcon(Severity::Warning)
                                 : u"dialog-ok"_s;
    m_icon->setPixmap(QIcon::fromTheme(icon).pixmap(16, 16));
}

} // namespace tosaic::views
