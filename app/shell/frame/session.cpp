// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/session.h"

#include "app/shell/frame/shellsettings.h"
#include "core/base/settings.h"

#include <QDir>
#include <QFileInfo>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
/// Who finds problems of one model; the others look again themselves, or mean the window.
const std::array ModelProblems{ u"open"_s, u"compile"_s, u"report"_s, u"export"_s, u"nodeData"_s,
    u"advice"_s };
}

bool ModelSession::isBlank() const
{
    return file().isEmpty() && results.results.empty() && !model.description;
}

QString ModelSession::file() const
{
    if (!model.path.isEmpty())
        return model.path;
    return toOpen.isEmpty() ? compileInput : toOpen;
}

Session::Session(SettingsStore &settings, QObject *parent)
    : QObject(parent), m_settings(settings),
      m_approvals(QFileInfo(settings.fileName()).dir().filePath(u"trust.json"_s)),
      m_model(&m_jobs,
          { .streams = tr("Disassembling the command streams"),
              .relations = tr("Looking for the delegates' TOSA graphs") })
{
}

void Session::setCompileInput(const QString &path)
{
    if (path == m_compileInput)
        return;
    m_compileInput = path;
    Q_EMIT compileInputChanged(path);
}

ModelSession Session::aside() const
{
    ModelSession session{ .model = m_model.opened(),
        .compileInput = m_compileInput,
        .spec = m_spec.state(),
        .results = m_results.state(),
        .selection = m_selection.state() };
    for (const auto &source : ModelProblems)
        session.problems[source] = m_problems.of(source);
    return session;
}

void Session::show(ModelSession session)
{
    m_selection.reset();
    m_preview.set(nullptr);
    m_spec.restore(std::move(session.spec));
    setCompileInput(session.compileInput);
    m_model.set(std::move(session.model));
    m_results.restore(std::move(session.results));
    m_selection.restore(std::move(session.selection));
    for (const auto &source : ModelProblems)
        m_problems.set(source, std::move(session.problems[source]));
}

QStringList Session::recentFiles() const
{
    return m_settings.value(settings::RecentFiles);
}

void Session::addRecent(const QString &path)
{
    const auto absolute = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    auto files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    const auto limit = m_settings.value(settings::RecentLimit);
    while (files.size() > limit)
        files.removeLast();
    m_settings.set(settings::RecentFiles, files);
    Q_EMIT recentChanged();
}

void Session::setUnsaved(bool unsaved)
{
    if (unsaved == m_hasUnsaved)
        return;
    m_hasUnsaved = unsaved;
    Q_EMIT unsavedChanged(unsaved);
}

} // namespace tosaic::shell
