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

namespace tosaic::formats::tosa {

/// What one file may cost. Tables may be shared inside a FlatBuffer, so its size bounds nothing.
/// ExecuTorch's largest partitions have some ten thousand operators.
struct Limits
{
    static constexpr quint32 Depth = 16; ///< nesting of tables; the format has 5
    static constexpr quint32 Tables = 4'000'000;
    static constexpr quint64 Entries = 500'000; ///< blocks, operators, tensors, shapes in all
    static constexpr quint64 ListElements = 8'000'000; ///< names, dimensions, attribute values
    static constexpr quint64 TextBytes = quint64(64) << 20; ///< names and byte attributes in all
};

/// What all parts of the reader share: the bytes, the complaints, the budget. Lives for one read.
class ReadContext
{
public:
    explicit ReadContext(const ByteSource &source);

    const ByteSource &source() const { return m_source; }
    /// The part of the file that FlatBuffers' 32-bit offsets reach.
    QByteArrayView bytes() const { return m_bytes; }
    flatbuffers::Verifier verifier(quint32 tables = Limits::Tables) const;

    void report(const QString &id, Severity severity, const QString &text, Location location = {});
    /// A constant with more bytes than its shape takes. ExecuTorch writes all its zero points for
    /// each channel so: it is told once for the file, with the place of the first.
    void noteLongData(const QString &text, const Location &place);
    std::vector<Diagnostic> takeDiagnostics();
    Location inFile(std::optional<quint64> offset = {}) const;
    Location inEntity(const QString &entity, const void *inside) const;
    quint64 offsetOf(const void *inside) const;

    /// Each returns false once the budget is spent; the read then ends with limitError().
    bool takeEntries(quint64 count) { return take(m_entries, count, "Entries", Limits::Entries); }
    bool takeElements(quint64 count)
    {
        return take(m_elements, count, "ListElements", Limits::ListElements);
    }
    bool takeText(quint64 count) { return take(m_text, count, "TextBytes", Limits::TextBytes); }
    std::optional<Error> limitError() const;

    /// Each distinct string of the file is made once and shared.
    QString text(const flatbuffers::String *string);

    template <typename From>
    std::vector<qint64> list(const flatbuffers::Vector<From> *from)
    {
        std::vector<qint64> result;
        if (!from || !takeElements(from->size()))
            return result;
        result.reserve(from->size());
        const auto *at = from->Data();
        for (flatbuffers::uoffset_t i = 0; i < from->size(); ++i, at += sizeof(From))
            result.push_back(qint64(qFromLittleEndian<From>(at)));
        return result;
    }

    /// Entries to read from a vector of tables: 0 if there is none or the budget is spent.
    template <typename Table>
    quint32 count(const flatbuffers::Vector<flatbuffers::Offset<Table>> *tables)
    {
        return tables && takeEntries(tables->size()) ? tables->size() : 0;
    }

private:
    bool take(quint64 &used, quint64 count, const char *name, quint64 limit);

    const ByteSource &m_source;
    QByteArrayView m_bytes;
    DiagnosticSink m_sink;
    QHash<quint64, QString> m_strings;
    quint64 m_entries = 0;
    quint64 m_elements = 0;
    quint64 m_text = 0;
    QString m_exceeded;
    quint64 m_longData = 0; ///< constants with more bytes than their shape takes
    QString m_longDataText; ///< of the first
    Location m_longDataPlace;
};

} // namespace tosaic::formats::tosa
