// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/streamreader.h"

#include "core/npu/operationcodes.h"
#include "core/npu/operationreader.h"

#include <QtEndian>

#include <algorithm>

#ifdef Q_OS_LINUX
#include <sys/mman.h>
#endif

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

namespace ethosu = formats::ethosu;

using namespace operation_code;

quint32 wordAt(QByteArrayView bytes, quint64 index)
{
    return qFromLittleEndian<quint32>(bytes.data() + index * 4);
}

bool isBranch(const Command &command)
{
    return command.hasPayload && command.opcode == ethosu::BranchOpcode;
}

OperationKind kindOf(quint32 opcode)
{
    switch (opcode) {
    case Irq:
        return OperationKind::Irq;
    case Conv:
        return OperationKind::Conv;
    case Depthwise:
        return OperationKind::Depthwise;
    case Pool:
        return OperationKind::Pool;
    case Elementwise:
        return OperationKind::Elementwise;
    case Resize:
        return OperationKind::Resize;
    case DmaStart:
        return OperationKind::Dma;
    case PmuMask:
        return OperationKind::PmuMask;
    default:
        return OperationKind::Stop;
    }
}

/// Takes memory for `count` elements at once. Large vectors are filled from front to back: huge
/// pages save a page fault for every 4 KiB, which is half the time of a long stream.
template <typename T>
void reserveLarge(std::vector<T> &vector, quint64 count)
{
    vector.reserve(count);
#ifdef Q_OS_LINUX
    constexpr quintptr Page = quintptr(2) << 20;
    const auto begin = (reinterpret_cast<quintptr>(vector.data()) + Page - 1) / Page * Page;
    const auto end = (reinterpret_cast<quintptr>(vector.data()) + count * sizeof(T)) / Page * Page;
    if (begin < end)
        static_cast<void>(madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE));
#endif
}

/// What a look through the words tells, so that memory is taken once.
struct Size
{
    quint64 commands = 0;
    quint64 operations = 0;
    quint64 words = 0; ///< up to and with STOP
    bool isStopped = false;
    bool isCut = false;
    std::vector<quint32> targets; ///< bytes, ascending, each once
};

class StreamReader
{
public:
    StreamReader(QByteArrayView bytes, const Location &place, StreamBudget &budget, Stream &stream)
        : m_bytes(bytes), m_place(place), m_budget(budget), m_stream(stream),
          m_product(stream.config.product), m_registers(m_product), m_operations(m_product)
    {
    }

    void read()
    {
        const auto size = measure();
        m_stream.words = size.words;
        reserveLarge(m_stream.commands, std::min(size.commands, m_budget.commands));
        reserveLarge(m_stream.operations, std::min(size.operations, m_budget.operations));
        m_nextTarget = size.targets.begin();
        m_lastTarget = size.targets.end();
        for (quint64 at = 0; at < size.words && step(at);)
            at += m_stream.commands.back().hasPayload ? 2U : 1U;
        reportEnd(size);
        auto kept = m_sink.take();
        m_stream.diagnostics.insert(m_stream.diagnostics.end(),
            std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
    }

private:
    Size measure() const
    {
        Size size;
        const auto words = quint64(m_bytes.size()) / 4;
        quint64 farthest = 0;
        quint64 at = 0;
        while (at < words && !size.isStopped) {
            const auto word = wordAt(m_bytes, at);
            const auto hasPayload = (word >> 14 & 3) != 0;
            const auto opcode = word & ethosu::OpcodeMask;
            ++size.commands;
            if (!hasPayload && opcode < ethosu::FirstRegisterOpcode) {
                size.operations += opcode == DmaWait || opcode == KernelWait ? 0U : 1U;
                size.isStopped = opcode == Stop && farthest <= at && !ethosu::hasReservedBits(word);
            } else if (hasPayload && opcode == ethosu::BranchOpcode && m_product == NpuProduct::U85
                && at + 1 < words) {
                ++size.operations;
                size.targets.push_back(wordAt(m_bytes, at + 1));
                farthest = std::max<quint64>(farthest, size.targets.back() / 4);
            }
            at += hasPayload ? 2U : 1U;
        }
        size.isCut = at > words;
        size.words = std::min(at, words);
        std::sort(size.targets.begin(), size.targets.end());
        size.targets.erase(
            std::unique(size.targets.begin(), size.targets.end()), size.targets.end());
        return size;
    }

    /// False when memory for more is denied.
    bool step(quint64 at)
    {
        if (m_budget.commands == 0) {
            report(u"limit.exceeded"_s, Severity::Error, at,
                u"more than CommandLimit = %1 commands: the rest is not read"_s.arg(
                    Stream::CommandLimit));
            return false;
        }
        --m_budget.commands;
        const auto index = quint32(m_stream.commands.size());
        const auto &command = m_stream.commands.emplace_back(commandAt(m_bytes, at));
        passTargets(command, index);
        // A command whose second word is missing is no more than a name.
        const auto isWhole = !command.hasPayload || (at + 2) * 4 <= quint64(m_bytes.size());
        if (command.reservedBits != 0
            || !ethosu::findCommand(command.opcode, command.hasPayload, m_product)) {
            m_stream.unknown.push_back({ index });
        } else if (!isWhole) {
            return true;
        } else if (isBranch(command)) {
            addBranch(command, index);
        } else if (command.hasPayload || command.opcode >= ethosu::FirstRegisterOpcode) {
            m_registers.write(command, index);
        } else if (command.opcode == DmaWait) {
            ++m_stream.dmaWaits;
            m_dmaWait = std::min<quint32>(m_dmaWait.value_or(0xF), command.parameter & 0xF);
        } else if (command.opcode == KernelWait) {
            ++m_stream.kernelWaits;
            m_kernelWait = std::min<quint32>(m_kernelWait.value_or(3), command.parameter & 3);
        } else {
            addOperation(command, index);
        }
        return true;
    }

    void passTargets(const Command &command, quint32 index)
    {
        while (m_nextTarget != m_lastTarget && *m_nextTarget <= command.offset) {
            if (*m_nextTarget == command.offset)
                m_registers.forgetBefore(index);
            else
                report(u"npu.branch-target"_s, Severity::Warning, *m_nextTarget / 4,
                    u"a branch leads into the middle of a command"_s);
            ++m_nextTarget;
        }
    }

    Operation *startOperation(OperationKind kind, const Command &command, quint32 index)
    {
        if (m_budget.operations == 0) {
            if (!m_isOverBudget)
                report(u"limit.exceeded"_s, Severity::Error, command.offset / 4,
                    u"more than OperationLimit = %1 operations: the rest are only listed as "
                    "commands"_s.arg(Stream::OperationLimit));
            m_isOverBudget = true;
            return nullptr;
        }
        --m_budget.operations;
        auto &operation = m_stream.operations.emplace_back();
        operation.kind = kind;
        operation.index = quint32(m_stream.operations.size() - 1);
        operation.command = index;
        operation.firstCommand = m_firstCommand;
        operation.offset = command.offset;
        operation.kernelWait = std::exchange(m_kernelWait, std::nullopt);
        operation.dmaWait = std::exchange(m_dmaWait, std::nullopt);
        m_firstCommand = index + 1;
        return &operation;
    }

    void addBranch(const Command &command, quint32 index)
    {
        if (auto *operation = startOperation(OperationKind::Branch, command, index)) {
            operation->modeNumber = quint8(command.parameter & 1);
            operation->mode = operation->modeNumber == 0 ? u"ALWAYS"_s : u"RF_TRUE"_s;
            operation->branchTarget = command.payload;
        }
        m_registers.forgetBefore(index + 1);
        m_isChainOpen = false;
    }

    void addOperation(const Command &command, quint32 index)
    {
        const auto kind = kindOf(command.opcode);
        auto *operation = startOperation(kind, command, index);
        if (!operation)
            return;
        static_cast<void>(m_registers.takeMissed());
        if (isKernel(kind)) {
            m_operations.readKernel(m_registers, command.parameter, *operation);
            setChain(*operation);
        } else if (kind == OperationKind::Dma) {
            m_operations.readDma(m_registers, *operation);
        }
        operation->isStateKnown = !m_registers.takeMissed();
    }

    /// Kernels in a row that hand their maps on inside the NPU form one chain.
    void setChain(Operation &operation)
    {
        const auto isChained = operation.ofm->storage == FeatureMap::Storage::Chained;
        if (isChained && !m_isChainOpen)
            ++m_chains;
        if (isChained || m_isChainOpen)
            operation.chain = m_chains - 1;
        m_isChainOpen = isChained;
    }

    void reportEnd(const Size &size)
    {
        const auto words = quint64(m_bytes.size()) / 4;
        if (size.isCut)
            report(u"ethosu.command-data"_s, Severity::Error, words,
                u"the command stream ends inside a command"_s);
        else if (!size.isStopped)
            report(u"ethosu.command-data"_s, Severity::Warning, words,
                u"the command stream does not end with NPU_OP_STOP"_s);
        else if (size.words < words)
            report(u"ethosu.command-data"_s, Severity::Info, size.words,
                u"%1 words behind NPU_OP_STOP are not read"_s.arg(words - size.words));
        if (m_nextTarget != m_lastTarget && *m_nextTarget / 4 >= size.words)
            report(u"npu.branch-target"_s, Severity::Error, size.words,
                u"a branch leads to byte %1, behind the end of the stream"_s.arg(*m_nextTarget));
        if (!m_stream.unknown.empty())
            report(u"ethosu.unknown-commands"_s, Severity::Warning,
                m_stream.commands.at(m_stream.unknown.front().command).offset / 4,
                u"%1 commands that Ethos-%2 does not have"_s.arg(m_stream.unknown.size())
                    .arg(model::productName(m_product)));
    }

    void report(const QString &id, Severity severity, quint64 word, const QString &text)
    {
        auto place = m_place;
        place.offset = place.offset.value_or(0) + m_stream.streamOffset + word * 4;
        m_sink.add(id, severity, text, place);
    }

    QByteArrayView m_bytes;
    const Location &m_place;
    StreamBudget &m_budget;
    Stream &m_stream;
    NpuProduct m_product;
    RegisterFile m_registers;
    OperationReader m_operations;
    DiagnosticSink m_sink;
    std::vector<quint32>::const_iterator m_nextTarget;
    std::vector<quint32>::const_iterator m_lastTarget;
    quint32 m_firstCommand = 0;
    std::optional<quint32> m_kernelWait;
    std::optional<quint32> m_dmaWait;
    int m_chains = 0;
    bool m_isChainOpen = false;
    bool m_isOverBudget = false;
};

} // namespace

Command commandAt(QByteArrayView bytes, quint64 word)
{
    const auto first = wordAt(bytes, word);
    Command command;
    command.offset = quint32(word * 4);
    command.opcode = quint16(first & ethosu::OpcodeMask);
    command.parameter = quint16(first >> 16);
    command.hasPayload = (first >> 14 & 3) != 0;
    if (ethosu::hasReservedBits(first))
        command.reservedBits = quint8(first >> 10 & 0x3F);
    if (command.hasPayload && (word + 2) * 4 <= quint64(bytes.size()))
        command.payload = wordAt(bytes, word + 1);
    return command;
}

void readCommands(QByteArrayView bytes, const Location &place, StreamBudget &budget, Stream &stream)
{
    StreamReader(bytes, place, budget, stream).read();
}

std::vector<quint32> branchTargets(const Stream &stream)
{
    std::vector<quint32> targets;
    for (const auto &command : stream.commands) {
        if (isBranch(command) && command.reservedBits == 0
            && stream.config.product == NpuProduct::U85)
            targets.push_back(command.payload);
    }
    std::sort(targets.begin(), targets.end());
    return targets;
}

} // namespace tosaic::npu
