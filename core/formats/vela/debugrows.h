// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/debugdb.h"

namespace tosaic::formats::vela {

/// Takes tables line by line, as both ways of reading (XML and scan) find them.
class DebugRows
{
public:
    DebugRows(VelaDebugDb &db, const DebugDbLimits &limits, DiagnosticSink &sink);

    void beginTable(const QString &name);
    /// A line of the table's CSV without its end; the first one that is not empty is the header.
    void addLine(QByteArrayView line);
    void endTable();

    /// A limit that was met: nothing is taken any more.
    bool isOver() const { return !m_exceeded.isEmpty(); }
    QString exceeded() const { return m_exceeded; }
    /// The Python core doubles quotes inside texts, the C++ core does not.
    void setDoublesQuotes(bool doubles) { m_doublesQuotes = doubles; }
    bool isInTable() const { return m_isInTable; }

private:
    struct Field
    {
        const char *begin = nullptr;
        size_t size = 0;
        bool isQuoted = false;
        bool isNumber = false; ///< short decimal number, which is in `number`
        qint64 number = 0;
    };

    void addHeader();
    void split(QByteArrayView line);
    bool fitFields();
    void append(DebugColumn &column, const Field &field);

    VelaDebugDb &m_db;
    const DebugDbLimits &m_limits;
    DiagnosticSink &m_sink;
    DebugTable m_table;
    std::vector<Field> m_fields;
    std::optional<size_t> m_nameColumn; ///< the one column with free text
    bool m_isInTable = false;
    bool m_doublesQuotes = false;
    QString m_exceeded;
};

} // namespace tosaic::formats::vela
