// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorysystem.h"
#include "core/compiled/estimate.h"
#include "core/model/entityref.h"
#include "core/model/ethosu.h"

#include <optional>
#include <vector>

/// Where a memory mode puts what a model needs, how much that is, and what moves over the NPU's
/// ports. Sizes are those of the real payloads; where these are not at hand, what Vela's summary
/// says. Everything that neither says is absent. All numbers are Origin::Estimate.
namespace tosaic::analysis {

/// One command stream with its data: a delegate of a .pte, a partition of a compile.
struct PartitionMemory
{
    int partition = 0; ///< order of execution
    std::optional<quint64> commandBytes; ///< driver payload with its register commands
    std::optional<quint64> weightBytes; ///< read-only data; a single byte stands for none
    std::optional<quint64> scratchBytes;
    std::optional<quint64> fastScratchBytes; ///< not in a .pte
    std::optional<quint64> stagingBytes; ///< most bytes of buffered weights at one time
    std::vector<model::IoDescriptor> inputs;
    std::vector<model::IoDescriptor> outputs;
    std::optional<compiled::VelaSummary> vela; ///< the whole report; absent: not at hand
    compiled::Summary booked; ///< what Vela counted, as a result states it without its reports
    std::optional<model::NpuConfig> npu; ///< from the command stream
    model::EntityRef entity; ///< delegate or partition
    model::EntityRef commandEntity; ///< block of the payload; empty: `entity`
    model::EntityRef weightEntity;
};

/// What an estimate says of one partition.
PartitionMemory partitionMemory(const compiled::PartitionEstimate &estimate);
/// What a delegate of a program carries.
PartitionMemory partitionMemory(const model::Delegate &delegate, int method, int index);

/// What ExecuTorch needs beside the NPU. Example runners keep planned buffers 1 and 2 in their slow
/// region and 3 in the fast one (executorch examples/arm/executor_runner).
struct ProgramMemory
{
    std::optional<quint64> plannedBytes; ///< buffers 1, 2 and above 3 of the method that needs most
    quint64 plannedFastBytes = 0; ///< buffer 3
    std::optional<quint64> fileRestBytes; ///< of the .pte without weights and commands
    /// Of delegates that are not for the NPU, each once: what they take when they run is in no
    /// file.
    QStringList otherBackends;
    model::EntityRef entity; ///< the method
};
ProgramMemory programMemory(const model::Program &program);

enum class MemoryRole
{
    Sram, ///< on chip, behind AXI0 or the SRAM ports
    External, ///< flash or DRAM behind AXI1 or the EXT ports
    Program ///< memory of the program that the NPU does not touch
};

enum class PartKind
{
    Scratch, ///< feature maps, inputs and outputs
    FastScratch, ///< Dedicated modes: what the compiler keeps on chip for a while
    Weights, ///< with scales and tables
    Commands,
    ReadOnlyAndScratch, ///< Vela's sum, where nothing says how much is which
    SeparateIo, ///< inputs and outputs in regions of their own (--separate-io-regions)
    PlannedBuffers, ///< of the program
    PlannedFastBuffers, ///< of the program
    ProgramFile ///< rest of the .pte
};

/// Something inside a part.
struct InnerPart
{
    enum class Kind
    {
        Input,
        Output,
        Staging ///< weights that are copied on chip before they are used
    };
    Kind kind = Kind::Input;
    std::optional<quint64> offset; ///< bytes from the start of the part
    std::optional<quint64> bytes;
};

struct PartShare
{
    int partition = 0;
    std::optional<quint64> bytes;
    model::EntityRef entity;
};

struct MemoryPart
{
    PartKind kind = PartKind::Scratch;
    /// The largest of the partitions for what they use one after another (scratch, fast scratch),
    /// the sum for what stays (weights, commands). Absent if one of them is not known.
    std::optional<quint64> bytes;
    std::vector<PartShare> shares; ///< by partition; empty: of the program
    std::vector<InnerPart> inner; ///< of the partition that needs most
    model::EntityRef entity; ///< of that partition
};

struct MemoryBox
{
    MemoryRole role = MemoryRole::Sram;
    QString memory; ///< "Sram", "Dram", ...; empty: not known, or of the program
    std::vector<MemoryPart> parts;

    /// What the parts of the NPU and the program need together; absent if one is not known.
    std::optional<quint64> needBytes() const;
    /// The sum of those that are known.
    quint64 knownBytes() const;
    const MemoryPart *part(PartKind kind) const;
};

/// Bytes per inference over a port, all partitions.
struct PortTraffic
{
    std::optional<quint64> featureMapRead;
    std::optional<quint64> featureMapWrite;
    std::optional<quint64> weightRead; ///< without scales
    std::optional<quint64> weightWrite; ///< into the staging buffers
    std::optional<quint64> other; ///< scales, tables: what remains of the total
    std::optional<quint64> total;

    std::optional<quint64> written() const;
};

struct MemoryPort
{
    QString name; ///< "AXI0", "AXI1", "SRAM", "EXT"
    MemoryRole role = MemoryRole::Sram; ///< the memory behind it
    int widthBytes = 8;
    std::optional<int> used; ///< ports that the system configuration uses
    std::optional<int> built; ///< ports of the NPU the commands were made for; U85 only
    bool isReadOnly = false; ///< AXI1 of U55
    std::optional<double> bandwidth; ///< bytes per second: width x ports x clock scale x clock
    PortTraffic traffic;
    std::optional<double> busyShare; ///< total / bandwidth / time of the inference
};

enum class Placement
{
    SramOnly,
    SharedSram,
    DedicatedSram,
    Other, ///< an ini file's own
    Unknown
};

/// What is odd about a picture; the window says it in words.
enum class PictureNote
{
    NotForFamily, ///< Dedicated on Ethos-U55
    NeedsDram, ///< Dedicated with flash: Vela refuses
    ForeignSystem, ///< clock and bandwidth are those of another family
    NoCacheLimit, ///< Dedicated_Sram without a size
    AboveCacheLimit, ///< the compiler took the limit for a wish
    BookedAsFlash, ///< Sram_Only: Vela counts weights as on-chip flash
    SystemUnknown ///< neither the bundled ini file nor a report says where things are
};

struct MemoryPicture
{
    QString target; ///< "ethos-u55-128"
    std::optional<spec::Family> family;
    QString systemConfig;
    QString memoryMode;
    Placement placement = Placement::Unknown;
    std::optional<double> clockHz;
    std::optional<double> inferenceTimeS; ///< all partitions
    std::optional<quint64> cacheLimitBytes;
    std::vector<MemoryPort> ports; ///< two: SRAM, external
    std::vector<MemoryBox> boxes; ///< SRAM, external, program (only if something is known of it)
    std::vector<PictureNote> notes;
    int partitions = 0; ///< 0: only the layout is known
    QStringList otherBackends; ///< ProgramMemory::otherBackends

    const MemoryBox *box(MemoryRole role) const;
    const MemoryPort *port(MemoryRole role) const;
    bool has(PictureNote note) const;
};

struct PictureInput
{
    spec::CompileSpec spec; ///< what is absent is the target's default
    /// Absent: bundledSystem() of the spec, or where that knows nothing, what the summaries say.
    std::optional<MemorySystem> system;
    std::vector<PartitionMemory> partitions; ///< empty: layout without sizes
    std::optional<ProgramMemory> program;
};

MemoryPicture memoryPicture(const PictureInput &input);

/// The traffic and the busy shares; part of memoryPicture().
std::vector<MemoryPort> memoryPorts(const PictureInput &input, const MemorySystem *system);

} // namespace tosaic::analysis
