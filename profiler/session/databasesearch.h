// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"
#include "profiler/session/velareports.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tosaic {

/// Why the database of these reports is not that of a command stream.
QString otherStreamText(const VelaReports &report, const npu::Stream &stream);

/// Gives debug databases to command streams by what both say, each entry of a database to one
/// stream only. What does not fit, or fits as well as another, is given to none and told.
class DatabaseSearch
{
public:
    struct Found
    {
        size_t report = 0; ///< into the reports that were asked
        qint64 commandStream = 0; ///< cmdstream_id
        int place = 0; ///< of that entry in the database, counting from 0
    };

    explicit DatabaseSearch(std::vector<Diagnostic> &diagnostics) : m_diagnostics(diagnostics) { }

    /// The entry of this database for a stream that the compile says it belongs to.
    std::optional<qint64> streamIn(const VelaReports &report, const npu::Stream &stream);
    /// One answer for each stream, absent where there is none.
    std::vector<std::optional<Found>> assign(
        const std::vector<const npu::Stream *> &streams, const std::vector<VelaReports> &reports);
    void tellAmbiguous(const QString &name, const std::vector<VelaReports> &reports);

private:
    using Entry = std::pair<const formats::vela::VelaDebugDb *, qint64>;

    std::vector<Found> fitting(
        const npu::Stream &stream, const std::vector<VelaReports> &reports) const;
    std::vector<Diagnostic> &m_diagnostics;
    std::set<Entry> m_used;
};

} // namespace tosaic
