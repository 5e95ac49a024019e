// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/needwords.h"

#include "core/base/units.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::Memory;
using analysis::MemoryNeed;
using analysis::PartKind;

struct NeedText
{
    Q_DECLARE_TR_FUNCTIONS(MemoryNeed)
};

} // namespace

QString memoryName(Memory memory)
{
    switch (memory) {
    case Memory::Sram:
        return NeedText::tr("SRAM");
    case Memory::Flash:
        return NeedText::tr("Flash");
    case Memory::Dram:
        return NeedText::tr("DRAM");
    }
    return {};
}

QString memoryAreaName(const QString &memory)
{
    if (memory == "Sram"_L1)
        return memoryName(Memory::Sram);
    if (memory == "Dram"_L1)
        return memoryName(Memory::Dram);
    if (memory == "OnChipFlash"_L1)
        return NeedText::tr("On-chip flash");
    return memory == "OffChipFlash"_L1 ? NeedText::tr("Off-chip flash") : memory;
}

QString partName(PartKind kind)
{
    switch (kind) {
    case PartKind::Scratch:
        return NeedText::tr("Scratch");
    case PartKind::FastScratch:
        return NeedText::tr("Fast scratch");
    case PartKind::Weights:
        return NeedText::tr("Weights");
    case PartKind::Commands:
        return NeedText::tr("Commands");
    case PartKind::ReadOnlyAndScratch:
        return NeedText::tr("Weights and scratch");
    case PartKind::SeparateIo:
        return NeedText::tr("Inputs and outputs");
    case PartKind::PlannedBuffers:
        return NeedText::tr("Planned buffers");
    case PartKind::PlannedFastBuffers:
        return NeedText::tr("Planned fast buffers");
    case PartKind::ProgramFile:
        return NeedText::tr("Rest of the .pte");
    }
    return {};
}

QString needText(const MemoryNeed &need, Memory memory)
{
    if (const auto bytes = need.bytes(memory))
        return formatBytes(*bytes);
    const auto *place = need.place(memory);
    return place && place->knownBytes() > 0
        ? NeedText::tr("at least %1").arg(formatBytes(place->knownBytes()))
        : notKnownText();
}

QString needDetail(const MemoryNeed &need, Memory memory)
{
    const auto *place = need.place(memory);
    QStringList parts;
    for (const auto &part : place ? place->parts : std::vector<MemoryNeed::Part>()) {
        if (part.bytes != 0U)
            parts << NeedText::tr("%1 %2", "part and its size")
                         .arg(partName(part.kind).toLower(),
                             part.bytes ? formatBytes(*part.bytes) : notKnownText().toLower());
    }
    return parts.join(u", "_s);
}

} // namespace tosaic::views
