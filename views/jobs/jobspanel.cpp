// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/jobspanel.h"

#include "views/models/jobsmodel.h"
#include "views/models/roles.h"
#include "views/widgets/statestack.h"

#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// State as icon and word.
class JobStateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({ 0, 24 }); // px
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        static const std::array names{ u"media-playback-start"_s, u"dialog-ok-apply"_s,
            u"dialog-error"_s, u"dialog-cancel"_s };
        const auto state = index.data(StateRole).toUInt();
        if (state < names.size()) {
            option->icon = QIcon::fromTheme(names[state]);
            option->features |= QStyleOptionViewItem::HasDecoration;
        }
    }
};

} // namespace

JobsPanel::JobsPanel(JobHistory &history, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_history(history), m_model(new JobsModel(history, this))
{
    setObjectName(u"jobsPanel"_s);
    setAccessibleName(tr("Jobs"));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(u"jobsSplitter"_s);
    splitter->setHandleWidth(1);
    splitter->addWidget(makeList(theme));
    splitter->addWidget(makeLog(theme));
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    m_states = new StateStack(splitter, this);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_states);

    connect(&history, &JobHistory::added, this, &JobsPanel::showJob);
    connect(&history, &JobHistory::changed, this, &JobsPanel::update);
    connect(&history, &JobHistory::logged, this, [this](JobRecordId id, const QString &line) {
        if (id == m_shown)
            m_log->appendPlainText(line);
    });
    if (history.records().empty()) {
        m_states->showEmpty({ {}, tr("No jobs yet"),
            tr("A compile shows its stages and its live log here, and can be cancelled."), {} });
    } else {
        showJob(history.records().back().id);
    }
}

QWidget *JobsPanel::makeList(const Theme &theme)
{
    m_list = new QTreeView(this);
    m_list->setObjectName(u"jobsList"_s);
    m_list->setAccessibleName(tr("Jobs"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegateForColumn(JobsModel::StateColumn, new JobStateDelegate(m_list));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(JobsModel::TitleColumn, QHeaderView::Stretch);
    m_list->header()->resizeSection(JobsModel::StateColumn, 100);
    m_list->header()->resizeSection(JobsModel::StageColumn, 140);
    m_list->header()->resizeSection(JobsModel::TimeColumn, 80);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            if (current.isValid())
                showJob(JobRecordId(current.data(IdRole).toUInt()));
        });
    connect(&theme, &Theme::changed, m_list, [this] { m_list->viewport()->update(); });
    return m_list;
}

QWidget *JobsPanel::makeLog(const Theme &theme)
{
    auto *side = new QWidget(this);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(8, 4, 8, 4);
    m_stage = new QLabel(side);
    m_stage->setObjectName(u"jobStage"_s);
    m_progress = new QProgressBar(side);
    m_progress->setObjectName(u"jobProgress"_s);
    m_progress->setAccessibleName(tr("Progress of the job"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(140);
    m_cancel = new QPushButton(QIcon::fromTheme(u"process-stop"_s), tr("Cancel"), side);
    m_cancel->setObjectName(u"jobCancel"_s);
    m_cancel->setAccessibleName(tr("Cancel the job"));
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_history.cancel(m_shown); });
    line->addWidget(m_stage, 1);
    line->addWidget(m_progress);
    line->addWidget(m_cancel);
    m_nextStep = new QLabel(side);
    m_nextStep->setObjectName(u"jobNextStep"_s);
    m_nextStep->setWordWrap(true);
    m_nextStep->setContentsMargins(8, 0, 8, 6);
    m_nextStep->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_log = new QPlainTextEdit(side);
    m_log->setObjectName(u"jobLog"_s);
    m_log->setAccessibleName(tr("Log of the job"));
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(static_cast<int>(JobHistory::LogLimit));
    m_log->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setFont(theme.codeFont());
    layout->addLayout(line);
    layout->addWidget(m_nextStep);
    layout->addWidget(m_log, 1);
    return side;
}

void JobsPanel::showJob(JobRecordId id)
{
    const auto *job = m_history.record(id);
    if (!job)
        return;
    m_states->showContent();
    if (m_shown != id) {
        m_shown = id;
        m_log->setPlainText(job->log.join(u'\n'));
        m_log->moveCursor(QTextCursor::End);
    }
    const auto row = m_model->index(static_cast<int>(id.value), 0);
    if (m_list->currentIndex().row() != row.row())
        m_list->setCurrentIndex(row);
    update(id);
}

void JobsPanel::update(JobRecordId id)
{
    const auto *job = m_history.record(id);
    if (id != m_shown || !job)
        return;
    const bool isRunning = job->state == JobRecord::State::Running;
    m_stage->setText(job->stage.isEmpty() ? jobStateText(job->state) : job->stage);
    m_progress->setVisible(isRunning);
    m_progress->setRange(0, job->fraction ? 1000 : 0);
    if (job->fraction)
        m_progress->setValue(static_cast<int>(*job->fraction * 1000));
    m_cancel->setVisible(isRunning && job->cancel);
    m_nextStep->setText(
        job->nextStep.isEmpty() ? QString() : tr("Next step: %1").arg(job->nextStep));
    m_nextStep->setVisible(!job->nextStep.isEmpty());
}

} // namespace tosaic::views
