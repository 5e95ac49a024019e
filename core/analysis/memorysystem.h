// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/specrules.h"

#include <QString>

#include <optional>
#include <vector>

/// The memories that a system configuration and a memory mode of vela.ini describe.
namespace tosaic::analysis {

/// One of the two groups of ports by which an Ethos-U reaches memory.
struct PortFacts
{
    QString memory; ///< "Sram", "Dram", "OnChipFlash", "OffChipFlash": as in vela.ini
    int ports = 1; ///< that the configuration uses; more than one on Ethos-U85 only; 0: not known
    double clockScale = 1; ///< of the NPU's clock
};

struct MemorySystem
{
    QString systemConfig;
    QString memoryMode;
    std::optional<spec::Family> family; ///< that the name of the configuration stands for
    std::optional<double> clockHz;
    PortFacts axi0; ///< of U85: the SRAM ports
    PortFacts axi1; ///< of U85: the EXT ports
    QString constMemory; ///< weights and commands; in Sram_Only "Sram", as it really is
    QString arenaMemory; ///< feature maps
    QString cacheMemory; ///< what the compiler stages there: fast storage
    std::optional<quint64> cacheLimitBytes; ///< arena_cache_size; absent: none

    /// "Sram": where the memory mode has what a command stream keeps in a region: 0 constants, 1
    /// arena, 2 fast scratch, 3 and 4 inputs and outputs with --separate-io-regions, which Vela
    /// books as feature maps. Empty for others, and where it is not known. Which port a driver
    /// takes for a region says nothing of it: in Sram_Only constants lie in SRAM behind any port.
    QString memoryOf(int region) const;

    /// The second memory can be written, which Dedicated_Sram modes need.
    bool hasWritableExternal() const { return axi1.memory == QStringLiteral("Dram"); }
};

/// Bytes that one port moves in a clock: 8 on Ethos-U55, 16 on the others.
int portWidthBytes(spec::Family family);

/// Of Arm/vela.ini as Vela 4.3 to 5.2 ship it; absent if either name is not in it.
std::optional<MemorySystem> bundledSystem(const QString &systemConfig, const QString &memoryMode);

/// What stands in the way of a memory mode.
enum class ModeObstacle
{
    None,
    NotForFamily, ///< Dedicated_Sram on Ethos-U55, whose second port only reads
    NeedsDram ///< the system configuration's second memory is flash: Vela refuses
};

struct ModeChoice
{
    QString name; ///< "Shared_Sram"
    ModeObstacle obstacle = ModeObstacle::None;
};

/// The modes of Arm/vela.ini with what stands in the way of each for this spec; a mode of the
/// spec's own that is not among them follows.
std::vector<ModeChoice> modeChoices(const spec::CompileSpec &spec);

} // namespace tosaic::analysis
