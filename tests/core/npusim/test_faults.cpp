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

using namespace Qt::StringLiterals;

namespace tosaic::test {

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
        m_fast = (*npz)->fastScratchBytes.value_or(0);
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

} // namespace tosaic::test
