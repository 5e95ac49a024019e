// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/reasonlist.h"

#include "core/base/units.h"
#include "views/models/rejectionrewrites.h"
#include "views/widgets/building.h"
#include "views/widgets/discard.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int MostHeight = 132; // px; more scrolls
constexpr int Spare = 4; // px; no bar for less
constexpr size_t MostRows = 20; // what concerns fewer operators is in the table below
}

ReasonList::ReasonList(QWidget *parent)
    : QFrame(parent), m_scroll(new QScrollArea(this)), m_content(new QWidget)
{
    named(this, u"reasonList"_s, tr("Why not on the NPU"), u"bar"_s);
    m_rows = new QGridLayout(m_content);
    m_rows->setContentsMargins(12, 6, 12, 6);
    m_rows->setHorizontalSpacing(12);
    m_rows->setVerticalSpacing(2);
    m_rows->setColumnStretch(1, 1);
    m_rows->setRowStretch(static_cast<int>(MostRows), 1); // what is left over is below
    named(m_scroll, u"reasonScroll"_s, tr("Why not on the NPU"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_content);
    fillWith(this, m_scroll);
    hide();
}

/// As high as its words, up to a limit.
void ReasonList::fitHeight()
{
    const int room = width() - m_scroll->verticalScrollBar()->sizeHint().width(); // if it scrolls
    m_scroll->setFixedHeight(std::min(MostHeight, m_rows->totalHeightForWidth(room) + Spare));
}

void ReasonList::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitHeight();
}

void ReasonList::setGroups(std::vector<RejectionGroup> groups, const spec::CompileSpec &spec)
{
    while (auto *item = m_rows->takeAt(0)) {
        if (item->widget())
            discard(item->widget());
        delete item;
    }
    if (groups.size() > MostRows)
        groups.resize(MostRows);
    int row = 0;
    for (const auto &group : groups)
        addRow(row++, group, spec);
    setVisible(!groups.empty());
    fitHeight();
}

/// Shown at once: what a layout shows later has no height yet.
void ReasonList::place(QWidget *widget, int row, int column, Qt::Alignment alignment)
{
    m_rows->addWidget(widget, row, column, alignment);
    widget->show();
}

void ReasonList::addRow(int row, const RejectionGroup &group, const spec::CompileSpec &spec)
{
    const auto count = static_cast<int>(group.operators.size());
    auto *show
        = makeButton(m_content, u"reasonShow%1"_s.arg(row), tr("%n operator(s)", nullptr, count));
    show->setProperty("role", u"link"_s);
    show->setToolTip(tr("Show them in the table below"));
    connect(show, &QPushButton::clicked, this,
        [this, reason = group.reason] { Q_EMIT reasonChosen(reason); });
    place(show, row, 0, Qt::AlignLeft | Qt::AlignTop);
    auto text = group.otherWordings > 0
        ? tr("%1 (and %n other wording(s))", nullptr, group.otherWordings).arg(group.reason)
        : group.reason;
    if (!group.hint.isEmpty())
        text += u"\n→ "_s + group.hint;
    const auto *rewrite = group.rewrite;
    if (rewrite)
        text += u"\n→ "_s + tr("In Python, with equal values: %1", "code").arg(rewrite->after);
    auto *reason = makeText(m_content, u"reasonText%1"_s.arg(row));
    reason->setText(text);
    reason->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    if (!group.check.isEmpty())
        reason->setToolTip(tr("Says %1").arg(group.check));
    place(reason, row, 1);
    if (rewrite)
        addCopy(row, *rewrite);
    addSource(row, group);
    const auto remedy = remedyFor(group, spec);
    if (!remedy)
        return;
    auto *help = makeButton(m_content, u"reasonRemedy%1"_s.arg(row), remedyText(*remedy));
    help->setToolTip(tr("Changes the spec and previews what it would bring; Undo takes it back"));
    connect(help, &QPushButton::clicked, this,
        [this, changed = remedy->spec] { Q_EMIT remedyRequested(changed); });
    place(help, row, 2, Qt::AlignRight | Qt::AlignTop);
}

void ReasonList::addCopy(int row, const Rewrite &rewrite)
{
    auto *copy = makeButton(m_content, u"reasonRewrite%1"_s.arg(row), tr("Copy rewrite"));
    copy->setToolTip(
        tr("Copies Python to paste into the model, instead of %1", "code").arg(rewrite.before));
    connect(copy, &QPushButton::clicked, this,
        [python = pythonOf(rewrite)] { QGuiApplication::clipboard()->setText(python); });
    place(copy, row, 3, Qt::AlignRight | Qt::AlignTop);
}

/// Of the first operator whose line was recorded.
void ReasonList::addSource(int row, const RejectionGroup &group)
{
    const auto written = std::ranges::find_if(
        group.operators, [](const auto &node) { return node.source.contains(u':'); });
    if (written == group.operators.end())
        return;
    const auto file = written->source.section(u':', 0, -2);
    const auto line = written->source.section(u':', -1).toInt();
    if (line <= 0)
        return;
    auto *open = makeButton(
        m_content, u"reasonSource%1"_s.arg(row), u"%1:%2"_s.arg(file.section(u'/', -1)).arg(line));
    open->setProperty("role", u"link"_s);
    open->setToolTip(tr("Shows the line that %1 was written in").arg(written->name));
    connect(open, &QPushButton::clicked, this,
        [this, file, line] { Q_EMIT sourceRequested(file, line); });
    place(open, row, 4, Qt::AlignRight | Qt::AlignTop);
}

} // namespace tosaic::views
