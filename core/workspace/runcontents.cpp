// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/runcontents.h"

#include "core/base/bytesource.h"
#include "core/base/mappedfile.h"
#include "core/base/try.h"

#include <QFileInfo>
#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr qsizetype PartBytes = 1024 * 1024;
constexpr quint64 LargestPart = 16 * PartBytes; // of those that others wrote
/// What the parts of a console may become. Logs shrink to a twentieth, zlib goes to a thousandth.
constexpr quint64 MostOfByte = 100;
constexpr quint64 MostOfAny = quint64(256) << 20;
constexpr quint64 LargestWhole = quint64(512) << 20; // of a console that is wanted in one piece
constexpr int FastCompression = 1; // text of consoles; the file is written once and seldom read

/// The bytes that qCompress() made of `size` bytes; nothing if they are something else. The size in
/// front is looked at first, because it says how much memory unpacking takes.
std::optional<QByteArray> unpacked(const QByteArray &packed, quint64 size)
{
    if (packed.size() < 4 || qFromBigEndian<quint32>(packed.constData()) != size)
        return {};
    auto bytes = qUncompress(packed);
    if (static_cast<quint64>(bytes.size()) != size)
        return {};
    return bytes;
}

} // namespace

Result<std::vector<PackedRunFile>> RunContents::packFiles(const std::vector<RunFile> &files)
{
    std::vector<PackedRunFile> packed;
    for (const auto &file : files) {
        const auto source = TRY(ByteSource::map(file.path));
        const auto bytes = source->bytes();
        PackedRunFile one{ file, {} };
        one.file.path = QFileInfo(file.path).absoluteFilePath();
        one.file.size = source->size();
        one.file.sha256 = sha256Hex(bytes);
        if (one.file.size <= BlobLimitBytes)
            one.packed = qCompress(
                reinterpret_cast<const uchar *>(bytes.data()), bytes.size(), FastCompression);
        packed.push_back(std::move(one));
    }
    return packed;
}

void RunContents::addConsole(QByteArrayView console)
{
    for (qsizetype start = 0; start < console.size(); start += PartBytes) {
        const auto part = console.sliced(start, std::min(PartBytes, console.size() - start));
        m_database.query("INSERT INTO console_parts (run_id, size, packed) VALUES (?, ?, ?)")
            .id(m_id)
            .number(static_cast<quint64>(part.size()))
            .bytes(qCompress(
                reinterpret_cast<const uchar *>(part.data()), part.size(), FastCompression))
            .run();
        MappedFile::release(part);
    }
}

void RunContents::addValues(const std::vector<RunValue> &values)
{
    // Prepared once: an ETDump may have a million of them.
    SQLite::Statement insert(m_database.sqlite(),
        "INSERT INTO run_values (run_id, kind, label, name, unit, repeat, value, derived)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto &value : values) {
        int column = 0;
        insert.reset();
        insert.bind(++column, static_cast<int64_t>(m_id.value));
        for (const auto *text : { &value.kind, &value.group, &value.name, &value.unit })
            insert.bind(++column, text->toStdString());
        insert.bind(++column, static_cast<int64_t>(value.repeat));
        insert.bind(++column, value.value);
        insert.bind(++column, value.isDerived ? 1 : 0);
        insert.exec();
    }
}

void RunContents::addFiles(const std::vector<PackedRunFile> &files)
{
    for (const auto &[file, packed] : files) {
        auto insert = m_database.query("INSERT INTO run_files (run_id, role, path, sha256, size,"
                                       " packed) VALUES (?, ?, ?, ?, ?, ?)");
        insert.id(m_id).text(file.role).text(file.path).text(file.sha256).number(file.size);
        packed ? insert.bytes(*packed) : insert.null();
        insert.run();
    }
}

void RunContents::removeValues()
{
    m_database.query("DELETE FROM run_values WHERE run_id = ?").id(m_id).run();
}

Result<ConsoleEnd> RunContents::readConsole(const ConsolePart &take)
{
    auto row = m_database.query("SELECT console FROM runs WHERE id = ?");
    row.id(m_id);
    if (row.next()) {
        if (const auto plain = row.bytes(); !plain.isEmpty()) {
            take(plain);
            return ConsoleEnd{ .read = static_cast<quint64>(plain.size()) };
        }
    }
    return readParts(take);
}

Result<QByteArray> RunContents::console()
{
    QByteArray console;
    const auto end = TRY(readConsole([&console](QByteArrayView part) {
        console += part;
        return static_cast<quint64>(console.size()) <= LargestWhole;
    }));
    if (!end.isWhole)
        return fail(ErrorCode::LimitExceeded,
            u"the console is too large: %1 bytes and more"_s.arg(end.read),
            { .file = m_database.path(), .section = u"run %1"_s.arg(m_id.value) });
    return console;
}

Result<ConsoleEnd> RunContents::readParts(const ConsolePart &take)
{
    auto sum = m_database.query("SELECT sum(length(packed)) FROM console_parts WHERE run_id = ?");
    sum.id(m_id).next();
    const auto most = MostOfAny + MostOfByte * sum.number();
    ConsoleEnd end;
    auto rows
        = m_database.query("SELECT size, packed FROM console_parts WHERE run_id = ? ORDER BY id");
    rows.id(m_id);
    while (rows.next()) {
        const auto size = rows.number();
        const auto part
            = size <= LargestPart ? unpacked(rows.bytes(), size) : std::optional<QByteArray>();
        if (!part)
            return fail(ErrorCode::WorkspaceDamaged, u"part of a console cannot be unpacked"_s,
                { .file = m_database.path(), .section = u"run %1"_s.arg(m_id.value) });
        end.read += size;
        if (!take(*part) || end.read > most) {
            end.isWhole = !rows.next();
            break;
        }
    }
    return end;
}

std::vector<RunValue> RunContents::values()
{
    auto rows = m_database.query("SELECT kind, label, name, unit, repeat, value, derived"
                                 " FROM run_values WHERE run_id = ? ORDER BY id");
    rows.id(m_id);
    std::vector<RunValue> values;
    while (rows.next())
        values.push_back({ .kind = rows.text(),
            .group = rows.text(),
            .name = rows.text(),
            .unit = rows.text(),
            .repeat = rows.number(),
            .value = rows.real(),
            .isDerived = rows.flag() });
    return values;
}

std::vector<RunFile> RunContents::files()
{
    auto rows = m_database.query("SELECT role, path, sha256, size, packed IS NOT NULL"
                                 " FROM run_files WHERE run_id = ? ORDER BY id");
    rows.id(m_id);
    std::vector<RunFile> files;
    while (rows.next())
        files.push_back({ .role = rows.text(),
            .path = rows.text(),
            .sha256 = rows.text(),
            .size = rows.number(),
            .hasCopy = rows.flag() });
    return files;
}

Result<QByteArray> RunContents::fileBytes(const QString &role)
{
    auto row = m_database.query("SELECT path, sha256, size, packed FROM run_files"
                                " WHERE run_id = ? AND role = ? ORDER BY id LIMIT 1");
    row.id(m_id).text(role);
    if (!row.next())
        return fail(ErrorCode::Internal, u"run %1 has no file \"%2\""_s.arg(m_id.value).arg(role),
            { .file = m_database.path() });
    const auto path = row.text();
    const auto sha256 = row.text();
    const auto size = row.number();
    const auto packed = row.bytes();
    std::optional<QByteArray> bytes;
    if (packed.isEmpty()) {
        const auto source = TRY(ByteSource::map(path));
        bytes = source->bytes().toByteArray();
    } else if (size <= BlobLimitBytes) {
        bytes = unpacked(packed, size);
    }
    if (!bytes || sha256Hex(*bytes) != sha256)
        return fail(ErrorCode::FormatDamaged, u"the file no longer has the recorded content"_s,
            { .file = path });
    return *bytes;
}

} // namespace tosaic::workspace
