// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorytext.h"

#include "core/base/units.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::BudgetVerdict;
using analysis::MemoryRole;
using analysis::PartKind;
using analysis::PictureNote;
using analysis::Placement;

QString rate(double bytesPerSecond)
{
    return MemoryText::tr("%1 GB/s").arg(QLocale().toString(bytesPerSecond / 1e9, 'g', 4));
}

QString bytes(qint64 count)
{
    return formatBytes(static_cast<quint64>(std::max<qint64>(0, count)));
}

} // namespace

QString memoryTitle(const analysis::MemoryBox &box)
{
    if (box.role == MemoryRole::Sram)
        return MemoryText::tr("On-chip SRAM");
    if (box.role == MemoryRole::Program)
        return MemoryText::tr("Program, not NPU");
    if (box.memory == "Dram"_L1)
        return MemoryText::tr("External DRAM");
    if (box.memory == "OffChipFlash"_L1)
        return MemoryText::tr("Off-chip flash");
    if (box.memory == "OnChipFlash"_L1)
        return MemoryText::tr("On-chip flash");
    return MemoryText::tr("Second memory");
}

QString partMeaning(PartKind kind, Placement placement)
{
    switch (kind) {
    case PartKind::Scratch:
        return MemoryText::tr("Feature maps, inputs and outputs. Partitions run one after another "
                              "and share it: the largest counts.");
    case PartKind::FastScratch:
        return MemoryText::tr("A cache under software control: what the compiler keeps on chip for "
                              "a while. Only the NPU uses it.");
    case PartKind::Weights:
        return placement == Placement::SramOnly
            ? MemoryText::tr("Weights, scales and tables; only read. Vela books them as on-chip "
                             "flash, but they are in the SRAM.")
            : MemoryText::tr("Weights, scales and tables; only read.");
    case PartKind::Commands:
        return MemoryText::tr("The NPU's command streams. Vela's totals leave them out.");
    case PartKind::ReadOnlyAndScratch:
        return MemoryText::tr("Vela states only the sum of weights and scratch.");
    case PartKind::SeparateIo:
        return MemoryText::tr("In regions of their own (--separate-io-regions).");
    case PartKind::PlannedBuffers:
        return MemoryText::tr("ExecuTorch's memory plan: tensors of CPU operators, inputs and "
                              "outputs. Example runners keep it in their slow region.");
    case PartKind::PlannedFastBuffers:
        return MemoryText::tr("The part of ExecuTorch's memory plan that example runners keep in "
                              "their fast region.");
    case PartKind::ProgramFile:
        return MemoryText::tr("Everything in the file but weights and commands.");
    }
    return {};
}

QString innerName(analysis::InnerPart::Kind kind)
{
    switch (kind) {
    case analysis::InnerPart::Kind::Input:
        return MemoryText::tr("Input");
    case analysis::InnerPart::Kind::Output:
        return MemoryText::tr("Output");
    case analysis::InnerPart::Kind::Staging:
        return MemoryText::tr("Staged weights");
    }
    return {};
}

QString sizeText(const std::optional<quint64> &size)
{
    return size ? formatBytes(*size) : MemoryText::tr("Not known");
}

QString portTitle(const analysis::MemoryPort &port)
{
    if (!port.name.startsWith("AXI"_L1) && port.built)
        return MemoryText::tr("%1 ×%2").arg(port.name, QString::number(*port.built));
    return port.isReadOnly ? MemoryText::tr("%1, reads only").arg(port.name) : port.name;
}

QString portBandwidth(const analysis::MemoryPort &port, const std::optional<double> &clockHz)
{
    if (!port.bandwidth)
        return {};
    if (!port.used || !clockHz)
        return rate(*port.bandwidth);
    const auto scale = *port.bandwidth / (port.widthBytes * *port.used * *clockHz);
    return MemoryText::tr("%1 = %2 bytes × %3 × %4 × %5")
        .arg(rate(*port.bandwidth), QString::number(port.widthBytes),
            MemoryText::tr("%n port(s)", nullptr, *port.used), QLocale().toString(scale, 'g', 4),
            formatClock(*clockHz));
}

QString trafficText(const analysis::MemoryPort &port)
{
    if (!port.traffic.total)
        return MemoryText::tr("Traffic not known");
    if (*port.traffic.total == 0)
        return MemoryText::tr("Not used");
    return MemoryText::tr("%1 / inference").arg(formatBytes(*port.traffic.total));
}

QString trafficDetail(const analysis::PortTraffic &traffic)
{
    QStringList parts;
    const auto add = [&](const QString &text, const std::optional<quint64> &count) {
        if (count && *count > 0)
            parts << text.arg(formatBytes(*count));
    };
    add(MemoryText::tr("feature maps read %1"), traffic.featureMapRead);
    add(MemoryText::tr("feature maps written %1"), traffic.featureMapWrite);
    add(MemoryText::tr("weights read %1"), traffic.weightRead);
    add(MemoryText::tr("weights staged %1"), traffic.weightWrite);
    add(MemoryText::tr("scales and tables %1"), traffic.other);
    return parts.join(u", "_s);
}

QString verdictText(const analysis::BudgetRow &row)
{
    const auto rest = row.rest();
    switch (row.verdict) {
    case BudgetVerdict::Fits:
        return MemoryText::tr("%1 left").arg(bytes(rest.value_or(0)));
    case BudgetVerdict::Over:
        return row.need ? MemoryText::tr("over by %1").arg(bytes(-rest.value_or(0)))
                        : MemoryText::tr("over by at least %1").arg(bytes(-rest.value_or(0)));
    case BudgetVerdict::NoPiece:
        return MemoryText::tr("largest bank only %1").arg(sizeText(row.largestPiece));
    case BudgetVerdict::Missing:
        return MemoryText::tr("not on this board");
    case BudgetVerdict::Unknown:
        break;
    }
    return row.need ? MemoryText::tr("capacity not known") : MemoryText::tr("need not known");
}

QString budgetSentence(const analysis::Budget &budget)
{
    QStringList parts;
    for (const auto &row : budget.rows) {
        if (row.verdict == BudgetVerdict::Missing) {
            parts << (row.use == boards::Use::Dram
                    ? MemoryText::tr("%1 has no DRAM").arg(budget.boardName)
                    : MemoryText::tr("%1 has no memory for this").arg(budget.boardName));
        } else if (row.verdict == BudgetVerdict::Over || row.verdict == BudgetVerdict::NoPiece) {
            parts << (row.role == MemoryRole::Program
                    ? MemoryText::tr("%1 in %2: %3")
                          .arg(partName(row.kind), row.memory, verdictText(row))
                    : MemoryText::tr("%1: %2").arg(row.memory, verdictText(row)));
        }
    }
    if (!parts.isEmpty())
        return parts.join(u"; "_s);
    if (!budget.hasNpu)
        return MemoryText::tr("%1 has no such NPU").arg(budget.boardName);
    if (!budget.otherBackends.isEmpty())
        return MemoryText::tr("Not known whether it fits %1: no file says what %2 takes")
            .arg(budget.boardName, budget.otherBackends.join(u", "_s));
    if (budget.isUnknown())
        return MemoryText::tr("Not known whether it fits %1").arg(budget.boardName);
    return MemoryText::tr("Fits %1").arg(budget.boardName);
}

QString noteText(PictureNote note, const analysis::MemoryPicture &picture)
{
    switch (note) {
    case PictureNote::NotForFamily:
        return MemoryText::tr("%1 is not made for Ethos-U55, whose second port only reads. The "
                              "tools compile it without a word; choose Shared_Sram.")
            .arg(picture.memoryMode);
    case PictureNote::NeedsDram:
        return MemoryText::tr("%1 puts the scratch into the second memory, but that of %2 is "
                              "flash: Vela refuses it.")
            .arg(picture.memoryMode, picture.systemConfig);
    case PictureNote::ForeignSystem:
        return MemoryText::tr("%1 describes a system of another family: clock and bandwidth are "
                              "not those of this NPU.")
            .arg(picture.systemConfig);
    case PictureNote::NoCacheLimit:
        return MemoryText::tr("Dedicated_Sram sets no limit for the fast scratch; a mode with a "
                              "size does.");
    case PictureNote::AboveCacheLimit:
        return MemoryText::tr("The compiler needs more than the limit of %1: in this mode it is "
                              "only a wish.")
            .arg(sizeText(picture.cacheLimitBytes));
    case PictureNote::BookedAsFlash:
        return MemoryText::tr("Vela books the weights as on-chip flash; they are in the SRAM and "
                              "counted there.");
    case PictureNote::SystemUnknown:
        return MemoryText::tr("Where things lie is not known: the ini file of this spec cannot be "
                              "read from here.");
    }
    return {};
}

QString obstacleText(analysis::ModeObstacle obstacle, const spec::CompileSpec &spec)
{
    switch (obstacle) {
    case analysis::ModeObstacle::NotForFamily:
        return MemoryText::tr("Not for Ethos-U55: its second port only reads, the scratch cannot "
                              "lie behind it.");
    case analysis::ModeObstacle::NeedsDram:
        return MemoryText::tr("The second memory of %1 is flash; this mode needs DRAM.")
            .arg(spec::resolved(spec).systemConfig.value_or(QString()));
    case analysis::ModeObstacle::None:
        break;
    }
    return {};
}

} // namespace tosaic::views
