// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/facts.h"

#include "core/base/units.h"
#include "core/inspect/valuetext.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

Fact Facts::notKnown(const QString &label)
{
    return { .label = label, .value = tr("Not known"), .emphasis = Emphasis::NotKnown };
}

QString Facts::bytes(quint64 count)
{
    const auto text = formatBytes(count);
    return count < 1024 ? text : tr("%1 (%2 bytes)").arg(text, formatCount(count));
}

Fact Facts::bytes(const QString &label, std::optional<quint64> count)
{
    return count ? Fact{ .label = label, .value = bytes(*count) } : notKnown(label);
}

Fact Facts::range(const QString &label, const model::ByteRange &range)
{
    return { .label = label,
        .value = bytes(range.size),
        .detail = tr("at offset 0x%1 of the file").arg(range.offset, 0, 16),
        .link = model::EntityRef::byteRange(range),
        .linkText = tr("Show bytes") };
}

QString Facts::shape(const std::vector<qint32> &shape)
{
    if (shape.empty())
        return tr("scalar");
    QStringList parts;
    for (const auto size : shape)
        parts.append(QString::number(size));
    return parts.join(u'x');
}

QString Facts::tensor(const model::Tensor &tensor)
{
    return u"%1 %2"_s.arg(model::dtypeName(tensor.dtype), shape(tensor.shape));
}

QString Facts::value(const model::Method &method, qint32 index)
{
    if (index < 0 || static_cast<size_t>(index) >= method.values.size())
        return tr("value %1, which the method does not have").arg(index);
    return inspect::valueText(method, method.values[static_cast<size_t>(index)], tensor);
}

std::vector<Fact> Facts::summary(const compiled::Summary &summary)
{
    const auto est = originTag(Origin::Estimate);
    std::vector<Fact> facts;
    const auto count = [&](const QString &label, auto number) {
        facts.push_back(number
                ? Fact{ .label = label,
                    .value = tr("%1 (%2)").arg(formatCount(static_cast<quint64>(*number)), est) }
                : notKnown(label));
    };
    const auto memory = [&](const QString &label, std::optional<quint64> size) {
        facts.push_back(size
                ? Fact{ .label = label, .value = tr("%1 (%2)").arg(formatBytes(*size), est) }
                : notKnown(label));
    };
    count(tr("Cycles"), summary.cyclesTotal);
    count(tr("Cycles, NPU compute"), summary.cyclesNpu);
    count(tr("MACs"), summary.macs);
    memory(tr("SRAM, as Vela books it"), summary.sramBytes);
    memory(tr("DRAM, as Vela books it"), summary.dramBytes);
    memory(tr("On-chip flash, as Vela books it"), summary.onChipFlashBytes);
    memory(tr("Off-chip flash, as Vela books it"), summary.offChipFlashBytes);
    return facts;
}

} // namespace tosaic::views
