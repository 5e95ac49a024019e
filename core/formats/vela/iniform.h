// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/velaini.h"

/// One section as a form shows it: every key it may have, what counts and where that comes from.
namespace tosaic::formats::vela {

struct IniRow
{
    QString key; ///< in the spelling that the C++ core needs
    QString unit; ///< iniUnit()
    std::optional<QString> own; ///< what this section says, as written
    /// What counts for Vela's Python part (of *_max_reads and *_max_writes, which only the C++ core
    /// reads, for that), as written; empty: nothing, the section is not complete.
    QString value;
    QString from; ///< section, "DEFAULT" or "default" (built in)
    /// What the C++ core takes, where that differs; also of what is built in, where both say
    /// "default".
    std::optional<QString> coreValue;
    QString coreFrom;
    bool isUsed = true; ///< false: of a memory that no port leads to
    Location place; ///< of the entry that counts; without line if it is built in
};

/// In the order of Arm's file; keys of memories that no port leads to only if the section has them.
/// Empty if there is no such section.
std::vector<IniRow> iniRows(const VelaIni &ini, const QString &section);

/// AXI bytes a beat x ports x clock scale x core clock: what a memory can deliver at most.
struct IniBandwidth
{
    QString memory;
    int bytesPerBeat = 0; ///< 8 if the name begins with Ethos_U55, else 16: the C++ core's rule
    qint64 ports = 1;
    double clockScale = 1;
    double clock = 0; ///< Hz
    double bytesPerSecond() const { return bytesPerBeat * double(ports) * clockScale * clock; }
};
/// By the values the C++ core plans with; of a system configuration that states its
/// clock and whose numbers can be read.
std::vector<IniBandwidth> iniBandwidths(const QString &section, const std::vector<IniRow> &rows);

/// What the lint would say about this value, and what cannot be written for both parsers.
std::optional<Diagnostic> iniValueProblem(bool isSystem, const QString &key, const QString &value);

} // namespace tosaic::formats::vela
