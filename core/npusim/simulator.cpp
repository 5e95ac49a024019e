// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/simulator.h"

#include "core/base/try.h"
#include "core/formats/ethosu/opcodes.h"
#include "core/npu/disassemble.h"
#include "core/npu/operationcodes.h"
#include "core/npu/registers.h"
#include "core/npusim/kicks.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

namespace ethosu = formats::ethosu;

using namespace npu::operation_code;

constexpr quint64 InternalBytes = quint64(256) * 1024; ///< SHRAM has 8 bits of KiB

Machine machineOf(Memory &memory, Simulator::Options &options)
{
    if (!options.weights)
        options.weights = std::make_shared<WeightCache>();
    return { memory, std::move(options.weights), options.limits, std::move(options.cancelled) };
}

/// It computes or moves data.
bool isKick(const npu::Command &command)
{
    constexpr std::array Kicks{ Conv, Depthwise, Pool, Elementwise, Resize, DmaStart };
    return !command.hasPayload && command.reservedBits == 0
        && std::find(Kicks.begin(), Kicks.end(), command.opcode) != Kicks.end();
}

QString nameOf(const npu::Command &command, npu::NpuProduct product)
{
    const auto name = npu::commandName(command, product);
    return name.isEmpty() ? u"command 0x%1"_s.arg(command.opcode, 3, 16, QLatin1Char('0')) : name;
}

/// Null if nobody knows what the command does.
std::unique_ptr<Kick> kickOf(const npu::Command &command, Machine &machine, Setup &setup)
{
    switch (command.opcode) {
    case Conv:
        return std::make_unique<ConvolutionKick>(machine, setup);
    case Depthwise:
        return std::make_unique<DepthwiseKick>(machine, setup);
    case Pool:
        return std::make_unique<PoolingKick>(machine, setup);
    case Elementwise:
        return std::make_unique<ElementwiseKick>(machine, setup);
    case Resize:
        return std::make_unique<ResizeKick>(machine, setup);
    case DmaStart:
        return std::make_unique<TransferKick>(machine, setup);
    default:
        return nullptr;
    }
}

} // namespace

QString findingKey(Finding::Kind kind)
{
    switch (kind) {
    case Finding::Kind::UninitialisedRead:
        return u"uninitialised-read"_s;
    case Finding::Kind::MissingWait:
        return u"missing-wait"_s;
    case Finding::Kind::OverlappingBuffer:
        return u"overlapping-buffer"_s;
    case Finding::Kind::OutOfRegion:
        break;
    }
    return u"out-of-region"_s;
}

Simulator::Simulator(const npu::Stream &stream, Memory &memory, Options options)
    : m_stream(stream), m_target(stream.config), m_registers(stream.config.product),
      m_machine(machineOf(memory, options)), m_checksWaits(options.checksWaits),
      m_waits(stream.config.product)
{
    if (!memory.isBound(Memory::Internal))
        static_cast<void>(
            memory.bind(Memory::Internal, m_target.isU85 ? npu::TableMemory : InternalBytes, 0));
}

Simulator::Simulator(const Simulator &other, Memory &memory)
    : m_stream(other.m_stream), m_target(other.m_target),
      m_registers(other.m_registers), m_machine{ memory, other.m_machine.weights,
          other.m_machine.limits, other.m_machine.cancelled, other.m_machine.chains,
          other.m_machine.isResultNonZero, other.m_machine.work },
      m_checksWaits(other.m_checksWaits), m_waits(other.m_waits), m_overlaps(other.m_overlaps),
      m_next(other.m_next), m_executed(other.m_executed), m_kicks(other.m_kicks),
      m_isAtEnd(other.m_isAtEnd), m_operation(other.m_operation), m_output(other.m_output),
      m_refusal(other.m_refusal), m_findings(other.m_findings)
{
}

std::optional<quint32> Simulator::nextCommand() const
{
    if (m_isAtEnd || m_refusal || m_next >= m_stream.commands.size())
        return std::nullopt;
    return quint32(m_next);
}

bool Simulator::isBeforeKick() const
{
    const auto next = nextCommand();
    return next && isKick(m_stream.commands[*next]);
}

bool Simulator::stepCommand()
{
    if (!m_refusal && m_next >= m_stream.commands.size())
        m_isAtEnd = true;
    return !m_isAtEnd && !m_refusal && executeCommand();
}

bool Simulator::run()
{
    while (step()) { }
    return !m_refusal;
}

bool Simulator::seek()
{
    while (!m_isAtEnd && !m_refusal) {
        if (m_next >= m_stream.commands.size())
            m_isAtEnd = true;
        else if (isKick(m_stream.commands[m_next]))
            return true;
        else
            executeCommand();
    }
    return false;
}

bool Simulator::step()
{
    return seek() && executeCommand();
}

Result<Values> Simulator::valuesOf(const MapSetup &map, Shape shape) const
{
    auto stored = map;
    stored.zeroPoint = 0;
    AccessNotes notes;
    if (shape.elements() > m_machine.limits.mapElements)
        return fail(ErrorCode::LimitExceeded, u"the map has too many elements"_s);
    Values values{ shape, std::vector<qint64>(size_t(shape.elements())) };
    TRY(readMap({ m_machine.memory, m_machine.chains, notes }, stored, shape,
        Destination<qint64>{ values.numbers.data(), shape.width * shape.depth }));
    return values;
}

bool Simulator::refuse(const npu::Command &command, Error error)
{
    m_refusal
        = Refusal{ command.offset, nameOf(command, m_stream.config.product), std::move(error) };
    return false;
}

void Simulator::add(Finding finding)
{
    if (m_findings.size() < FindingLimit)
        m_findings.push_back(std::move(finding));
}

void Simulator::note(const npu::Command &command, const AccessNotes &notes)
{
    if (notes.unwritten)
        add({ Finding::Kind::UninitialisedRead, command.offset,
            u"%1 reads %2 at address %3, where nobody wrote"_s
                .arg(nameOf(command, m_stream.config.product), regionText(notes.unwritten->first))
                .arg(notes.unwritten->second) });
    if (notes.isOutside && m_refusal)
        add({ Finding::Kind::OutOfRegion, command.offset, m_refusal->error.detail });
}

const npu::Operation *Simulator::operationAt(size_t command) const
{
    const auto found = std::lower_bound(m_stream.operations.begin(), m_stream.operations.end(),
        command, [](const npu::Operation &one, size_t at) { return one.command < at; });
    return found != m_stream.operations.end() && found->command == command ? &*found : nullptr;
}

bool Simulator::executeCommand()
{
    const auto &command = m_stream.commands[m_next];
    if (++m_executed > m_machine.limits.commands)
        return refuse(command,
            { ErrorCode::LimitExceeded,
                u"the stream goes on after %1 commands"_s.arg(m_machine.limits.commands) });
    if (m_machine.isCancelled())
        return refuse(command, { ErrorCode::Cancelled, u"the simulation was cancelled"_s });
    if (command.reservedBits != 0
        || !ethosu::findCommand(command.opcode, command.hasPayload, m_stream.config.product))
        return refuse(command, { ErrorCode::FormatUnsupported, u"this NPU has no such command"_s });
    if (command.hasPayload && command.opcode == ethosu::BranchOpcode)
        return executeBranch(command);
    if (command.hasPayload || command.opcode >= ethosu::FirstRegisterOpcode) {
        m_registers.write(command, quint32(m_next));
        ++m_next;
        return true;
    }
    return executeKick(command);
}

bool Simulator::executeBranch(const npu::Command &command)
{
    const bool isTaken = (command.parameter & 1) == 0 || m_machine.isResultNonZero;
    if (!isTaken) {
        ++m_next;
        return true;
    }
    const auto target = std::lower_bound(m_stream.commands.begin(), m_stream.commands.end(),
        command.payload, [](const npu::Command &one, quint32 at) { return one.offset < at; });
    if (target == m_stream.commands.end() || target->offset != command.payload)
        return refuse(command,
            { ErrorCode::FormatDamaged,
                u"no command begins at the branch's target %1"_s.arg(command.payload) });
    m_next = size_t(target - m_stream.commands.begin());
    return true;
}

bool Simulator::executeKick(const npu::Command &command)
{
    const auto index = m_next++;
    switch (command.opcode) {
    case Stop:
        m_isAtEnd = true;
        return true;
    case Irq:
    case PmuMask:
        return true;
    case DmaWait:
        m_waits.waitForTransfers(command.parameter & 15);
        return true;
    case KernelWait:
        m_waits.waitForKernels(command.parameter & 3);
        return true;
    default:
        break;
    }
    m_operation = operationAt(index);
    m_output.reset();
    Setup setup(m_target, m_registers);
    if (m_operation && m_checksWaits) {
        if (const auto early = m_waits.startTooEarly(*m_operation, setup))
            add({ Finding::Kind::MissingWait, command.offset, *early });
        if (const auto met = m_waits.start(*m_operation))
            add({ Finding::Kind::MissingWait, command.offset, *met });
        if (const auto met = m_overlaps.executed(*m_operation))
            add({ Finding::Kind::OverlappingBuffer, command.offset, *met });
    }
    ++m_kicks;
    const auto operation = kickOf(command, m_machine, setup);
    if (!operation)
        return refuse(
            command, { ErrorCode::FormatUnsupported, u"what the command does is not known"_s });
    const auto done = operation->run(command.parameter);
    if (!done)
        refuse(command, done.error());
    note(command, operation->notes());
    m_output = operation->output();
    return done.has_value();
}

} // namespace tosaic::npusim
