// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Faults planted into real streams: the checks find them, the results show them.
#include "core/formats/vela/velanpz.h"
#include "core/npu/disassemble.h"
#include "core/npusim/invocation.h"
#include "core/npusim/simulator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QtEndian>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::test::faultstests {

namespace {

using npusim::Finding;

/// A compile whose command stream and weights are changed before it runs.
class Compiled
{
public:
    explicit Compiled(const QString &partition)
    {
        const auto file = ByteSource::map(fixturePath(partition + u"/vela.npz"_s));
        EXPECT_TRUE(file);
        const auto npz = formats::vela::readNpz(*file);
        EXPECT_TRUE(npz);
        commands = (*npz)->commandData().toByteArray();
        weights = (*npz)->weightData().toByteArray();
        m_payload = (*npz)->payload;
        m_fast = m_payload->fastArenaBytes.value_or(0);
    }

    struct Run
    {
        std::vector<Finding> findings;
        QByteArray output;
        std::optional<npusim::Refusal> refusal;

        bool has(Finding::Kind kind) const
        {
            return std::ranges::find(findings, kind, &Finding::kind) != findings.end();
        }
    };
    Run run() const
    {
        const auto stream = npu::disassemble(commands, {}).value().front();
        npu::StreamPlace place;
        place.payload = m_payload;
        place.weights = weights;
        auto memory
            = npusim::memoryFor(place, *stream, { m_payload->arenaBytes.value_or(0), m_fast }, 1);
        EXPECT_TRUE(memory);
        quint8 value = 3;
        for (const auto &io : m_payload->inputs) {
            QByteArray bytes(qsizetype(npusim::bytesOf(io).value()), '\0');
            for (auto &byte : bytes)
                byte = char(value = quint8(value * 5 + 7));
            EXPECT_TRUE(npusim::putInput(*memory, io, bytes));
        }
        npusim::Simulator simulator(*stream, *memory, {});
        Run run;
        simulator.run();
        run.findings = simulator.findings();
        run.refusal = simulator.refusal();
        if (const auto output = npusim::outputOf(*memory, m_payload->outputs.front()))
            run.output = *output;
        return run;
    }

    /// Words of the stream that are commands without payload of this opcode.
    std::vector<qsizetype> commandsOf(quint16 opcode) const
    {
        std::vector<qsizetype> places;
        const auto stream = npu::disassemble(commands, {}).value().front();
        for (const auto &command : stream->commands) {
            if (!command.hasPayload && command.opcode == opcode)
                places.push_back(qsizetype(stream->streamOffset + command.offset));
        }
        return places;
    }
    quint16 parameterAt(qsizetype place) const
    {
        return qFromLittleEndian<quint16>(commands.constData() + place + 2);
    }
    /// The OFM of an operation goes elsewhere; false if its address is not set for it alone.
    bool setAddress(const npu::Stream &stream, const npu::Operation &operation, quint64 address)
    {
        constexpr quint16 OfmBase0 = 0x010;
        for (auto at = operation.firstCommand; at < operation.command; ++at) {
            const auto &command = stream.commands[at];
            if (!command.hasPayload || command.opcode != OfmBase0)
                continue;
            const auto place = qsizetype(stream.streamOffset + command.offset);
            qToLittleEndian(quint32(address), commands.data() + place + 4);
            return true;
        }
        return false;
    }
    void setParameter(qsizetype place, quint16 parameter)
    {
        qToLittleEndian(parameter, commands.data() + place + 2);
    }

    QByteArray commands;
    QByteArray weights;

private:
    std::shared_ptr<const model::EthosUPayload> m_payload;
    quint64 m_fast = 0;
};

constexpr quint16 DmaWait = 0x11;
constexpr quint16 KernelWait = 0x12;
constexpr quint16 BlockDep = 0x12F;

} // namespace

TEST(PlantedFaults, EveryWaitThatIsLeftOutIsFound)
{
    int planted = 0;
    for (const auto *name : { "mobilenet_v2-u55-128/partition0",
             "two_partitions-u65-256-shared/partition0", "two_partitions-u55-128/partition0",
             "transformer_block-u55-128/partition0", "mobilenet_v2-u85-256/partition0" }) {
        const Compiled sound{ QString::fromLatin1(name) };
        ASSERT_FALSE(sound.run().has(Finding::Kind::MissingWait)) << name;
        for (const auto opcode : { DmaWait, KernelWait }) {
            for (const auto place : sound.commandsOf(opcode)) {
                auto faulty = sound;
                faulty.setParameter(place, 3); // as many may go on as ever do
                EXPECT_TRUE(faulty.run().has(Finding::Kind::MissingWait))
                    << name << ", command " << opcode << " at " << place;
                ++planted;
            }
        }
    }
    EXPECT_GE(planted, 30);
}

/// Blocks of an operation run beside those of the one before as far as BLOCKDEP allows: where Vela
/// sets less than the most, more is a race. The first operation has nothing before it.
TEST(PlantedFaults, ABlockdepThatIsTooLargeIsFound)
{
    int planted = 0;
    for (const auto &[name, most] :
        { std::pair("mobilenet_v2-u55-128/partition0", 3),
            { "two_partitions-u65-256-shared/partition0", 3 },
            { "transformer_block-u55-128/partition0", 3 }, { "mobilenet_v2-u85-256/partition0", 7 },
            { "transformer_block-u85-256/partition0", 7 } }) {
        const Compiled sound{ QString::fromLatin1(name) };
        ASSERT_FALSE(sound.run().has(Finding::Kind::MissingWait)) << name;
        const auto places = sound.commandsOf(BlockDep);
        ASSERT_FALSE(places.empty());
        for (const auto place : places | std::views::drop(1)) {
            if (sound.parameterAt(place) == most)
                continue;
            auto faulty = sound;
            faulty.setParameter(place, quint16(most));
            ++planted;
            EXPECT_TRUE(faulty.run().has(Finding::Kind::MissingWait)) << name << " at " << place;
        }
    }
    EXPECT_GE(planted, 100);
}

/// A result that is moved into another one, before that was read, is told where the mix is read.
TEST(PlantedFaults, AnOverlappingBufferIsFound)
{
    int found = 0;
    for (const auto *name : { "mobilenet_v2-u55-128/partition0", "mobilenet_v2-u85-256/partition0",
             "transformer_block-u55-128/partition0", "transformer_block-u85-256/partition0" }) {
        const Compiled sound{ QString::fromLatin1(name) };
        ASSERT_FALSE(sound.run().has(Finding::Kind::OverlappingBuffer)) << name;
        const auto stream = npu::disassemble(sound.commands, {}).value().front();
        const auto &operations = stream->operations;
        for (size_t i = 0; i + 1 < operations.size(); ++i) {
            const auto *victim = operations[i].ofm ? &*operations[i].ofm : nullptr;
            // The operation behind does not read it: then a later one does.
            const auto &next = operations[i + 1];
            if (!victim || victim->storage != npu::FeatureMap::Storage::Memory || !next.ofm
                || next.ofm->storage != npu::FeatureMap::Storage::Memory
                || next.ofm->region != victim->region
                || (next.ifm && next.ifm->tileAddress[0] == victim->tileAddress[0])
                || (next.ifm2 && next.ifm2->tileAddress[0] == victim->tileAddress[0]))
                continue;
            auto faulty = sound;
            if (faulty.setAddress(*stream, next, *victim->tileAddress[0] + 16))
                found += faulty.run().has(Finding::Kind::OverlappingBuffer) ? 1 : 0;
        }
    }
    EXPECT_GE(found, 3);
}

TEST(PlantedFaults, AnInputThatIsMissingIsARead)
{
    const Compiled sound(u"mobilenet_v2-u55-128/partition0"_s);
    // The first DMA brings the weights of the first layer: without it they are noise.
    auto faulty = sound;
    const auto transfers = faulty.commandsOf(0x10);
    ASSERT_FALSE(transfers.empty());
    qToLittleEndian(quint32(DmaWait), faulty.commands.data() + transfers.front());
    EXPECT_TRUE(faulty.run().has(Finding::Kind::UninitialisedRead) || faulty.run().refusal);
}

TEST(PlantedFaults, AZeroPointChangesTheResult)
{
    const Compiled sound(u"transformer_block-u85-256/partition0"_s);
    auto faulty = sound;
    const auto places = faulty.commandsOf(0x109); // IFM_ZERO_POINT
    ASSERT_FALSE(places.empty());
    for (const auto place : places)
        faulty.setParameter(place, 17);
    EXPECT_NE(faulty.run().output, sound.run().output);
}

} // namespace tosaic::test::faultstests
