// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/flageditor.h"

#include "core/spec/velaoptions.h"
#include "views/spec/fieldnote.h"
#include "views/spec/flagwords.h"
#include "views/widgets/building.h"
#include "views/widgets/iconbutton.h"

#include <QCompleter>
#include <QHeaderView>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

FlagEditor::FlagEditor(const QFont &font, QWidget *parent)
    : QWidget(parent), m_font(font), m_layout(new QVBoxLayout(this))
{
    named(this, u"specExtraFlags"_s, tr("Extra flags"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    makeCompleter();
    addRow();
}

/// Offers what does something as an extra flag, with its help beside it.
void FlagEditor::makeCompleter()
{
    auto *model = new QStandardItemModel(this);
    for (const auto &option : spec::velaOptions()) {
        if (option.effect != spec::OptionEffect::Normal)
            continue;
        const auto help = option.isDeprecated
            ? tr("Deprecated. %1").arg(flagHelp(option.nameText()))
            : flagHelp(option.nameText());
        const auto add = [&](const QString &flag) {
            model->appendRow({ new QStandardItem(flag), new QStandardItem(help) });
        };
        for (const auto &choice : option.choiceList())
            add(option.nameText() + u'=' + choice);
        if (option.choiceList().isEmpty())
            add(option.takesValue() ? QString(option.nameText() + u'=') : option.nameText());
    }
    m_completer = new QCompleter(model, this);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setMaxVisibleItems(12);
    auto *list = named(new QTreeView, u"flagCompletion"_s, tr("Options of Vela"));
    list->setRootIsDecorated(false);
    list->setHeaderHidden(true);
    list->setUniformRowHeights(true);
    list->setMinimumWidth(560);
    m_completer->setPopup(list); // the completer owns it
    list->header()->setStretchLastSection(true);
    list->header()->resizeSection(0, 260);
}

void FlagEditor::addRow()
{
    auto *widget = new QWidget(this);
    auto *line = named(new QLineEdit(widget), u"specFlag%1"_s.arg(m_rows.size()),
        tr("Flag %1").arg(m_rows.size() + 1));
    line->setFont(m_font);
    auto *remove = iconButton(
        widget, u"removeFlag%1"_s.arg(m_rows.size()), u"list-remove"_s, tr("Remove this flag"));
    auto policy = remove->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    remove->setSizePolicy(policy);
    auto *remark = explanation({}, widget);
    remark->setObjectName(u"flagRemark%1"_s.arg(m_rows.size()));
    auto *top = makeRow(nullptr, { { line, 1 }, remove }, 4);
    makeColumn(widget, { top, remark }, 2);
    m_layout->addWidget(widget);
    m_rows.push_back({ widget, line, remark, remove });
    connect(line, &QLineEdit::textChanged, this, [this, line] { onTyped(line); });
    connect(line, &QLineEdit::editingFinished, this, &FlagEditor::typingEnded);
    connect(remove, &QToolButton::clicked, this, [this, line] { removeRow(line); });
    line->setCompleter(m_completer);
    setFocusProxy(m_rows.front().line);
    showRow(m_rows.back());
    Q_EMIT lineAdded(widget);
}

void FlagEditor::showRow(const Row &row)
{
    const auto text = flagRemark(row.line->text().trimmed());
    row.remark->setText(text);
    row.remark->setVisible(!text.isEmpty());
    row.remove->setVisible(!row.line->text().isEmpty());
    const bool isLast = row.line == m_rows.back().line;
    row.line->setPlaceholderText(
        isLast ? tr("Add a flag, for example --optimise=Size") : QString());
}

void FlagEditor::onTyped(QLineEdit *line)
{
    if (m_isShowing)
        return;
    if (line == m_rows.back().line && !line->text().isEmpty())
        addRow();
    for (const auto &row : m_rows)
        showRow(row);
    Q_EMIT edited(flags(), true);
}

void FlagEditor::removeRow(QLineEdit *line)
{
    QStringList rest;
    for (const auto &row : m_rows) {
        if (row.line != line && !row.line->text().trimmed().isEmpty())
            rest << row.line->text();
    }
    Q_EMIT edited(rest, false);
}

QStringList FlagEditor::flags() const
{
    QStringList flags;
    for (const auto &row : m_rows) {
        if (!row.line->text().trimmed().isEmpty())
            flags << row.line->text();
    }
    return flags;
}

void FlagEditor::setFlags(const QStringList &flags)
{
    if (flags == this->flags())
        return;
    m_isShowing = true;
    const auto needed = static_cast<std::size_t>(flags.size()) + 1;
    while (m_rows.size() < needed)
        addRow();
    while (m_rows.size() > needed) {
        m_rows.back().widget->hide();
        m_rows.back().widget->deleteLater(); // its button may be what removed it
        m_layout->removeWidget(m_rows.back().widget);
        m_rows.back().widget->setParent(nullptr);
        m_rows.pop_back();
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto text = flags.value(static_cast<qsizetype>(i));
        if (m_rows[i].line->text() != text)
            m_rows[i].line->setText(text);
        showRow(m_rows[i]);
    }
    m_isShowing = false;
}

} // namespace tosaic::views
