// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/runimporter.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/bytesource.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/workspaceruns.h"

#include <QAction>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

RunImporter::RunImporter(const ShellContext &context, const WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store), m_slot(&context.session.jobs())
{
    m_context.actions.add({ .id = u"run.importToWorkspace"_s,
                              .text = tr("Import &measurements..."),
                              .iconName = u"document-import"_s,
                              .tip = tr("Read console logs, ETDumps, PMU traces and reports of "
                                        "Vela into runs; an open workspace keeps them") },
        [this] { askWhat(false); });
    m_context.actions.add({ .id = u"run.importConsole"_s,
                              .text = tr("Import any &text as a console..."),
                              .iconName = u"document-import"_s,
                              .tip = tr("Read a text of which nothing is known: mark in its "
                                        "console what the lines mean") },
        [this] { askWhat(true); });
}

void RunImporter::askWhat(bool isConsole)
{
    auto &settings = m_context.session.settings();
    auto *dialog = makeFileDialog(
        { .name = u"importRunsDialog"_s,
            .title = isConsole ? tr("Import a console") : tr("Import measurements"),
            .start = settings.value(settings::LastFolder),
            .filter = isConsole
                ? tr("Texts (*.log *.txt);;All files (*)")
                : tr("Measurements and estimates (*.log *.txt *.etdp *.etdump *.json *.gz "
                     "*.csv *.xml);;All files (*)"),
            .mode = QFileDialog::ExistingFiles },
        &m_context.window);
    connect(dialog, &QFileDialog::filesSelected, this,
        isConsole ? &RunImporter::importConsoles : &RunImporter::importFiles);
    dialog->open();
}

void RunImporter::importConsoles(const QStringList &paths)
{
    m_consoles.unite(QSet<QString>(paths.begin(), paths.end()));
    importFiles(paths);
}

void RunImporter::importFiles(const QStringList &paths)
{
    m_queue += paths;
    if (!m_slot.isRunning())
        importNext();
}

void RunImporter::noticeOpened(const QString &path)
{
    if (m_store.path().isEmpty() || !QFileInfo(path).isFile())
        return;
    const auto source = ByteSource::map(path); // looks at the first bytes only
    if (source && profile::runFileKind(**source) == profile::RunFileKind::VelaReport)
        importFiles({ path });
}

void RunImporter::importNext()
{
    if (m_queue.isEmpty()) {
        if (m_problems.empty())
            m_context.session.problems().clear(u"import"_s);
        else
            m_context.session.problems().set(u"import"_s, std::exchange(m_problems, {}));
        Q_EMIT imported();
        return;
    }
    const auto path = m_queue.takeFirst();
    m_slot.start(
        tr("Importing %1").arg(QFileInfo(path).fileName()),
        [path, isConsole = m_consoles.contains(path)](const JobControl &control) {
            return isConsole ? profile::readAnyConsole(path)
                             : profile::readRunFile(path, 0, control);
        },
        [this, path](Result<profile::MeasuredRun> run) {
            take(std::move(run), path);
            importNext();
        });
}

void RunImporter::take(Result<profile::MeasuredRun> run, const QString &path)
{
    if (!run) {
        auto error = run.error();
        if (error.location.file.isEmpty())
            error.location.file = path;
        m_problems.push_back(diagnosticOf(error));
        return;
    }
    std::ranges::copy_if(run->diagnostics, std::back_inserter(m_problems),
        [](const Diagnostic &diagnostic) { return diagnostic.id == "log.unknown"_L1; });
    auto &session = m_context.session;
    const auto &known = session.runs().runs();
    const auto same = std::ranges::find(known, runKey(*run), runKey);
    if (same != known.end()) {
        session.runs().setCurrentIndex(static_cast<int>(same - known.begin()));
        return;
    }
    session.runs().add(std::move(*run));
    session.setUnsaved(true);
}

} // namespace tosaic::shell
