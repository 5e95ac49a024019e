// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/jobproblems.h"

#include "views/jobs/jobdelegates.h"
#include "views/models/problemsmodel.h"
#include "views/widgets/building.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTextBlock>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace tosaic::views {

JobProblems::JobProblems(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_tree(new QTreeView(this)), m_sourceSide(new QWidget(this)),
      m_sourceTitle(new QLabel(m_sourceSide)), m_source(new QPlainTextEdit(m_sourceSide))
{
    named(m_tree, u"jobProblems"_s, tr("Problems of the job"));
    m_tree->setModel(new ProblemsModel(m_list, this));
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setItemDelegateForColumn(
        columnOf(*m_tree->model(), u"severity"), new CellDelegate(m_tree, PanelRowHeight));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(
        columnOf(*m_tree->model(), u"text"), QHeaderView::Stretch);
    m_tree->header()->resizeSection(columnOf(*m_tree->model(), u"severity"), 90);
    m_tree->header()->resizeSection(columnOf(*m_tree->model(), u"place"), 130);
    m_tree->header()->resizeSection(columnOf(*m_tree->model(), u"code"), 130);
    const auto at = [this](const QModelIndex &index) {
        const auto row = static_cast<size_t>(index.row());
        return index.isValid() && row < m_problems.size() ? &m_problems[row] : nullptr;
    };
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this, at](const QModelIndex &current) {
            hideSource();
            if (const auto *problem = at(current))
                Q_EMIT chosen(*problem);
        });
    connect(m_tree, &QTreeView::activated, this, [this, at](const QModelIndex &index) {
        if (const auto *problem = at(index))
            Q_EMIT activated(*problem);
    });

    auto *side = new QVBoxLayout(m_sourceSide);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(0);
    named(m_sourceTitle, u"jobSourceTitle"_s, {}, u"section"_s);
    m_sourceTitle->setContentsMargins(8, 4, 8, 4);
    named(m_source, u"jobSource"_s, tr("Source at the problem"));
    m_source->setReadOnly(true);
    m_source->setFrameShape(QFrame::NoFrame);
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_source->setFont(theme.codeFont());
    side->addWidget(m_sourceTitle);
    side->addWidget(m_source, 1);
    m_sourceSide->hide();

    auto *splitter = named(new QSplitter(Qt::Horizontal, this), u"jobProblemsSplitter"_s);
    splitter->setHandleWidth(1);
    splitter->addWidget(m_tree);
    splitter->addWidget(m_sourceSide);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    makeColumn(this, { splitter });
}

void JobProblems::setProblems(const std::vector<Diagnostic> &problems)
{
    if (problems == m_problems)
        return;
    m_problems = problems;
    hideSource();
    m_list.set(u"job"_s, problems);
}

void JobProblems::showSource(
    const QString &title, const QString &text, int firstLine, int markedLine)
{
    QStringList numbered;
    auto number = firstLine;
    for (const auto &line : text.split(u'\n'))
        numbered.append(u"%1  %2"_s.arg(number++, 5).arg(line));
    m_sourceTitle->setText(title);
    m_source->setPlainText(numbered.join(u'\n'));
    const auto block = m_source->document()->findBlockByNumber(markedLine - firstLine);
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(block);
    mark.format.setBackground(m_theme.colors().sunken);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_source->setExtraSelections({ mark });
    m_source->setTextCursor(mark.cursor);
    m_source->centerCursor();
    m_sourceSide->show();
}

void JobProblems::hideSource()
{
    m_sourceSide->hide();
}

} // namespace tosaic::views
