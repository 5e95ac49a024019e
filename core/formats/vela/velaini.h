// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/initext.h"

#include <QStringList>

#include <variant>

namespace tosaic::formats::vela {

inline constexpr QLatin1StringView SystemPrefix("System_Config.");
inline constexpr QLatin1StringView ModePrefix("Memory_Mode.");

/// One or several vela.ini files, as both of Vela's parsers read them.
struct VelaIni
{
    QStringList files;
    PythonIni python;
    CoreIni core;
    QStringList systemConfigs; ///< names without the prefix, in the order of the files
    QStringList memoryModes;
    std::vector<Diagnostic> diagnostics; ///< what Vela would stumble over, with file and line
};

/// Errors: LimitExceeded. What is wrong in the files becomes diagnostics; python.error says whether
/// Vela would refuse them.
Result<VelaIni> readVelaIni(const IniSources &files);

/// Sections that inherit from each other; Python gives up at about 1000 calls.
inline constexpr int LargestInheritance = 900;

using IniNumber = std::variant<QString, double, qint64>; ///< a name, a real or a whole number
QString iniNumberText(const IniNumber &value);

/// A setting with the place it comes from.
struct ResolvedSetting
{
    QString key; ///< "core_clock" (Hz), "Sram_read_latency" (cycles), "arena_cache_size" (bytes)
    std::optional<IniNumber> value; ///< absent: the accelerator's address space (arena_cache_size)
    QString from; ///< section; "default" if no section has it
    Location place; ///< of the entry
    /// What the C++ core takes instead, where the two parsers disagree.
    std::optional<IniNumber> coreValue;
    QString coreFrom;
};

/// What --system-config and --memory-mode stand for.
struct IniResolution
{
    QString systemConfig;
    QString memoryMode;
    std::vector<ResolvedSetting> settings; ///< of the system, then of the memory mode
    QString constMemory; ///< "OffChipFlash": where weights are
    QString arenaMemory; ///< "Sram": where feature maps are
    QString cacheMemory; ///< "Sram": fast storage
    std::vector<Diagnostic> diagnostics; ///< about this choice only

    const ResolvedSetting *setting(const QString &key) const;
};

/// Resolves as Vela 5 does, with inheritance (the child's value wins) and built-in defaults. Errors
/// are SpecInvalid with Vela's own words where it has some: section unknown, number or name
/// that Python cannot read, inheritance that does not end, memory areas that do not fit.
Result<IniResolution> resolveIni(
    const VelaIni &ini, const QString &systemConfig, const QString &memoryMode);

/// How the C++ core finds a key in the last section of that name; null if it does not.
struct CoreHit
{
    const IniEntry *entry = nullptr;
    const IniSection *section = nullptr;
};
CoreHit findInCore(const CoreIni &core, const QString &section, const QString &key);

/// Diagnostics of the files: what one parser or both misunderstand.
void lintIni(const VelaIni &ini, DiagnosticSink &sink);

} // namespace tosaic::formats::vela
