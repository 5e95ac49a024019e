// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <optional>

namespace tosaic::profile {

/// Finds tables of layers: two or more lines in a row with the same number of comma-separated
/// integers behind prefix and tag, the first counting 0, 1, 2, ...
class LayerCollector
{
public:
    /// Takes the message of the next line. Returns the table that ended before it, if one did.
    std::optional<LayerTable> next(const QString &message);
    /// Whether rows are being collected.
    bool isOpen() const { return !m_table.rows.empty(); }
    /// Whether a line may be a row: false is certain, and digits do not decide it.
    static bool mayBeRow(const QString &message);
    /// As next() for a message that is no row, while no table is open.
    void setBefore(const QString &message) { m_before = message; }
    /// The table that is still open at the end of the text.
    std::optional<LayerTable> finish();
    bool wasLimited() const { return m_wasLimited; }

private:
    std::optional<LayerTable> flush();

    QString m_before; ///< the line before: perhaps the header
    QString m_header; ///< the line before the first row
    LayerTable m_table;
    size_t m_cells = 0;
    bool m_wasLimited = false;
};

} // namespace tosaic::profile
