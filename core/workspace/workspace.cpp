// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"

#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/workspace/database.h"
#include "core/workspace/migrations.h"
#include "core/workspace/sqlitefile.h"

#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>
#include <QUuid>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr qint64 HeaderBytes = 100; // of an SQLite file
constexpr qint64 QuickCheckBytes = 256 * 1024 * 1024; // larger files are checked by verify() alone

/// Looks at the bytes before SQLite does, so that nothing is ever written into a file that is not a
/// workspace or is newer than we are. File format: sqlite.org/fileformat.html, section 1.3.
Result<void> checkHeader(const QString &path)
{
    QFile file(path);
    TRY(openStored(file));
    const auto header = file.read(HeaderBytes);
    const auto damaged = [&](const QString &detail, quint64 offset) {
        return fail(ErrorCode::WorkspaceDamaged, detail,
            { .file = path, .offset = offset, .section = u"file header"_s });
    };
    if (header.size() < HeaderBytes)
        return damaged(u"the file ends inside its header"_s, static_cast<quint64>(header.size()));
    if (!header.startsWith(QByteArrayView("SQLite format 3\0", 16)))
        return damaged(u"not an SQLite database"_s, 0);
    // SQLite takes a last page that is cut off for zeros. While there is a journal the file may be
    // anything: the next opening puts it right.
    const qint64 stated = bigEndianAt(header, PageSizeOffset) >> 16;
    const qint64 pageSize = stated == 1 ? 65536 : stated;
    const bool hasJournal = QFile::exists(path + u"-journal"_s);
    if (!hasJournal && (pageSize < 512 || file.size() % pageSize != 0))
        return damaged(u"the file ends inside a page"_s, static_cast<quint64>(file.size()));
    if (bigEndianAt(header, ApplicationOffset) != static_cast<quint32>(Workspace::ApplicationId))
        return fail(ErrorCode::FormatUnknown, u"an SQLite database of another program"_s,
            { .file = path, .offset = ApplicationOffset });
    const auto version = bigEndianAt(header, VersionOffset);
    if (version > static_cast<quint32>(Workspace::CurrentVersion))
        return fail(ErrorCode::WorkspaceVersion,
            u"the workspace has version %1, this program knows up to %2"_s.arg(version).arg(
                Workspace::CurrentVersion),
            { .file = path });
    return {};
}

/// The first complaint of an SQLite check, or nothing.
QString complaint(SQLite::Database &database, const char *pragma)
{
    SQLite::Statement check(database, pragma);
    if (!check.executeStep())
        return {};
    const auto text = QString::fromStdString(check.getColumn(0).getString());
    return text == "ok"_L1 ? QString() : text;
}

Result<void> damagedAt(const QString &path, const QString &place)
{
    return fail(ErrorCode::WorkspaceDamaged, u"SQLite finds the file damaged"_s,
        { .file = path, .section = place.simplified() });
}

/// Not QFile::rename(): where another program was faster that copies over what it made. False with
/// errno.
bool moveWhereNothingIs(const QString &from, const QString &to)
{
    const auto source = QFile::encodeName(from);
    const auto target = QFile::encodeName(to);
    if (::renameat2(AT_FDCWD, source.constData(), AT_FDCWD, target.constData(), RENAME_NOREPLACE)
        == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    // A file system that does not know the flag: a link is made where nothing is, too.
    return ::link(source.constData(), target.constData()) == 0 && QFile::remove(from);
}

} // namespace

QString Records::path() const
{
    return m_database->path();
}

Workspace::Workspace(std::unique_ptr<Database> database)
    : ModelRecords(*database), SpecRecords(*database), SettingRecords(*database),
      JobRecords(*database), RunRecords(*database), SampleRecords(*database),
      CellRecords(*database), TeamRecords(*database), NoteRecords(*database),
      m_database(std::move(database))
{
}

Workspace::~Workspace() = default;

Result<void> Workspace::together(const std::function<Result<void>()> &work)
{
    return m_database->write(work);
}

void Workspace::letGo()
{
    m_liveRuns.clear();
    m_liveJobs.clear();
}

QString Workspace::path() const
{
    return m_database->path();
}

bool Workspace::isReadOnly() const
{
    return m_isReadOnly;
}

quint32 Workspace::changeCounter(const QString &path)
{
    constexpr qint64 CounterOffset = 24; // sqlite.org/fileformat.html, 1.3.8
    QFile file(path);
    if (!openStored(file))
        return 0;
    const auto header = file.read(HeaderBytes);
    return header.size() < HeaderBytes ? 0 : bigEndianAt(header, CounterOffset);
}

Result<std::unique_ptr<Workspace>> Workspace::create(const QString &path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    // Made complete under another name and moved where nothing is yet: nobody ever opens half a
    // workspace, and of several programs that make the same one exactly one succeeds.
    QFile draft(u"%1.%2.new"_s.arg(absolute, QUuid::createUuid().toString(QUuid::Id128)));
    if (!draft.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return fail(ErrorCode::IoWrite, draft.errorString(), { .file = absolute });
    draft.close();
    const auto unpublished = qScopeGuard([name = draft.fileName()] { QFile::remove(name); });
    try {
        Database database(draft.fileName(), SQLite::OPEN_READWRITE);
        TRY(migrate(database.sqlite(), migrations()));
    } catch (const SQLite::Exception &exception) {
        return fail(databaseError(exception, absolute));
    }
    if (!moveWhereNothingIs(draft.fileName(), absolute))
        return fail(ErrorCode::IoWrite, qt_error_string(), { .file = absolute });
    return open(absolute);
}

Result<std::unique_ptr<Workspace>> Workspace::open(const QString &path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    TRY(checkHeader(absolute));
    try {
        auto database = std::make_unique<Database>(absolute, SQLite::OPEN_READWRITE);
        const auto withFile = [&](Error error) {
            error.location.file = absolute;
            return fail(std::move(error));
        };
        if (const auto checked = checkTables(database->sqlite(), migrations()); !checked)
            return withFile(checked.error());
        if (QFileInfo(absolute).size() <= QuickCheckBytes) {
            const auto place = complaint(database->sqlite(), "PRAGMA quick_check(1)");
            if (!place.isEmpty())
                return fail(damagedAt(absolute, place).error());
        }
        if (const auto migrated = migrate(database->sqlite(), migrations()); !migrated)
            return withFile(migrated.error());
        return std::unique_ptr<Workspace>(new Workspace(std::move(database)));
    } catch (const SQLite::Exception &exception) {
        return fail(databaseError(exception, absolute));
    }
}

Result<std::unique_ptr<Workspace>> Workspace::openOrCreate(const QString &path)
{
    if (QFileInfo::exists(path))
        return open(path);
    auto created = create(path);
    return created || !QFileInfo::exists(path) ? std::move(created) : open(path);
}

Result<void> Workspace::saveAs(const QString &path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    if (QFileInfo::exists(absolute))
        return fail(ErrorCode::IoWrite, u"there is such a file already"_s, { .file = absolute });
    auto &sqlite = m_database->sqlite();
    auto saved = m_database->read([&]() -> Result<void> {
        sqlite.exec("PRAGMA query_only = OFF");
        SQLite::Statement statement(sqlite, "VACUUM INTO ?");
        statement.bind(1, QFile::encodeName(absolute).toStdString());
        statement.executeStep();
        return {};
    });
    if (m_isReadOnly)
        sqlite.exec("PRAGMA query_only = ON");
    if (saved)
        return {};
    QFile::remove(absolute);
    auto error = saved.error();
    error.location.file = absolute;
    return fail(std::move(error));
}

Result<void> Workspace::verify()
{
    return m_database->read([this]() -> Result<void> {
        auto place = complaint(m_database->sqlite(), "PRAGMA integrity_check(1)");
        if (place.isEmpty()) {
            const auto table = complaint(m_database->sqlite(), "PRAGMA foreign_key_check");
            if (!table.isEmpty())
                place = u"table %1: a row refers to one that is gone"_s.arg(table);
        }
        if (!place.isEmpty())
            return damagedAt(path(), place);
        return {};
    });
}

} // namespace tosaic::workspace
