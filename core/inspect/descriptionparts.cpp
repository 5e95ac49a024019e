// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/descriptionparts.h"

#include "core/base/units.h"

#include <QStringDecoder>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

constexpr size_t LongestTable = 500; ///< rows
constexpr qsizetype LongestName = 200; ///< characters

} // namespace

const QLocale &outputLocale()
{
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english;
}

DescriptionFact fact(const char *label, const QString &value)
{
    return { QString::fromLatin1(label), value };
}

DescriptionTable::Column column(const char *title, bool isNumber)
{
    return { QString::fromLatin1(title), isNumber };
}

DescriptionSection section(const char *title)
{
    return { QString::fromLatin1(title), {}, {} };
}

void addRow(DescriptionTable &table, const QStringList &row)
{
    if (table.rows.size() < LongestTable)
        table.rows.push_back(row);
    else
        ++table.omitted;
}

QString bytesText(quint64 count)
{
    const auto exact = count == 1 ? u"1 byte"_s : u"%1 bytes"_s.arg(countText(count));
    return count < 1024 ? exact : u"%1 (%2)"_s.arg(formatBytes(count, outputLocale()), exact);
}

QString countText(quint64 count)
{
    return formatCount(count, outputLocale());
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"-"_s : text;
}

QString namedTensorText(const QString &name, const QString &type, const QString &shape)
{
    const auto text = type + u' ' + shape;
    return name.isEmpty() ? text : nameText(name) + u": "_s + text;
}

QString networkTensorText(const model::Subgraph &subgraph, qint32 index)
{
    if (index < 0)
        return {};
    const auto &tensor = subgraph.tensors[static_cast<size_t>(index)];
    return namedTensorText(
        tensor.name, tensor.typeText, tensor.shape ? shapeText(*tensor.shape) : u"[*]"_s);
}

std::map<QString, qint64> operatorCounts(const model::Subgraph &subgraph)
{
    std::map<QString, qint64> counts;
    for (const auto &op : subgraph.operators)
        ++counts[op.type];
    return counts;
}

CommandTexts commandTexts(const model::EthosUPayload &payload)
{
    // The kinds that EthosUPayload::operations counts.
    static const QStringList Computing{ u"CONV"_s, u"DEPTHWISE"_s, u"ELEMENTWISE"_s, u"POOL"_s,
        u"RESIZE"_s };
    QStringList operations;
    QStringList waits;
    quint64 waitCount = 0;
    CommandTexts result;
    for (const auto &[kind, count] : payload.operationKinds) {
        const auto text = kind + u' ' + countText(count);
        if (Computing.contains(kind)) {
            operations << text;
        } else if (kind == "DMA_START"_L1) {
            result.transfers = countText(count);
        } else if (kind.endsWith("_WAIT"_L1)) {
            waits << text;
            waitCount += count;
        }
    }
    const auto joined = [](quint64 count, const QStringList &kinds) {
        return countText(count)
            + (kinds.isEmpty() ? QString() : u" (%1)"_s.arg(kinds.join(u", "_s)));
    };
    result.operations = joined(payload.operations, operations);
    if (waitCount > 0)
        result.waits = joined(waitCount, waits);
    return result;
}

DescriptionSection payloadSection(const char *title, const model::EthosUPayload &payload)
{
    auto result = section(title);
    const auto add = [&](const char *label, const QString &value) {
        if (!value.isEmpty())
            result.facts.push_back(fact(label, value));
    };
    const auto addBytes = [&](const char *label, std::optional<quint64> bytes) {
        add(label, bytes ? bytesText(*bytes) : QString());
    };
    add(QT_TRANSLATE_NOOP("Description", "Compiled for"),
        payload.npu ? payload.npu->name() : u"Not known"_s);
    if (!payload.driverFormat.isEmpty())
        add(QT_TRANSLATE_NOOP("Description", "Command stream"),
            u"%1, %2 words (%3)"_s.arg(bytesText(payload.commandStreamWords * 4),
                countText(payload.commandStreamWords), payload.driverFormat));
    if (payload.npu) {
        const auto commands = commandTexts(payload);
        add(QT_TRANSLATE_NOOP("Description", "NPU operations"), commands.operations);
        add(QT_TRANSLATE_NOOP("Description", "DMA transfers"), commands.transfers);
        add(QT_TRANSLATE_NOOP("Description", "Waits"), commands.waits);
    }
    const auto *weights = payload.block(u"weight_data"_s);
    addBytes(QT_TRANSLATE_NOOP("Description", "Read-only data"),
        weights ? std::optional(weights->size) : std::nullopt);
    addBytes(QT_TRANSLATE_NOOP("Description", "Arena"), payload.arenaBytes);
    // Where there is no fast memory, Vela gives both the same place and size.
    const bool isShared = payload.fastArenaBytes == payload.arenaBytes;
    add(QT_TRANSLATE_NOOP("Description", "Fast scratch"),
        !payload.fastArenaBytes ? QString()
            : isShared          ? u"in the arena"_s
                                : bytesText(*payload.fastArenaBytes));
    return result;
}

bool isPlainText(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(bytes);
    return !decoder.hasError() && std::none_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x20 && c != u'\n' && c != u'\t' && c != u'\r';
    });
}

QString nameText(const QString &name)
{
    return name.size() <= LongestName ? name : name.first(LongestName) + u"..."_s;
}

QJsonValue realToJson(double number)
{
    if (std::isfinite(number))
        return number;
    return std::isnan(number) ? u"nan"_s : number > 0 ? u"inf"_s : u"-inf"_s;
}

} // namespace tosaic::inspect
