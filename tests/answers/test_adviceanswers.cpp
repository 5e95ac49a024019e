// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Changes whose costs are planted: which verdict advice gives of them, and what its sentence says.
// The NPU's cycles never pay for the processor's, and the other way round.
#include "core/advice/advice.h"
#include "views/findings/advicewords.h"

#include <gtest/gtest.h>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::advice::adviceanswerstests {

namespace {

struct Sides
{
    double cycles = 1000;
    quint64 sram = 1000;
    std::optional<ProcessorPart> processor = {};
    double clockHz = 500e6;
};

Costs costsOf(const Sides &sides)
{
    return { sides.cycles, sides.cycles / sides.clockHz,
        { { { analysis::Memory::Sram, { { analysis::PartKind::Scratch, sides.sram } } } }, {} },
        sides.processor };
}

struct Case
{
    const char *cause;
    Goal goal;
    Sides before;
    Sides after;
    std::optional<Effect> effect; ///< absent: mixed
};

std::vector<Case> cases()
{
    const ProcessorPart two{ 2, 4, 4096 };
    return {
        { "an operator is kept on the CPU: fewer NPU cycles", Goal::Speed, { 1000, 1000, two },
            { 800, 1000, ProcessorPart{ 3, 4, 4096 } }, {} },
        { "a whole island is kept on the CPU: its boundaries go, too", Goal::Speed,
            { 1000, 1000, two }, { 700, 900, ProcessorPart{ 3, 2, 1024 } }, {} },
        { "kept on the CPU, and the NPU gets slower by a torn partition", Goal::Speed,
            { 1000, 1000, two }, { 1100, 1000, ProcessorPart{ 3, 6, 8192 } }, Effect::Worse },
        { "kept on the CPU for less SRAM", Goal::Memory, { 1000, 1000, two },
            { 1000, 500, ProcessorPart{ 3, 4, 4096 } }, {} },
        { "freed: more NPU cycles, less for the CPU", Goal::Speed, { 1000, 1000, two },
            { 1200, 1000, ProcessorPart{ 1, 2, 1024 } }, {} },
        { "freed, and the NPU gets faster as nothing is torn", Goal::Speed, { 1000, 1000, two },
            { 900, 1000, ProcessorPart{ 1, 2, 1024 } }, Effect::Better },
        { "freed for nothing", Goal::Speed, { 1000, 1000, two },
            { 1000, 1000, ProcessorPart{ 1, 2, 1024 } }, Effect::Better },
        { "integer inputs: two steps less", Goal::Speed, { 1000, 1000, two },
            { 1000, 1000, ProcessorPart{ 2, 2, 1024 } }, Effect::Better },
        { "what the CPU gets is not known", Goal::Speed,
            { 1000, 1000, ProcessorPart{ {}, {}, {} } }, { 900, 1000, ProcessorPart{ 3, 4, 4096 } },
            {} },
        { "a cache limit: less SRAM, as fast", Goal::Either, { 1000, 1000 }, { 1000, 500 },
            Effect::Better },
        { "a cache limit that is too small: slower, as much SRAM", Goal::Either, { 1000, 1000 },
            { 1400, 1000 }, Effect::Worse },
        { "half the MACs", Goal::Speed, { 1000, 1000 }, { 1900, 1000 }, Effect::Worse },
        { "half the bandwidth", Goal::Speed, { 1000, 1000 }, { 1500, 1000 }, Effect::Worse },
        { "fewer cycles at half the clock", Goal::Speed, { 1000, 1000 }, { 900, 1000, {}, 250e6 },
            Effect::Worse },
        { "nothing", Goal::Speed, { 1000, 1000, two }, { 1000, 1000, two }, Effect::None },
    };
}

} // namespace

TEST(AdviceAnswers, OfPlantedCostsAreRight)
{
    for (const auto &planted : cases()) {
        SCOPED_TRACE(planted.cause);
        Advice advice{ .before = costsOf(planted.before), .after = costsOf(planted.after) };
        advice.candidate.rule.goal = planted.goal;
        judge(advice);
        EXPECT_EQ(advice.effect, planted.effect);
        const auto word = views::effectWord(advice);
        const auto sentence = views::adviceSentence(advice);
        EXPECT_EQ(word.contains(u"mixed"_s), !planted.effect) << word.toStdString();
        EXPECT_EQ(sentence.contains(u"only a run"_s), !planted.effect) << sentence.toStdString();
        EXPECT_EQ(word.contains(u"better"_s), planted.effect == Effect::Better);
        EXPECT_EQ(
            toJson(advice)[u"effect"_s], planted.effect ? effectKey(*planted.effect) : u"mixed"_s);
    }
}

} // namespace tosaic::advice::adviceanswerstests
