// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/statusline.h"

#include "app/shell/frame/session.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/analysis/coverage.h"
#include "core/base/units.h"
#include "views/models/formatwords.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// Scratch memory the program needs: the largest arena of its Ethos-U delegates, which run one
/// after the other.
std::optional<quint64> arenaBytes(const model::Program &program)
{
    std::optional<quint64> largest;
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (delegate.ethosu && delegate.ethosu->arenaBytes)
                largest = std::max(largest.value_or(0), *delegate.ethosu->arenaBytes);
        }
    }
    return largest;
}

/// What it does now, else what it is.
QString nameOf(const JobRecord &job)
{
    return job.stage.isEmpty() ? job.title : job.stage;
}

/// Flat, as part of the bar.
QToolButton *makeButton(const QString &name, QStatusBar &bar)
{
    auto *button = new QToolButton(&bar);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar.addPermanentWidget(button);
    return button;
}

} // namespace

StatusLine::StatusLine(Session &session, ToolKeeper &tools, QStatusBar &bar)
    : QObject(&bar), m_session(session), m_tools(tools), m_facts(new QWidget(&bar)),
      m_file(addFact(u"statusFile"_s, tr("Open file"))),
      m_size(addFact(u"statusSize"_s, tr("Size of the file"))),
      m_format(addFact(u"statusFormat"_s, tr("Format of the file"))),
      m_npu(addFact(u"statusNpu"_s, tr("Compiled for"))),
      m_arena(addFact(u"statusArena"_s, tr("NPU scratch"))),
      m_toolsButton(makeButton(u"statusTools"_s, bar)),
      m_jobsButton(makeButton(u"statusJobs"_s, bar)), m_progress(new QProgressBar(&bar))
{
    bar.addWidget(m_facts);
    m_progress->setObjectName(u"statusProgress"_s);
    m_progress->setAccessibleName(tr("Progress of the running job"));
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    bar.addPermanentWidget(m_progress);
    bar.setSizeGripEnabled(false);
    connect(m_toolsButton, &QToolButton::clicked, this, &StatusLine::toolsWanted);
    connect(m_jobsButton, &QToolButton::clicked, this, &StatusLine::jobsWanted);
    connect(&session.model(), &ModelDocument::changed, this, &StatusLine::showModel);
    connect(&tools, &ToolKeeper::changed, this, &StatusLine::showTools);
    connect(&session.jobs(), &JobList::runningChanged, this, &StatusLine::showJobs);
    showModel();
    showTools();
    showJobs();
}

QLabel *StatusLine::addFact(const QString &name, const QString &accessibleName)
{
    if (!m_facts->layout()) {
        auto *line = new QHBoxLayout(m_facts);
        line->setContentsMargins(6, 0, 6, 0);
        line->setSpacing(12); // of the labels themselves a change of the theme takes margins
    }
    auto *label = new QLabel(m_facts);
    label->setObjectName(name);
    label->setAccessibleName(accessibleName);
    label->setToolTip(accessibleName);
    label->setProperty("role", u"muted"_s);
    m_facts->layout()->addWidget(label);
    return label;
}

void StatusLine::showModel()
{
    const auto &model = m_session.model();
    const auto source = model.source();
    for (auto *label : { m_size, m_format, m_npu, m_arena })
        label->setVisible(source != nullptr);
    const auto path = model.path();
    m_file->setText(path.isEmpty() ? tr("Nothing is open") : QFileInfo(path).fileName());
    m_file->setToolTip(path);
    if (!source)
        return;
    m_size->setText(formatBytes(source->size()));
    m_size->setToolTip(tr("%1 bytes").arg(formatCount(source->size())));
    m_format->setText(formatText());
    m_npu->setVisible(model.program() != nullptr);
    m_arena->setVisible(false);
    if (const auto program = model.program())
        showProgram(*program);
}

void StatusLine::showProgram(const model::Program &program)
{
    const auto target
        = analysis::coverageOf(&program, m_session.model().compileResult().get()).target;
    m_npu->setText(target.isEmpty() ? tr("NPU not known") : target);
    const auto arena = arenaBytes(program);
    m_arena->setVisible(arena.has_value());
    if (arena) {
        m_arena->setText(tr("NPU scratch %1").arg(formatBytes(*arena)));
        m_arena->setToolTip(
            tr("Scratch memory of the largest Ethos-U delegate: %1 bytes. What the model needs of "
               "each memory is on the Memory page.")
                .arg(formatCount(*arena)));
    }
}

/// "ET12", "TOSA 1.0.0", "vela-npz".
QString StatusLine::formatText() const
{
    const auto &model = m_session.model();
    if (const auto program = model.program())
        return program->identifier;
    if (const auto network = model.network())
        return views::formatWord(network->format, network->version);
    return model.description()
        ? views::formatWord(model.description()->format, model.description()->formatVersion)
        : QString();
}

void StatusLine::showTools()
{
    m_toolsButton->setText(
        m_tools.isSearching() || m_tools.environment() ? m_tools.sentence() : tr("No compilers"));
    m_toolsButton->setAccessibleName(m_tools.sentence());
    m_toolsButton->setToolTip(
        m_tools.environment() ? m_tools.versions().join(u'\n') : m_tools.sentence());
}

void StatusLine::showJobs()
{
    const auto jobs = m_session.jobs().running();
    m_jobsButton->setVisible(!jobs.empty());
    m_progress->setVisible(!jobs.empty());
    if (jobs.empty())
        return;
    const auto count = static_cast<int>(jobs.size());
    const auto text = count == 1 ? nameOf(*jobs.front()) : tr("%n job(s)", nullptr, count);
    m_jobsButton->setText(text);
    m_jobsButton->setToolTip(count == 1 ? jobs.front()->title : QString());
    m_jobsButton->setAccessibleName(text);
    // Not a frame later: until then the new text would stand there cut.
    m_jobsButton->parentWidget()->layout()->activate();
    const auto measured = std::find_if(
        jobs.begin(), jobs.end(), [](const auto *job) { return job->fraction.has_value(); });
    m_progress->setRange(0, measured == jobs.end() ? 0 : 1000);
    if (measured != jobs.end())
        m_progress->setValue(static_cast<int>(*(*measured)->fraction * 1000));
}

} // namespace tosaic::shell
