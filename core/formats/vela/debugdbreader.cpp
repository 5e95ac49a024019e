// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/debugdb.h"

#include "core/formats/byteordermark.h"
#include "core/formats/vela/debugrows.h"

#include <expat.h>

#include <algorithm>
#include <cstring>
#include <memory>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

constexpr qsizetype ChunkBytes = 1 << 20;
/// Text between two XML events that the parser may have to keep: real ones are below 1 KiB.
constexpr qint64 LargestToken = 4 << 20;

/// Puts lines together from pieces and hands them to the rows.
class LineCollector
{
public:
    LineCollector(DebugRows &rows, const DebugDbLimits &limits) : m_rows(rows), m_limits(limits) { }

    /// False if a line is longer than the limit.
    bool add(QByteArrayView text)
    {
        while (!text.isEmpty()) {
            const auto end = text.indexOf('\n');
            if (end < 0) {
                m_line.append(text);
                return size_t(m_line.size()) <= m_limits.lineBytes;
            }
            if (m_line.isEmpty()) {
                m_rows.addLine(text.first(end));
            } else {
                m_line.append(text.first(end));
                m_rows.addLine(m_line);
                m_line.resize(0);
            }
            text = text.sliced(end + 1);
        }
        return true;
    }
    void finish()
    {
        m_rows.addLine(m_line);
        m_line.resize(0);
    }

private:
    DebugRows &m_rows;
    const DebugDbLimits &m_limits;
    QByteArray m_line;
};

/// Reads with expat. Stops at the first thing that is not as Vela's schema has it.
class XmlReader
{
public:
    XmlReader(VelaDebugDb &db, const DebugDbLimits &limits, DiagnosticSink &sink)
        : m_db(db), m_limits(limits), m_rows(db, limits, sink), m_lines(m_rows, limits),
          m_parser(XML_ParserCreate("UTF-8"), XML_ParserFree) // whatever the file claims
    {
        XML_SetUserData(m_parser.get(), this);
        XML_SetElementHandler(m_parser.get(), onStart, onEnd);
        XML_SetCharacterDataHandler(m_parser.get(), onText);
        XML_SetStartDoctypeDeclHandler(m_parser.get(), onDoctype);
    }

    enum class End
    {
        WellFormed,
        NotWellFormed, ///< `problem` and `line` say what and where
        Refused ///< a document type or a limit: `code`
    };
    End read(QByteArrayView bytes)
    {
        qsizetype done = 0;
        do {
            const auto size = std::min(ChunkBytes, bytes.size() - done);
            const auto isLast = done + size == bytes.size();
            const auto status = XML_Parse(
                m_parser.get(), bytes.data() + done, int(size), isLast ? XML_TRUE : XML_FALSE);
            line = int(XML_GetCurrentLineNumber(m_parser.get()));
            if (!problem.isEmpty())
                return End::Refused;
            if (status != XML_STATUS_OK) {
                problem = QString::fromUtf8(XML_ErrorString(XML_GetErrorCode(m_parser.get())));
                return End::NotWellFormed;
            }
            done += size;
            if (!isLast && done - XML_GetCurrentByteIndex(m_parser.get()) > LargestToken) {
                problem = u"more than LargestToken = %1 bytes of one XML token"_s.arg(LargestToken);
                return End::Refused;
            }
        } while (done < bytes.size());
        m_rows.endTable();
        return End::WellFormed;
    }

    QString problem;
    ErrorCode code = ErrorCode::LimitExceeded;
    int line = 0;

private:
    static void onStart(void *self, const XML_Char *name, const XML_Char **attributes)
    {
        static_cast<XmlReader *>(self)->start(name, attributes);
    }
    static void onEnd(void *self, const XML_Char *name)
    {
        static_cast<XmlReader *>(self)->end(name);
    }
    static void onText(void *self, const XML_Char *text, int size)
    {
        static_cast<XmlReader *>(self)->addText({ text, qsizetype(size) });
    }
    static void onDoctype(void *self, const XML_Char *, const XML_Char *, const XML_Char *, int)
    {
        static_cast<XmlReader *>(self)->refuse(
            u"a document type (DTD, entities): no debug database has one"_s,
            ErrorCode::FormatUnsupported);
    }

    void refuse(const QString &why, ErrorCode reason = ErrorCode::LimitExceeded)
    {
        if (problem.isEmpty()) {
            problem = why;
            code = reason;
        }
        XML_StopParser(m_parser.get(), XML_FALSE);
    }

    void start(const char *name, const char **attributes)
    {
        if (++m_depth > m_limits.depth)
            return refuse(
                u"more than DebugDbLimits::depth = %1 nested elements"_s.arg(m_limits.depth));
        QString tableName;
        for (; attributes[0]; attributes += 2) {
            const auto value = QString::fromUtf8(attributes[1]);
            if (m_depth == 1 && std::strcmp(attributes[0], "source") == 0)
                m_db.source = value;
            else if (m_depth == 1 && std::strcmp(attributes[0], "optimised") == 0)
                m_db.optimised = value;
            else if (std::strcmp(attributes[0], "name") == 0)
                tableName = value;
        }
        if (m_depth == 1)
            m_rows.setDoublesQuotes(m_db.isPythonCore());
        if (m_depth == 2 && std::strcmp(name, "table") == 0)
            m_rows.beginTable(tableName);
        if (m_rows.isOver())
            refuse(u"more than "_s + m_rows.exceeded());
    }

    void end(const char *)
    {
        if (m_depth-- == 2) {
            m_lines.finish();
            m_rows.endTable();
        }
    }

    void addText(QByteArrayView text)
    {
        if (m_depth != 2 || !m_rows.isInTable())
            return;
        if (!m_lines.add(text))
            refuse(u"more than DebugDbLimits::lineBytes = %1 in a line"_s.arg(m_limits.lineBytes));
        else if (m_rows.isOver())
            refuse(u"more than "_s + m_rows.exceeded());
    }

    VelaDebugDb &m_db;
    const DebugDbLimits &m_limits;
    DebugRows m_rows;
    LineCollector m_lines;
    std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> m_parser;
    int m_depth = 0;
};

/// The value of name="..." or name='...' in a line; the C++ core escapes nothing, so the last
/// quote of that kind in the line closes.
QString attribute(QByteArrayView line, const QByteArray &name, bool isGreedy)
{
    for (const char quote : { '"', '\'' }) {
        const auto mark = ' ' + name + '=' + quote;
        const auto begin = line.indexOf(mark);
        if (begin < 0)
            continue;
        const auto rest = line.sliced(begin + mark.size());
        const auto end = isGreedy ? rest.lastIndexOf(quote) : rest.indexOf(quote);
        if (end >= 0)
            return QString::fromUtf8(rest.first(end));
    }
    return {};
}

/// For files that are not well-formed: tables are found by their lines.
class TextScan
{
public:
    TextScan(VelaDebugDb &db, const DebugDbLimits &limits, DiagnosticSink &sink)
        : m_db(db), m_limits(limits), m_rows(db, limits, sink)
    {
    }

    /// The limit that was met, or empty.
    QString read(QByteArrayView bytes)
    {
        while (!bytes.isEmpty() && !m_rows.isOver()) {
            const auto end = bytes.indexOf('\n');
            const auto line = end < 0 ? bytes : bytes.first(end);
            if (size_t(line.size()) > m_limits.lineBytes)
                return u"DebugDbLimits::lineBytes = %1"_s.arg(m_limits.lineBytes);
            takeLine(line);
            bytes = end < 0 ? QByteArrayView() : bytes.sliced(end + 1);
        }
        m_rows.endTable();
        return m_rows.exceeded();
    }

private:
    void takeLine(QByteArrayView line)
    {
        const auto trimmed = line.trimmed();
        if (trimmed.startsWith("<debug")) {
            const auto optimised = attribute(trimmed, "optimised", true);
            m_db.source = attribute(trimmed, "source", optimised.isEmpty());
            m_db.optimised = optimised;
            m_rows.setDoublesQuotes(m_db.isPythonCore());
        } else if (trimmed.startsWith("<table")) {
            m_rows.beginTable(attribute(trimmed, "name", false));
            constexpr QByteArrayView Mark("<![CDATA[");
            const auto at = trimmed.indexOf(Mark);
            if (at >= 0)
                m_rows.addLine(trimmed.sliced(at + Mark.size()));
        } else if (trimmed.startsWith("]]>") || trimmed.startsWith("</table>")) {
            m_rows.endTable();
        } else if (!trimmed.startsWith("<![CDATA[")) {
            m_rows.addLine(line);
        }
    }

    VelaDebugDb &m_db;
    const DebugDbLimits &m_limits;
    DebugRows m_rows;
};

} // namespace

Result<std::shared_ptr<const VelaDebugDb>> readDebugDb(
    const std::shared_ptr<const ByteSource> &file, const DebugDbLimits &limits)
{
    const auto source = inUtf8(file);
    const auto bytes = source->bytes();
    if (source->size() > limits.fileBytes)
        return fail(ErrorCode::LimitExceeded,
            u"more than DebugDbLimits::fileBytes = %1"_s.arg(limits.fileBytes),
            { .file = source->name() });
    auto db = std::make_shared<VelaDebugDb>();
    DiagnosticSink sink;
    XmlReader xml(*db, limits, sink);
    switch (xml.read(bytes)) {
    case XmlReader::End::WellFormed:
        break;
    case XmlReader::End::Refused:
        return fail(xml.code, xml.problem, { .file = source->name(), .line = xml.line });
    case XmlReader::End::NotWellFormed:
        *db = {};
        sink = DiagnosticSink();
        db->isWellFormed = false;
        sink.add(u"vela-debug-db.not-well-formed"_s, Severity::Warning,
            u"not well-formed XML (%1): Vela does not escape names; the tables were found by their "
            "lines, and XML programs cannot read this file"_s.arg(xml.problem),
            { .line = xml.line });
        if (const auto exceeded = TextScan(*db, limits, sink).read(withoutByteOrderMark(bytes));
            !exceeded.isEmpty())
            return fail(
                ErrorCode::LimitExceeded, u"more than "_s + exceeded, { .file = source->name() });
        break;
    }
    if (db->tables.empty())
        return fail(ErrorCode::FormatDamaged, u"a debug database without a table"_s,
            { .file = source->name(), .line = xml.line });
    db->prepareQueue();
    db->diagnostics = sink.take();
    return std::shared_ptr<const VelaDebugDb>(std::move(db));
}

} // namespace tosaic::formats::vela
