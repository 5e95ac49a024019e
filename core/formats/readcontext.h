// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <flatbuffers/flatbuffers.h>

#include <QHash>
#include <QtEndian>

#include <optional>
#include <vector>

namespace tosaic::formats {

/// What one file may cost. Tables may be shared inside a FlatBuffer, so a small hostile file could
/// ask for any amount of memory; real files share at most strings. So each number is also bounded
/// by what a file of its size can hold without sharing (ReadContext).
struct Limits
{
    static constexpr quint32 Depth = 16; ///< nesting of tables; the schemas have 5
    static constexpr quint32 Tables = 4'000'000;
    QString subject = QStringLiteral("program"); ///< what an error says that needs more
    quint64 entries = 1'000'000; ///< values, instructions, frames, operators, ... in all
    quint64 listElements = 16'000'000; ///< sizes, arguments, list items in all
    quint64 textBytes = quint64(128) << 20; ///< strings and compile specs in all
};

/// How many tables a file of this size may have, Limits::Tables at most.
quint32 tableLimit(QByteArrayView flatBuffer);
flatbuffers::Verifier verifierOf(QByteArrayView flatBuffer, quint32 tables = Limits::Tables);

/// What all parts of the reader share: the bytes, the complaints, the budget. Lives for one read.
class ReadContext
{
public:
    explicit ReadContext(const ByteSource &source, Limits limits = {});

    const ByteSource &source() const { return m_source; }
    QByteArrayView bytes() const { return m_source.bytes(); }
    quint64 size() const { return m_source.size(); }
    /// The part of the file that FlatBuffers' 32-bit offsets reach, at most `size` bytes; the
    /// Verifier asserts on larger ones.
    QByteArrayView flatBuffer(quint64 size = FLATBUFFERS_MAX_BUFFER_SIZE) const;

    void report(const QString &id, Severity severity, const QString &text, Location location = {});
    std::vector<Diagnostic> takeDiagnostics() { return m_sink.take(); }
    DiagnosticSink &sink() { return m_sink; }

    Location inFile(std::optional<quint64> offset = {}) const;
    Location inSection(const QString &section, std::optional<quint64> offset = {}) const;
    Location inEntity(const QString &entity, std::optional<quint64> offset = {}) const;
    /// Position of something inside the mapped file.
    quint64 offsetOf(const void *inside) const;

    /// Each returns false once the budget is spent; the read then ends with limitError().
    bool takeEntries(quint64 count) { return take(m_entries, count, "Entries", m_limits.entries); }
    bool takeElements(quint64 count)
    {
        return take(m_elements, count, "ListElements", m_limits.listElements);
    }
    bool takeText(quint64 count) { return take(m_text, count, "TextBytes", m_limits.textBytes); }
    std::optional<Error> limitError() const;

    /// Each distinct string of the file is made once and shared; visibleText() of it, so that no
    /// name can steer whatever shows it.
    QString text(const flatbuffers::String *string);
    /// A text that is a value, not a name: as the file has it.
    QString exactText(const flatbuffers::String *string);
    QByteArray data(const flatbuffers::Vector<quint8> *data);

    template <typename To, typename From>
    std::vector<To> list(const flatbuffers::Vector<From> *from)
    {
        std::vector<To> result;
        if (!from || !takeElements(from->size()))
            return result;
        result.reserve(from->size());
        // The verifier does not check that 8-byte elements are aligned, so they are not read in
        // place.
        const auto *at = from->Data();
        for (flatbuffers::uoffset_t i = 0; i < from->size(); ++i, at += sizeof(From))
            result.push_back(static_cast<To>(qFromLittleEndian<From>(at)));
        return result;
    }

    /// Number of entries to read from a vector of tables: 0 if there is none or the budget is
    /// spent.
    template <typename Table>
    quint32 count(const flatbuffers::Vector<flatbuffers::Offset<Table>> *tables)
    {
        return tables && takeEntries(tables->size()) ? tables->size() : 0;
    }

private:
    bool take(quint64 &used, quint64 count, const char *name, quint64 limit);

    const ByteSource &m_source;
    Limits m_limits;
    DiagnosticSink m_sink;
    QHash<quint64, QString> m_strings;
    quint64 m_entries = 0;
    quint64 m_elements = 0;
    quint64 m_text = 0;
    QString m_exceeded;
};

} // namespace tosaic::formats
