// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/snapshot.h"

#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/workspace/sqlitefile.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>

#include <QFile>

#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr int WaitMs = 5000; // for a writer that is in the middle of a change
constexpr int AllPages = -1;

/// SQLite takes for zeros what is cut off a file: the copy must not look whole.
bool isWhole(SQLite::Database &database, const QString &path)
{
    const auto pages = database.execAndGet("PRAGMA page_count").getInt64();
    const auto bytes = pages * database.execAndGet("PRAGMA page_size").getInt64();
    return QFile(path).size() == bytes;
}

/// With the lock that writers respect; false where SQLite refuses the file.
bool copyPages(const QString &from, const QString &to)
{
    try {
        SQLite::Database source(nativePath(from), SQLite::OPEN_READONLY, WaitMs);
        if (!isWhole(source, from))
            return false;
        SQLite::Database target(nativePath(to), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        SQLite::Backup backup(target, source);
        return backup.executeStep(AllPages) == SQLITE_DONE;
    } catch (const SQLite::Exception &) {
        return false;
    }
}

Result<void> copyBytes(const QString &from, const QString &to)
{
    QFile source(from);
    TRY(openStored(source));
    if (!source.copy(to))
        return fail(ErrorCode::IoWrite, source.errorString(), { .file = to });
    return {};
}

} // namespace

Result<void> copyFile(const QString &from, const QString &to)
{
    if (QFile::exists(to))
        return fail(ErrorCode::IoWrite, u"there is such a file already"_s, { .file = to });
    if (QFile::exists(from) && copyPages(from, to))
        return {};
    QFile::remove(to);
    TRY(copyBytes(from, to));
    // What a crashed writer left unfinished is undone in the copy, when that is opened.
    const auto journal = u"-journal"_s;
    return QFile::exists(from + journal) ? copyBytes(from + journal, to + journal) : Result<void>();
}

} // namespace tosaic::workspace
