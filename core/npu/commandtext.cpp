// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Commands and registers in words.
#include "core/formats/ethosu/commandfields.h"
#include "core/npu/disassemble.h"
#include "core/npu/streamreader.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

namespace ethosu = formats::ethosu;

const ethosu::CommandInfo *infoOf(const Command &command, NpuProduct product)
{
    return command.reservedBits != 0
        ? nullptr
        : ethosu::findCommand(command.opcode, command.hasPayload, product);
}

/// Refers to the table's static text.
QString textOf(std::u16string_view text)
{
    return QString::fromRawData(
        reinterpret_cast<const QChar *>(text.data()), qsizetype(text.size()));
}

bool isRegister(const Command &command)
{
    return command.hasPayload ? command.opcode != ethosu::BranchOpcode
                              : command.opcode >= ethosu::FirstRegisterOpcode;
}

} // namespace

QString commandName(const Command &command, NpuProduct product)
{
    const auto *info = infoOf(command, product);
    return info ? textOf(info->name) : QString();
}

QString commandFields(const Command &command, NpuProduct product)
{
    const auto *info = infoOf(command, product);
    if (!info)
        return {};
    QString result;
    for (const auto &field : ethosu::fieldsOf(*info, command.parameter, command.payload, product)) {
        if (!result.isEmpty())
            result += u", "_s;
        result += QStringView(field.name);
        result += u'=';
        if (!field.text.empty())
            result += QStringView(field.text);
        else if (field.isAddress)
            result += u"0x"_s + QString::number(field.value, 16);
        else
            result += QString::number(field.value);
    }
    return result;
}

std::vector<RegisterValue> registersAt(const Stream &stream, quint32 operation)
{
    if (operation >= stream.operations.size())
        return {};
    return registersBefore(stream, stream.operations[operation].command);
}

std::vector<RegisterValue> registersBefore(const Stream &stream, quint32 last)
{
    const auto product = stream.config.product;
    const auto targets = branchTargets(stream);
    auto target = targets.begin();
    constexpr quint32 Unwritten = 0xFFFFFFFF;
    // Two number spaces: without payload first, then with.
    std::vector<quint32> writers((ethosu::OpcodeMask + 1) * 2, Unwritten);
    quint32 knownFrom = 0;
    const auto count = quint32(stream.commands.size());
    for (quint32 i = 0; i <= last && i < count; ++i) {
        const auto &command = stream.commands[i];
        for (; target != targets.end() && *target <= command.offset; ++target) {
            if (*target == command.offset)
                knownFrom = i;
        }
        if (i == last)
            break;
        if (!infoOf(command, product))
            continue;
        if (isRegister(command))
            writers[(command.hasPayload ? ethosu::OpcodeMask + 1 : 0) + command.opcode] = i;
        else if (command.hasPayload)
            knownFrom = i + 1;
    }
    std::vector<RegisterValue> values;
    for (const auto writer : writers) {
        if (writer == Unwritten || writer < knownFrom)
            continue;
        const auto &command = stream.commands[writer];
        values.push_back({ commandName(command, product),
            command.hasPayload ? quint64(command.parameter) << 32 | command.payload
                               : command.parameter,
            writer });
    }
    return values;
}

} // namespace tosaic::npu
