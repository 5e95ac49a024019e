// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <vector>

namespace tosaic::formats::vela {

/// What is refused to protect memory; an error names the limit that was met.
struct CsvLimits
{
    quint64 rows = 1'000'000;
    size_t columns = 512;
    size_t fieldBytes = 65'536;
};

enum class CsvQuotes
{
    Standard, ///< a field may be quoted, "" inside stands for one quote
    Literal ///< quotes are letters: Vela's C++ core joins names with commas and quotes nothing
};

struct CsvRow
{
    std::vector<QByteArray> fields; ///< at least one
    int line = 0; ///< on which it begins, counts from 1
};

/// Splits text into rows and hands them over one by one until `take` returns false. Lines without
/// anything are left out, and so is a byte order mark; LF, CR and CRLF end a line. Bytes are passed
/// through: the encoding is the caller's matter. Errors: LimitExceeded.
Result<void> readCsv(QByteArrayView text, CsvQuotes quotes, const CsvLimits &limits,
    const std::function<bool(CsvRow &row)> &take);

/// The last row of a table, as far as it tells whether the file is whole.
struct CsvEnd
{
    int line = 0; ///< 0: there was no row
    size_t cells = 0;
    size_t columns = 0; ///< of the header line; 0: that is the row
    QString lastCell; ///< as it stands in the file
};

/// Adds the warning "csv.cut-off" where the text looks as if its end were missing: no line end
/// behind the last row, or fewer cells in it than in the header line.
void checkCsvEnd(QByteArrayView text, const CsvEnd &end, DiagnosticSink &sink);

} // namespace tosaic::formats::vela
