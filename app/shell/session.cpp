// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/session.h"

#include "app/shell/shellsettings.h"
#include "core/base/settings.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

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
