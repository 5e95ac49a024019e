// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/facts.h"

#include "core/base/units.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t ListLimit = 64; // elements of a list that are spelled out

template <typename List, typename Text>
QString listText(const List &list, Text text)
{
    QStringList parts;
    for (const auto item : list) {
        if (static_cast<size_t>(parts.size()) == ListLimit) {
            parts.append(u"…"_s);
            break;
        }
        parts.append(text(item));
    }
    return u"[%1]"_s.arg(parts.join(u", "_s));
}

QString intElement(const model::Method &method, qint64 index)
{
    if (index < 0 || static_cast<size_t>(index) >= method.values.size())
        return u"?"_s;
    const auto *number = std::get_if<qint64>(&method.values[static_cast<size_t>(index)]);
    return number ? QString::number(*number) : u"?"_s;
}

QString tensorElement(const model::Method &method, qint32 index)
{
    if (index < 0)
        return u"None"_s;
    const auto *tensor = method.tensor(index);
    return tensor ? Facts::tensor(*tensor) : u"?"_s;
}

} // namespace

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

QString Facts::shortNumber(double number)
{
    return QLocale::c().toString(number, 'g', 9);
}

QString Facts::value(const model::Method &method, qint32 index)
{
    if (index < 0 || static_cast<size_t>(index) >= method.values.size())
        return tr("value %1, which the method does not have").arg(index);
    const auto &value = method.values[static_cast<size_t>(index)];
    if (const auto *number = std::get_if<qint64>(&value))
        return QString::number(*number);
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag ? u"True"_s : u"False"_s;
    if (const auto *real = std::get_if<double>(&value))
        return shortNumber(*real);
    if (const auto *tensorValue = std::get_if<model::Tensor>(&value))
        return tensor(*tensorValue);
    if (const auto *text = std::get_if<QString>(&value))
        return u"\"%1\""_s.arg(*text);
    if (const auto *ints = std::get_if<model::IntList>(&value))
        return listText(ints->values, [&](qint64 i) { return intElement(method, i); });
    if (const auto *reals = std::get_if<std::vector<double>>(&value))
        return listText(*reals, [](double r) { return shortNumber(r); });
    if (const auto *flags = std::get_if<std::vector<bool>>(&value))
        return listText(*flags, [](bool f) { return f ? u"True"_s : u"False"_s; });
    if (const auto *tensors = std::get_if<model::TensorList>(&value))
        return listText(tensors->values, [&](qint32 i) { return tensorElement(method, i); });
    if (const auto *some = std::get_if<model::OptionalTensorList>(&value))
        return listText(some->values, [&](qint32 i) { return tensorElement(method, i); });
    return u"None"_s;
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
