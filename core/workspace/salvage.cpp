// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/salvage.h"

#include "core/base/bytesource.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/base/workfolder.h"
#include "core/workspace/database.h"
#include "core/workspace/migrations.h"
#include "core/workspace/salvagereader.h"
#include "core/workspace/sqlitefile.h"

#include <QFileInfo>

#include <algorithm>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr int LongestValue = 256 * 1024 * 1024; // bytes that a damaged length may make us allocate
constexpr qint64 PageSize = 4096; // of every file that Workspace::create() made
constexpr quint32 UnlikelyVersion = 1000;

void writeBigEndian(QByteArray &bytes, qsizetype offset, quint32 value)
{
    for (qsizetype i = 0; i < 4; ++i)
        bytes[offset + i] = static_cast<char>(value >> (24 - 8 * i) & 0xff);
}

/// First pages of workspaces as we make them: where the first page of a file is gone, one of them
/// says where its tables begin, because they are always made in the same order.
std::vector<QByteArray> firstPages(const QString &folder)
{
    std::vector<QByteArray> pages;
    // Version n * 2: made by version n and never opened since; n * 2 + 1: migrated later.
    for (size_t origin = 1; origin <= 2 * migrations().size() + 1; ++origin) {
        for (const bool isCompact : { false, true }) {
            const auto path = u"%1/page-%2-%3"_s.arg(folder).arg(origin).arg(isCompact);
            {
                SQLite::Database database(
                    nativePath(path), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
                if (origin > 1 && !migrate(database, migrations().first(origin / 2)))
                    continue;
                if (origin % 2 == 1 && !migrate(database, migrations()))
                    continue;
                if (isCompact)
                    database.exec("VACUUM");
            }
            QFile file(path);
            if (file.open(QIODevice::ReadOnly))
                pages.push_back(file.read(PageSize));
        }
    }
    return pages;
}

} // namespace

/// Fills a temporary database with what a copy of the damaged file still holds.
class Salvager
{
public:
    explicit Salvager(QString path) : m_path(std::move(path)) { }

    Result<Salvaged> run();

private:
    Result<void> copyFile();
    Result<Salvaged> read();
    Result<Salvaged> readWithOtherFirstPage();
    void mend(SQLite::Database &database, std::vector<TableSalvage> &tables) const;
    void dropBadBytes(SQLite::Database &database, const char *select, const char *remove,
        TableSalvage &table) const;
    QString copyPath() const { return m_folder.filePath(u"copy.tosaic"_s); }

    QString m_path;
    WorkFolder m_folder;
    QByteArray m_first; ///< page, as it was
};

Result<void> Salvager::copyFile()
{
    QFile file(m_path);
    TRY(openStored(file));
    m_first = file.read(PageSize);
    const auto version = bigEndianAt(m_first, VersionOffset);
    if (version > static_cast<quint32>(Workspace::CurrentVersion) && version < UnlikelyVersion)
        return fail(ErrorCode::WorkspaceVersion,
            u"the workspace has version %1, this program knows up to %2"_s.arg(version).arg(
                Workspace::CurrentVersion),
            { .file = m_path });
    if (!file.copy(copyPath()))
        return fail(ErrorCode::IoWrite, file.errorString(), { .file = m_folder.path() });
    QFile(copyPath()).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    // Of a page that is there in part SQLite would take the rest for zeros.
    QFile copy(copyPath());
    if (copy.size() > PageSize && !copy.resize(copy.size() - copy.size() % PageSize))
        return fail(ErrorCode::IoWrite, copy.errorString(), { .file = m_path });
    // A change that was cut off is taken back in the copy.
    const auto journal = m_path + u"-journal"_s;
    if (QFileInfo::exists(journal) && QFile::copy(journal, copyPath() + u"-journal"_s))
        QFile(copyPath() + u"-journal"_s).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return {};
}

Result<Salvaged> Salvager::run()
{
    TRY(m_folder.usable());
    TRY(copyFile());
    try {
        auto salvaged = read();
        if (salvaged && salvaged->rowsRead() == 0 && !salvaged->isComplete())
            salvaged = readWithOtherFirstPage();
        return salvaged;
    } catch (const SQLite::Exception &exception) {
        auto error = databaseError(exception, m_path);
        if (error.code == ErrorCode::IoDiskFull) // nothing is written but temporary files
            error.location.file = m_folder.path();
        return fail(std::move(error));
    }
}

Result<Salvaged> Salvager::read()
{
    Salvaged salvaged;
    auto into = std::make_unique<Database>(
        m_path, QString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    auto &to = into->sqlite();
    TRY(migrate(to, migrations()));
    to.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF");
    try {
        SQLite::Database from(nativePath(copyPath()), SQLite::OPEN_READWRITE);
        sqlite3_limit(from.getHandle(), SQLITE_LIMIT_LENGTH, LongestValue);
        // SQLite then reads a file that is shorter than it should be, and leaves out of the list of
        // tables what it does not understand.
        from.exec("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;"
                  "PRAGMA trusted_schema = OFF");
        SQLite::Transaction transaction(to);
        SQLite::Statement names(to, "SELECT name FROM sqlite_schema WHERE type = 'table'");
        std::vector<std::string> tables;
        while (names.executeStep())
            tables.push_back(names.getColumn(0).getString());
        names.reset();
        for (const auto &table : tables)
            salvaged.tables.push_back(SalvageReader(from, to).copy(table));
        mend(to, salvaged.tables);
        transaction.commit();
        SQLite::Statement check(from, "PRAGMA integrity_check(1)");
        if (check.executeStep() && check.getColumn(0).getString() != "ok")
            salvaged.complaint = QString::fromStdString(check.getColumn(0).getString());
    } catch (const SQLite::Exception &exception) {
        salvaged.complaint = QString::fromUtf8(exception.what());
        if (salvaged.tables.empty())
            salvaged.tables.push_back({ .table = u"sqlite_schema"_s, .isCut = true });
    }
    to.exec("PRAGMA foreign_keys = ON; PRAGMA query_only = ON");
    salvaged.workspace.reset(new Workspace(std::move(into)));
    salvaged.workspace->m_isReadOnly = true;
    return salvaged;
}

Result<Salvaged> Salvager::readWithOtherFirstPage()
{
    const auto nothing = [this] {
        return fail(ErrorCode::WorkspaceDamaged, u"nothing in the file can be read any more"_s,
            { .file = m_path });
    };
    std::optional<Salvaged> best;
    const auto size = QFileInfo(m_path).size();
    for (auto page : firstPages(m_folder.path())) {
        QFile::remove(copyPath() + u"-journal"_s);
        writeBigEndian(page, PageCountOffset, static_cast<quint32>(size / PageSize));
        writeBigEndian(page, FreeListOffset, 0);
        writeBigEndian(page, FreeListOffset + 4, 0);
        QFile copy(copyPath());
        if (!copy.open(QIODevice::ReadWrite) || copy.write(page) != page.size())
            return fail(ErrorCode::IoWrite, copy.errorString(), { .file = m_path });
        copy.close();
        auto salvaged = read();
        if (!salvaged)
            return salvaged;
        if (!best || salvaged->rowsRead() > best->rowsRead())
            best = std::move(*salvaged);
    }
    if (!best || best->rowsRead() == 0)
        return nothing();
    if (best->complaint.isEmpty())
        best->complaint = u"the first page of the file is damaged"_s;
    return std::move(*best);
}

/// Bytes that do not have the hash beside them.
void Salvager::dropBadBytes(
    SQLite::Database &database, const char *select, const char *remove, TableSalvage &table) const
{
    std::vector<int64_t> bad;
    SQLite::Statement rows(database, select);
    while (rows.executeStep()) {
        const auto bytes = rows.getColumn(2);
        const QByteArrayView view(
            static_cast<const char *>(bytes.getBlob()), static_cast<qsizetype>(bytes.getBytes()));
        if (sha256Hex(view).toStdString() != rows.getColumn(1).getString())
            bad.push_back(rows.getColumn(0).getInt64());
    }
    for (const auto id : bad) {
        SQLite::Statement statement(database, remove);
        statement.bind(1, id);
        statement.exec();
        --table.read;
        ++table.lost;
    }
}

void Salvager::mend(SQLite::Database &database, std::vector<TableSalvage> &tables) const
{
    const auto table = [&](const QString &name) -> TableSalvage & {
        return *std::find_if(
            tables.begin(), tables.end(), [&](const auto &one) { return one.table == name; });
    };
    const auto drop = [&](const QString &name, const char *sql) {
        const auto removed = static_cast<quint64>(database.exec(sql));
        auto &counted = table(name);
        counted.read -= std::min(counted.read, removed);
        counted.lost += removed;
    };
    dropBadBytes(database, "SELECT id, sha256, bytes FROM blobs", "DELETE FROM blobs WHERE id = ?",
        table(u"blobs"_s));
    dropBadBytes(database,
        "SELECT id, console_sha256, console FROM runs WHERE console_sha256 <> ''",
        "DELETE FROM runs WHERE id = ?", table(u"runs"_s));
    drop(u"specs"_s, "DELETE FROM specs WHERE NOT json_valid(spec)");
    drop(u"spec_versions"_s,
        "DELETE FROM spec_versions WHERE NOT json_valid(spec)"
        " OR spec_id NOT IN (SELECT id FROM specs)");
    database.exec(
        "INSERT INTO spec_versions (spec_id, spec, saved) SELECT id, spec, saved FROM specs"
        " WHERE id NOT IN (SELECT spec_id FROM spec_versions)");
    database.exec("INSERT INTO jobs (id, kind, status, started, ended, source_name, source_sha256,"
                  " folder, spec, resolved_spec, tools, log, name)"
                  " SELECT DISTINCT job_id, '', 'failed', '', '', '', '', '', '{}', '{}', '{}', '',"
                  " 'salvaged' FROM artefacts WHERE job_id NOT IN (SELECT id FROM jobs)");
    drop(u"sources"_s, "DELETE FROM sources WHERE job_id NOT IN (SELECT id FROM jobs)");
    drop(u"payloads"_s, "DELETE FROM payloads WHERE job_id NOT IN (SELECT id FROM jobs)");
    for (const char *name : { "console_parts", "run_values", "run_files", "series" })
        drop(QString::fromLatin1(name),
            ("DELETE FROM " + std::string(name) + " WHERE run_id NOT IN (SELECT id FROM runs)")
                .c_str());
    for (const char *name : { "sample_chunks", "sample_blocks", "sample_data" })
        drop(QString::fromLatin1(name),
            ("DELETE FROM " + std::string(name) + " WHERE id >> 24 NOT IN (SELECT id FROM series)")
                .c_str());
    drop(u"team_links"_s,
        "DELETE FROM team_links WHERE job_id NOT IN (SELECT id FROM jobs)"
        " OR run_id NOT IN (SELECT id FROM runs)");
    drop(u"cells"_s, "DELETE FROM cells WHERE NOT json_valid(answer)");
    for (const char *column : { "spec", "resolved_spec", "tools", "summary" }) {
        const std::string name(column);
        const int mended = database.exec(
            "UPDATE jobs SET " + name + " = '{}' WHERE NOT json_valid(" + name + ")");
        table(u"jobs"_s).isCut = table(u"jobs"_s).isCut || mended > 0;
    }
    for (const char *owner : { "artefacts", "models" })
        database.exec("UPDATE " + std::string(owner)
            + " SET blob_id = NULL WHERE blob_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM blobs"
              " WHERE blobs.id = blob_id AND blobs.sha256 = "
            + owner + ".sha256)");
}

quint64 Salvaged::rowsRead() const
{
    quint64 rows = 0;
    for (const auto &table : tables)
        rows += table.read;
    return rows;
}

bool Salvaged::isComplete() const
{
    return std::all_of(
        tables.begin(), tables.end(), [](const auto &table) { return table.isComplete(); });
}

Result<Salvaged> salvage(const QString &path)
{
    return Salvager(QFileInfo(path).absoluteFilePath()).run();
}

Result<void> saveSalvaged(const Salvaged &salvaged, const QString &path)
{
    return salvaged.workspace->saveAs(path);
}

} // namespace tosaic::workspace
