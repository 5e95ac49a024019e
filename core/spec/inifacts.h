// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// What the rules need to know of a vela.ini file. A plain value: who has read the file fills it
/// in.
namespace tosaic::spec {

struct IniSystem
{
    QString name; ///< without "System_Config."
    QString axi0; ///< memory behind the port: "Sram", "Dram", "OnChipFlash", "OffChipFlash"
    QString axi1;
};

struct IniMode
{
    QString name; ///< without "Memory_Mode."
    QString constPort = QStringLiteral("Axi0"); ///< of weights; "Axi0" or "Axi1"
    QString arenaPort = QStringLiteral("Axi0"); ///< of feature maps
    QString cachePort = QStringLiteral("Axi0"); ///< of the fast scratch
    bool hasCacheSize = false; ///< says arena_cache_size
};

struct IniFacts
{
    std::vector<IniSystem> systemConfigs; ///< inheritance resolved
    std::vector<IniMode> memoryModes;

    const IniSystem *system(const QString &name) const;
    const IniMode *mode(const QString &name) const;
    QStringList systemNames() const;
    QStringList modeNames() const;
};

/// Arm/vela.ini as Vela 4.3 to 5.2 ship it (byte-identical in all).
const IniFacts &bundledIni();

/// The memory behind "Axi0" or "Axi1"; empty for another port name.
QString memoryBehind(const IniSystem &system, const QString &port);

/// A part of the memory mode that lands in a memory which Vela refuses for it.
struct AreaProblem
{
    QString area; ///< "arena_mem_area"
    QString memory; ///< "OffChipFlash"
    QString allowed; ///< "Sram or Dram", as Vela words it
};
/// By Vela 5.1.0's checks after reading the file (architecture_features.py).
std::optional<AreaProblem> areaProblem(const IniSystem &system, const IniMode &mode);
/// The arena is behind another port than the cache, so the fast scratch is a cache ("Dedicated").
bool isDedicated(const IniMode &mode);

} // namespace tosaic::spec
