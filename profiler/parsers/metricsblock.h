// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/parsestate.h"

#include <QByteArray>
#include <QByteArrayView>

namespace tosaic::profile {

/// ML-EK's inference runner (26.03) can print its measurements for programs: <metrics>, base64 of
/// JSON, </metrics>, on one line or on several. The JSON is a list of {"profiling_group", "count",
/// "samples": [{"name": "NPU ACTIVE", "value": [n]}]}; each makes a profile, unless it repeats the
/// one that was printed before it. Damage is a diagnostic "metrics.damaged".
class MetricsBlock
{
public:
    /// Returns whether the line belongs to a block.
    bool take(ParseState &state, QByteArrayView line, quint64 number);
    bool isOpen() const { return m_isOpen; }
    /// The text ends.
    void finish(ParseState &state);

private:
    void close(ParseState &state, bool isWhole);

    QByteArray m_text; ///< base64 without white space
    quint64 m_line = 0; ///< where the block begins
    bool m_isOpen = false;
};

} // namespace tosaic::profile
