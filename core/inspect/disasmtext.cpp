// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A command stream for people: the table of operations and the listing of commands.
#include "core/inspect/disasmdescription.h"

#include "core/inspect/descriptionparts.h"
#include "core/npu/work.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using npu::FeatureMap;

QString hex(quint64 value)
{
    return u"0x"_s + QString::number(value, 16);
}

QString placeText(const std::optional<int> &region, const std::optional<quint64> &address)
{
    return u"%1+%2"_s.arg(
        region ? u"r%1"_s.arg(*region) : u"r?"_s, address ? hex(*address) : u"?"_s);
}

/// "49x10x1 i8 r1+0x1f40", "scalar 3", "chain 0 of 8x8x16 i32".
QString mapText(const std::optional<FeatureMap> &map)
{
    if (!map)
        return {};
    const auto precision = u"%1%2"_s.arg(QChar(map->isSigned ? u'i' : u'u')).arg(map->bits);
    const auto size = [](quint32 value) { return value > 0 ? QString::number(value) : u"?"_s; };
    const auto shape = size(map->height) + u'x' + size(map->width) + u'x' + size(map->depth);
    switch (map->storage) {
    case FeatureMap::Storage::Scalar:
        return u"scalar "_s + (map->scalar ? QString::number(*map->scalar) : u"?"_s);
    case FeatureMap::Storage::Chained:
        return u"%1 %2 chain buffer %3"_s.arg(shape, precision).arg(map->chainBuffer);
    case FeatureMap::Storage::None:
        return u"none"_s;
    default:
        return u"%1 %2 %3"_s.arg(shape, precision, placeText(map->region, map->tileAddress[0]));
    }
}

QString rangeText(const std::optional<npu::RegionRange> &range)
{
    return range ? u"r%1+%2"_s.arg(range->region).arg(hex(range->address)) : u"?"_s;
}

QString kernelText(const npu::Kernel &kernel)
{
    auto text = u"%1x%2"_s.arg(kernel.height).arg(kernel.width);
    if (kernel.strideX != 1 || kernel.strideY != 1)
        text += u" stride %1x%2"_s.arg(kernel.strideY).arg(kernel.strideX);
    if (kernel.dilationX != 1 || kernel.dilationY != 1)
        text += u" dilation %1x%2"_s.arg(kernel.dilationY).arg(kernel.dilationX);
    return text;
}

/// What does not fit a column of its own.
QString detailText(const npu::Operation &operation)
{
    QStringList parts;
    if (operation.kernel)
        parts << kernelText(*operation.kernel);
    if (const auto &dma = operation.dma) {
        const auto destination = dma->isInternal
            ? u"NPU+"_s + (dma->destination ? hex(dma->destination->address) : u"?"_s)
            : rangeText(dma->destination);
        parts << u"%1 -> %2, %3 bytes"_s.arg(
            rangeText(dma->source), destination, countText(dma->bytes));
        if (dma->indices)
            parts << u"indices "_s + rangeText(dma->indices);
    }
    quint64 weights = 0;
    for (const auto &range : operation.weights)
        weights += range.length;
    if (weights > 0)
        parts << u"weights %1, %2 bytes"_s.arg(
            rangeText(operation.weights.front()), countText(weights));
    if (!operation.activation.isEmpty())
        parts << operation.activation;
    if (operation.branchTarget)
        parts << u"to "_s + hex(*operation.branchTarget);
    if (operation.chain >= 0)
        parts << u"chain %1"_s.arg(operation.chain);
    if (operation.dmaWait)
        parts << u"waits for DMA <= %1"_s.arg(*operation.dmaWait);
    if (operation.kernelWait)
        parts << u"waits for kernels <= %1"_s.arg(*operation.kernelWait);
    if (!operation.isStateKnown)
        parts << u"registers not known behind a branch"_s;
    return parts.join(u"; "_s);
}

QStringList rowOf(const npu::Operation &operation, const npu::Work &work)
{
    auto kind = npu::operationKindName(operation.kind);
    if (!operation.mode.isEmpty())
        kind += u' ' + operation.mode;
    return { QString::number(operation.index), hex(operation.offset), kind,
        orDash(mapText(operation.ifm)), orDash(mapText(operation.ifm2)),
        orDash(mapText(operation.ofm)), work.macs ? countText(*work.macs) : u"-"_s,
        orDash(detailText(operation)) };
}

} // namespace

QString ownerText(const model::EntityRef &owner)
{
    if (owner.kind == model::EntityRef::Kind::Delegate)
        return u"method %1, delegate %2"_s.arg(owner.method).arg(owner.index);
    if (owner.kind == model::EntityRef::Kind::Operator)
        return u"subgraph %1, operator %2"_s.arg(owner.method).arg(owner.index);
    return {};
}

namespace {

/// The total that Vela's summary states, and why it is not the product of all shapes if it is not.
void addMacs(DescriptionSection &section, const npu::WorkTotal &total)
{
    const auto add = [&](const char *label, const QString &value) {
        section.facts.push_back({ QString::fromLatin1(label), value });
    };
    const auto addNote = [&](quint64 operations, npu::MacRule rule) {
        if (operations > 0)
            add(QT_TRANSLATE_NOOP("Description", "Counted apart"),
                u"%1 operations (%2)"_s.arg(
                    countText(operations), QString::fromLatin1(npu::macRuleNote(rule))));
    };
    add(QT_TRANSLATE_NOOP("Description", "MACs"), countText(total.macs));
    addNote(total.sparseOperations, npu::MacRule::SparseWeights);
    addNote(total.rearrangements, npu::MacRule::Rearrangement);
    if (total.operationsWithoutMacs > 0)
        add(QT_TRANSLATE_NOOP("Description", "Operations with unknown MACs"),
            countText(total.operationsWithoutMacs));
}

} // namespace

DescriptionSection describeStream(const npu::PlacedStream &placed, const QString &knownOwner)
{
    const auto label = [](const char *text) { return QString::fromLatin1(text); };
    DescriptionSection section;
    section.title = label(QT_TRANSLATE_NOOP("Description", "Command stream"));
    const auto owner = knownOwner.isEmpty() ? ownerText(placed.place.owner) : knownOwner;
    if (!owner.isEmpty())
        section.facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Owner")), owner });
    if (!placed.stream) {
        section.facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Error")),
            placed.error ? placed.error->toText() : QString() });
        return section;
    }
    const auto &stream = *placed.stream;
    section.facts.push_back(
        { label(QT_TRANSLATE_NOOP("Description", "NPU")), stream.config.name() });
    section.facts.push_back(
        { label(QT_TRANSLATE_NOOP("Description", "Driver format")), stream.driverFormat });
    section.facts.push_back(
        { label(QT_TRANSLATE_NOOP("Description", "Words")), countText(stream.words) });
    section.facts.push_back(
        { label(QT_TRANSLATE_NOOP("Description", "Commands")), countText(stream.commands.size()) });
    section.facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Waits")),
        countText(stream.dmaWaits + stream.kernelWaits) });
    section.facts.push_back({ label(QT_TRANSLATE_NOOP("Description", "Unknown commands")),
        countText(stream.unknown.size()) });
    const auto work = npu::workOf(stream);
    addMacs(section, npu::total(work));
    section.table.columns
        = { { u"#"_s, true }, { label(QT_TRANSLATE_NOOP("Description", "Offset")), true },
              { label(QT_TRANSLATE_NOOP("Description", "Operation")) },
              { label(QT_TRANSLATE_NOOP("Description", "IFM")) },
              { label(QT_TRANSLATE_NOOP("Description", "IFM2")) },
              { label(QT_TRANSLATE_NOOP("Description", "OFM")) },
              { label(QT_TRANSLATE_NOOP("Description", "MACs")), true },
              { label(QT_TRANSLATE_NOOP("Description", "Details")) } };
    for (size_t i = 0; i < stream.operations.size(); ++i)
        section.table.rows.push_back(
            rowOf(stream.operations[i], i < work.size() ? work[i] : npu::Work{}));
    return section;
}

void writeCommands(const npu::Stream &stream, QTextStream &out)
{
    const auto digits = [](quint32 value, int width) {
        return u"0x"_s + QString::number(value, 16).rightJustified(width, u'0');
    };
    for (const auto &command : stream.commands) {
        auto name = npu::commandName(command, stream.config.product);
        if (name.isEmpty())
            name = u"UNKNOWN_"_s + digits(command.opcode, 3);
        out << digits(command.offset, 6) << "  " << name.leftJustified(30) << "  "
            << digits(command.parameter, 4) << "  "
            << (command.hasPayload ? digits(command.payload, 8) : u"-         "_s);
        const auto fields = npu::commandFields(command, stream.config.product);
        if (!fields.isEmpty())
            out << "  " << fields;
        out << '\n';
    }
}

} // namespace tosaic::inspect
