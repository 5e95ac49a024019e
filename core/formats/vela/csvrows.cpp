// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/csvrows.h"

#include "core/formats/byteordermark.h"

#include <csv.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

constexpr size_t BytesAtATime = 65'536; // between two checks of the limits

/// Gives libcsv, which is C with callbacks, an owner.
class Splitter
{
public:
    Splitter(CsvQuotes quotes, const CsvLimits &limits, const std::function<bool(CsvRow &)> &take)
        : m_limits(limits), m_take(take)
    {
        // Every line end is reported so that lines can be counted.
        csv_init(&m_parser, CSV_REPALL_NL);
        // Nothing is trimmed: blanks may belong to names.
        csv_set_space_func(&m_parser, [](unsigned char) { return 0; });
        if (quotes == CsvQuotes::Literal)
            csv_set_quote(&m_parser, 0); // a letter that text does not have
    }
    ~Splitter() { csv_free(&m_parser); }
    Splitter(const Splitter &) = delete;
    Splitter &operator=(const Splitter &) = delete;

    Result<void> run(QByteArrayView text)
    {
        const auto *data = text.data();
        for (auto left = size_t(text.size()); left > 0 && !m_isDone;) {
            const auto chunk = std::min(left, BytesAtATime);
            if (csv_parse(&m_parser, data, chunk, onField, onRow, this) != chunk)
                return fail(ErrorCode::LimitExceeded, u"a row of CSV does not fit into memory"_s,
                    { .line = m_line });
            data += chunk;
            left -= chunk;
            if (csv_get_buffer_size(&m_parser) > m_limits.fieldBytes + BytesAtATime)
                exceed(u"CsvLimits::fieldBytes = %1"_s.arg(m_limits.fieldBytes));
        }
        if (!m_isDone)
            csv_fini(&m_parser, onField, onRow, this);
        return m_exceeded.isEmpty()
            ? Result<void>()
            : fail(ErrorCode::LimitExceeded, u"more than "_s + m_exceeded, { .line = m_line });
    }

private:
    static void onField(void *data, size_t size, void *self)
    {
        static_cast<Splitter *>(self)->addField(static_cast<const char *>(data), size);
    }
    static void onRow(int end, void *self) { static_cast<Splitter *>(self)->endRow(end); }

    void exceed(const QString &limit)
    {
        m_isDone = true;
        m_exceeded = limit;
    }

    void addField(const char *data, size_t size)
    {
        if (m_isDone)
            return;
        if (size > m_limits.fieldBytes)
            return exceed(u"CsvLimits::fieldBytes = %1"_s.arg(m_limits.fieldBytes));
        if (m_row.fields.size() >= m_limits.columns)
            return exceed(u"CsvLimits::columns = %1"_s.arg(m_limits.columns));
        QByteArray field(data, qsizetype(size));
        m_linesInside += int(field.count('\n'));
        m_row.fields.push_back(std::move(field));
    }

    void endRow(int end)
    {
        const bool isSecondHalf = end == '\n' && m_lastEnd == '\r' && m_row.fields.empty();
        m_lastEnd = end;
        if (m_isDone || isSecondHalf)
            return;
        m_row.line = m_line;
        m_line += 1 + std::exchange(m_linesInside, 0);
        const bool isEmpty
            = m_row.fields.empty() || (m_row.fields.size() == 1 && m_row.fields.front().isEmpty());
        if (!isEmpty) {
            if (++m_rows > m_limits.rows)
                return exceed(u"CsvLimits::rows = %1"_s.arg(m_limits.rows));
            m_isDone = !m_take(m_row);
        }
        m_row.fields.clear();
    }

    csv_parser m_parser = {};
    const CsvLimits &m_limits;
    const std::function<bool(CsvRow &)> &m_take;
    CsvRow m_row;
    quint64 m_rows = 0;
    int m_line = 1;
    int m_linesInside = 0;
    int m_lastEnd = 0;
    bool m_isDone = false;
    QString m_exceeded;
};

} // namespace

Result<void> readCsv(QByteArrayView text, CsvQuotes quotes, const CsvLimits &limits,
    const std::function<bool(CsvRow &row)> &take)
{
    return Splitter(quotes, limits, take).run(withoutByteOrderMark(text));
}

void checkCsvEnd(QByteArrayView text, const CsvEnd &end, DiagnosticSink &sink)
{
    const auto isOpen = !text.isEmpty() && !text.endsWith('\n') && !text.endsWith('\r');
    const auto isShort = end.cells < end.columns;
    if (end.line == 0 || (!isOpen && !isShort))
        return;
    const auto why = isShort
        ? u"the last line has %1 of %2 columns"_s.arg(end.cells).arg(end.columns)
        : u"the last line has no line end"_s;
    const auto effect = isOpen
        ? u", and its last value (\"%1\") may be incomplete"_s.arg(end.lastCell.left(80))
        : u", and rows may be missing"_s;
    sink.add(u"csv.cut-off"_s, Severity::Warning,
        why + u": the file seems to be cut off"_s + effect, { .line = end.line });
}

} // namespace tosaic::formats::vela
