// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/boards/board.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::boards {

namespace {

constexpr double LargestNumber = 9007199254740992.0; // 2^53: above it JSON numbers are not exact

/// Reads one board; the first thing that makes no sense ends it.
class BoardReader
{
public:
    BoardReader(const QJsonObject &object, const QString &file) : m_object(object)
    {
        m_board.file = file;
    }

    Result<Board> read()
    {
        m_board.id = text(m_object, u"id"_s, true);
        m_board.name = text(m_object, u"name"_s, true);
        m_board.vendor = text(m_object, u"vendor"_s, false);
        m_board.notes = texts(m_object, u"notes"_s);
        readSources();
        for (const auto &npu : objects(m_object, u"npus"_s))
            readNpu(npu);
        for (const auto &memory : objects(m_object, u"memories"_s))
            readMemory(memory);
        if (m_board.memories.empty())
            wrong(u"memories"_s, u"names no memory"_s);
        if (m_problem)
            return fail(*m_problem);
        return std::move(m_board);
    }

private:
    void wrong(const QString &key, const QString &what)
    {
        if (m_problem)
            return;
        m_problem = Error{ ErrorCode::FormatDamaged, u"'%1' %2"_s.arg(key, what),
            { .file = m_board.file, .entity = m_board.id } };
    }

    QString text(const QJsonObject &object, const QString &key, bool isNeeded)
    {
        const auto value = object.value(key);
        if (!value.isUndefined() && !value.isString())
            wrong(key, u"is no text"_s);
        if (isNeeded && value.toString().isEmpty())
            wrong(key, u"is missing"_s);
        return value.toString();
    }

    QStringList texts(const QJsonObject &object, const QString &key)
    {
        QStringList list;
        for (const auto &value : array(object, key)) {
            if (!value.isString())
                wrong(key, u"holds something that is no text"_s);
            list.append(value.toString());
        }
        return list;
    }

    QJsonArray array(const QJsonObject &object, const QString &key)
    {
        const auto value = object.value(key);
        if (!value.isUndefined() && !value.isArray())
            wrong(key, u"is no list"_s);
        return value.toArray();
    }

    std::vector<QJsonObject> objects(const QJsonObject &object, const QString &key)
    {
        std::vector<QJsonObject> list;
        for (const auto &value : array(object, key)) {
            if (!value.isObject())
                wrong(key, u"holds something that is no object"_s);
            list.push_back(value.toObject());
        }
        return list;
    }

    bool flag(const QJsonObject &object, const QString &key, bool fallback)
    {
        const auto value = object.value(key);
        if (!value.isUndefined() && !value.isBool())
            wrong(key, u"is neither true nor false"_s);
        return value.toBool(fallback);
    }

    std::optional<quint64> number(const QJsonObject &object, const QString &key)
    {
        const auto value = object.value(key);
        if (value.isUndefined() || value.isNull())
            return {};
        const auto real = value.toDouble(-1);
        if (real <= 0 || real > LargestNumber || std::floor(real) != real) {
            wrong(key, u"is no whole number above 0; leave it out where it is not known"_s);
            return {};
        }
        return static_cast<quint64>(real);
    }

    void readSources()
    {
        const auto all = m_object.value(u"sources"_s).toObject();
        for (const auto &id : all.keys()) {
            const auto source = all.value(id).toObject();
            m_board.sources.push_back(
                { id, text(source, u"title"_s, true), text(source, u"url"_s, false) });
        }
    }

    QStringList sourceIds(const QJsonObject &object)
    {
        const auto ids = texts(object, u"sources"_s);
        for (const auto &id : ids) {
            if (!m_board.source(id))
                wrong(u"sources"_s, u"names '%1', which the board does not list"_s.arg(id));
        }
        return ids;
    }

    void readNpu(const QJsonObject &object)
    {
        BoardNpu npu;
        const auto family = text(object, u"family"_s, true);
        if (const auto known = spec::familyOf(family))
            npu.family = *known;
        else
            wrong(u"family"_s, u"is '%1', not ethos-u55, ethos-u65 or ethos-u85"_s.arg(family));
        for (const auto &macs : array(object, u"macs"_s)) {
            if (macs.toInt() <= 0)
                wrong(u"macs"_s, u"holds something that is no number above 0"_s);
            npu.macs.push_back(macs.toInt());
        }
        npu.clockHz = number(object, u"clockHz"_s);
        npu.note = text(object, u"note"_s, false);
        npu.sources = sourceIds(object);
        m_board.npus.push_back(std::move(npu));
    }

    void readMemory(const QJsonObject &object)
    {
        BoardMemory memory;
        memory.name = text(object, u"name"_s, true);
        memory.technology = text(object, u"technology"_s, false);
        for (const auto &use : texts(object, u"uses"_s))
            readUse(use, memory);
        if (memory.uses.empty())
            wrong(u"uses"_s, u"is missing: sram, flash or dram"_s);
        memory.bytes = number(object, u"bytes"_s);
        memory.isOnChip = flag(object, u"onChip"_s, false);
        memory.isFitted = flag(object, u"fitted"_s, true);
        memory.isContiguous = flag(object, u"contiguous"_s, true);
        memory.note = text(object, u"note"_s, false);
        memory.sources = sourceIds(object);
        quint64 sum = 0;
        for (const auto &bank : objects(object, u"banks"_s)) {
            memory.banks.push_back(
                { text(bank, u"name"_s, true), number(bank, u"bytes"_s).value_or(0) });
            sum += memory.banks.back().bytes;
        }
        if (!memory.banks.empty() && memory.bytes && sum != *memory.bytes)
            wrong(u"banks"_s, u"add up to another size than 'bytes'"_s);
        m_board.memories.push_back(std::move(memory));
    }

    void readUse(const QString &name, BoardMemory &memory)
    {
        for (const auto use : { Use::Sram, Use::Flash, Use::Dram }) {
            if (useName(use) == name) {
                memory.uses.push_back(use);
                return;
            }
        }
        wrong(u"uses"_s, u"holds '%1'; there are sram, flash and dram"_s.arg(name));
    }

    const QJsonObject &m_object;
    Board m_board;
    std::optional<Error> m_problem;
};

void add(std::vector<Diagnostic> *diagnostics, const QString &id, const QString &text,
    const Location &where)
{
    if (diagnostics)
        diagnostics->push_back({ id, Severity::Warning, where, text });
}

} // namespace

Result<std::vector<Board>> readBoards(
    const QByteArray &json, const QString &file, std::vector<Diagnostic> *diagnostics)
{
    if (json.size() > LargestBoardFile)
        return fail(ErrorCode::LimitExceeded, u"larger than 1 MiB"_s, { .file = file });
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        return fail(ErrorCode::FormatDamaged,
            error.error == QJsonParseError::NoError ? u"no JSON object"_s : error.errorString(),
            { .file = file, .offset = static_cast<quint64>(error.offset) });
    const auto version = document.object().value(u"formatVersion"_s).toInt(-1);
    if (version != 1)
        return fail(ErrorCode::FormatUnsupported,
            u"'formatVersion' must be 1, which this program reads"_s, { .file = file });
    std::vector<Board> boards;
    const auto list = document.object().value(u"boards"_s).toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const auto object = list[i].toObject();
        auto board = BoardReader(object, file).read();
        if (board)
            boards.push_back(std::move(*board));
        else
            add(diagnostics, u"board.damaged"_s,
                u"board %1 is left out: %2"_s.arg(i + 1).arg(board.error().detail),
                board.error().location);
    }
    if (list.isEmpty())
        add(diagnostics, u"board.none"_s, u"'boards' lists nothing"_s, { .file = file });
    return boards;
}

} // namespace tosaic::boards
