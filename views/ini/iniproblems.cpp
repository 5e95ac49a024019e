// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/iniproblems.h"

#include "views/widgets/building.h"

#include <QHeaderView>
#include <QIcon>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t RowLimit = 200; // more are counted only
constexpr int ShownRows = 4; // before the list scrolls
constexpr int RowHeight = 32; // px; a button and a gap
constexpr size_t FixLimit = 50; // rows for which a change is computed

QIcon iconOf(Severity severity)
{
    return QIcon::fromTheme(severity == Severity::Error ? u"dialog-error"_s
            : severity == Severity::Warning             ? u"dialog-warning"_s
                                                        : u"dialog-information"_s);
}

} // namespace

IniProblems::IniProblems(QWidget *parent)
    : QWidget(parent), m_head(new QLabel(this)), m_list(new QTreeWidget(this))
{
    named(this, u"iniProblems"_s, tr("Problems of the configuration file"));
    setBackgroundRole(QPalette::Base); // one surface with the list
    setAutoFillBackground(true);
    named(m_head, u"iniProblemsHead"_s, {}, u"section"_s);
    m_head->setContentsMargins(16, 8, 16, 4);
    named(m_list, u"iniProblemList"_s, tr("Problems"));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setColumnCount(3);
    m_list->setWordWrap(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    auto *layout = makeColumn(this, { m_head }, 0);
    // icons stand below the heading
    auto *inset = makeRow(nullptr, { m_list }, -1, { 12, 0, 0, 0 });
    layout->addLayout(inset, 1);
    const auto go = [this](const QTreeWidgetItem *item) {
        const auto line = item->data(0, Qt::UserRole).toInt();
        if (line > 0)
            Q_EMIT lineWanted(line);
    };
    connect(m_list, &QTreeWidget::itemClicked, this, go);
    connect(m_list, &QTreeWidget::itemActivated, this, go);
}

QString IniProblems::fixText(formats::vela::IniFix::Kind kind)
{
    using Kind = formats::vela::IniFix::Kind;
    switch (kind) {
    case Kind::CommentMarks:
        return tr("Use ; for comments");
    case Kind::Spelling:
        return tr("Correct the spelling");
    case Kind::InheritFirst:
        return tr("Put inherit first");
    case Kind::AddMaximums:
        return tr("Add Arm's values for U85");
    case Kind::RemoveMark:
        return tr("Remove the mark");
    case Kind::Separators:
        return tr("Use = in this section");
    case Kind::SpreadDefaults:
        return tr("Move into the sections");
    case Kind::RemoveLine:
        return tr("Remove the line");
    case Kind::MoveBehindParent:
        return tr("Move behind its parent");
    case Kind::JoinLines:
        return tr("Make keys of the lines");
    case Kind::CommentAbove:
        return tr("Move the comment up");
    case Kind::NamePrefix:
        return tr("Name it Ethos_U55_...");
    }
    return {};
}

void IniProblems::addRow(const Diagnostic &problem, const std::optional<formats::vela::IniFix> &fix)
{
    auto *item = new QTreeWidgetItem(m_list);
    const auto line = problem.location.line.value_or(0);
    item->setIcon(0, iconOf(problem.severity));
    item->setText(0, line > 0 ? tr("Line %1").arg(line) : tr("File"));
    item->setText(1, problem.text);
    item->setSizeHint(2, { 0, RowHeight });
    item->setToolTip(1, problem.toText());
    item->setData(0, Qt::UserRole, line);
    item->setData(0, Qt::AccessibleTextRole,
        tr("%1, line %2: %3").arg(severityText(problem.severity)).arg(line).arg(problem.text));
    if (!fix)
        return;
    auto *button = named(new QPushButton(fixText(fix->kind), m_list), u"iniFix."_s + problem.id);
    button->setToolTip(tr("One step that can be undone"));
    connect(button, &QPushButton::clicked, this, [this, fix = *fix] {
        const auto change = fix; // the row goes away with the next check
        Q_EMIT fixWanted(change);
    });
    auto *cell = new QWidget(m_list); // buttons touch neither each other nor the border
    makeRow(cell, { button }, -1, { 8, 0, 16, 0 });
    m_list->setItemWidget(item, 2, cell);
}

void IniProblems::setProblems(
    const std::vector<Diagnostic> &problems, const QString &text, bool isEditable)
{
    m_list->clear();
    const auto count = static_cast<int>(problems.size());
    m_head->setText(count == 0 ? tr("Both of Vela's parsers read this file alike")
                               : tr("%n problem(s)", nullptr, count));
    m_list->setVisible(count > 0);
    for (size_t i = 0; i < std::min(problems.size(), RowLimit); ++i)
        addRow(problems[i],
            isEditable && i < FixLimit ? formats::vela::iniFix(text, problems[i]) : std::nullopt);
    if (problems.size() > RowLimit)
        new QTreeWidgetItem(
            m_list, { QString(), tr("%n more", nullptr, count - static_cast<int>(RowLimit)) });
    // As high as what it says, up to a few rows; nothing to say takes no room.
    setFixedHeight(m_head->sizeHint().height() + std::min(count, ShownRows) * RowHeight
        + (count > 0 ? RowHeight / 4 : 0));
}

} // namespace tosaic::views
