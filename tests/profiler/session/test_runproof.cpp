// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/openprogram.h"
#include "profiler/session/runproof.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::runprooftests {

using profile::ProofState;
using profile::ProofStep;

namespace {

struct Case
{
    Case()
    {
        const auto file = ByteSource::map(fixturePath(u"add-u55-128/add.pte"_s));
        program = *formats::readProgram(*file);
        run.family = profile::LogFamily::ExecutorchRunner;
        run.status = profile::RunStatus::Complete;
        run.model = profile::LogModel{ .pteBytes = program->source->size() };
        outputs = *profile::simulatedOutputs(program, {});
        run.outputs = { { .index = 0, .count = 5, .values = outputs.front() } };
        elf = written(u"runner.elf"_s,
            "\x7f"
            "ELF"
                + program->source->bytes().toByteArray() + "behind");
    }
    profile::RunProof proof() const
    {
        return profile::proofOf(
            { .run = &run, .program = program.get(), .elf = elf, .outputs = outputs });
    }
    ProofState stateOf(ProofStep step) const { return proof().facts[size_t(step)].state; }

    std::shared_ptr<const model::Program> program;
    profile::Run run;
    std::vector<std::vector<double>> outputs;
    QString elf;
};

} // namespace

TEST(RunProof, AllOfItIsProvenByWhatWasPrinted)
{
    const Case one;
    ASSERT_EQ(one.outputs.size(), 1U);
    EXPECT_NEAR(one.outputs.front().front(), 2, 0.01) << "ones were added to themselves";
    EXPECT_EQ(one.proof().state(), ProofState::Proven);
    EXPECT_EQ(one.proof().facts.size(), 5U);
}

TEST(RunProof, NothingIsProvenWithoutEvidence)
{
    const auto nothing = profile::proofOf({});
    EXPECT_EQ(nothing.state(), ProofState::Unproven);
    for (const auto &fact : nothing.facts) {
        EXPECT_EQ(fact.state, ProofState::Unproven) << proofKey(fact.step).toStdString();
        EXPECT_FALSE(fact.why.isEmpty());
    }
}

TEST(RunProof, EachStepFailsOnItsOwn)
{
    Case elf;
    elf.elf = written(u"other.elf"_s,
        "\x7f"
        "ELF of something else"_ba);
    EXPECT_EQ(elf.stateOf(ProofStep::Elf), ProofState::Unproven);
    EXPECT_EQ(elf.proof().state(), ProofState::Unproven);
    Case program;
    program.run.model->pteBytes = 17;
    EXPECT_EQ(program.stateOf(ProofStep::Program), ProofState::Refuted);
    EXPECT_EQ(program.proof().state(), ProofState::Refuted);
    const auto facts = program.proof().facts;
    const auto said = std::ranges::find(facts, ProofStep::Program, &profile::ProofFact::step);
    ASSERT_NE(said, facts.end());
    EXPECT_TRUE(said->why.contains(u"file: 17 bytes in the console, "_s))
        << said->why.toStdString();
    Case failed;
    failed.run.status = profile::RunStatus::Failed;
    EXPECT_EQ(failed.stateOf(ProofStep::Finished), ProofState::Refuted);
    Case wrong;
    (*wrong.run.outputs.front().values)[3] += 0.01;
    EXPECT_EQ(wrong.stateOf(ProofStep::Outputs), ProofState::Refuted);
    EXPECT_TRUE(wrong.proof().facts.back().why.contains(u"1 of 5"_s));
    Case rounded;
    (*rounded.run.outputs.front().values)[3] += 4e-7; // as six decimals are
    EXPECT_EQ(rounded.stateOf(ProofStep::Outputs), ProofState::Proven);
    Case abridged;
    abridged.run.outputs.front().values.reset();
    EXPECT_EQ(abridged.stateOf(ProofStep::Outputs), ProofState::Unproven);
}

/// Every output has to be there: what is right so far proves nothing of what is not.
TEST(RunProof, WhatIsNotPrintedIsNotProven)
{
    const auto stateWith = [](std::vector<profile::LogOutput> printed) {
        Case one;
        one.outputs.push_back({ 1, 2, 3 }); // a second output
        one.run.outputs = std::move(printed);
        EXPECT_NE(one.proof().state(), ProofState::Proven);
        return one.stateOf(ProofStep::Outputs);
    };
    const auto first = Case().run.outputs.front();
    const profile::LogOutput second{ .index = 1, .count = 3, .values = { { 1, 2, 3 } } };
    Case whole;
    whole.outputs.push_back(*second.values);
    whole.run.outputs = { first, second };
    EXPECT_EQ(whole.proof().state(), ProofState::Proven);
    EXPECT_EQ(stateWith({}), ProofState::Unproven);
    EXPECT_EQ(stateWith({ first }), ProofState::Unproven) << "the second was dropped";
    EXPECT_EQ(stateWith({ second }), ProofState::Unproven) << "the first was dropped";
    EXPECT_EQ(stateWith({ first, first }), ProofState::Unproven) << "one of them twice";
    EXPECT_EQ(stateWith({ { .values = first.values } }), ProofState::Unproven) << "no index";
    EXPECT_EQ(stateWith({ first, { .index = 1, .count = 3, .shown = 2 } }), ProofState::Unproven)
        << "numbers of the second were dropped";
    EXPECT_EQ(stateWith({ first, { .index = 1, .count = 2, .values = { { 1, 2 } } } }),
        ProofState::Refuted)
        << "its last number is missing, and nothing says that there was one";
    EXPECT_EQ(stateWith({ first, second, { .index = 2, .count = 1, .values = { { 1 } } } }),
        ProofState::Refuted)
        << "an output that the program does not have";
}

TEST(RunProof, TheSimulatorIsAskedOnlyWhereThereIsSomethingToCompare)
{
    Case one;
    profile::ProofEvidence evidence{
        .run = &one.run, .program = one.program.get(), .elf = one.elf
    };
    int asked = 0;
    const profile::Simulation simulate = [&] {
        ++asked;
        return one.outputs;
    };
    EXPECT_EQ(profile::proofOf(evidence, simulate).state(), ProofState::Proven);
    EXPECT_EQ(asked, 1);
    const auto refused = profile::proofOf(
        evidence, [] { return fail(ErrorCode::FormatUnsupported, u"no kernel"_s); });
    EXPECT_EQ(refused.facts.back().state, ProofState::Unproven);
    EXPECT_TRUE(refused.facts.back().why.contains(u"no kernel"_s));
    one.run.outputs.front().values.reset();
    const auto abridged = profile::proofOf(evidence, simulate);
    EXPECT_EQ(abridged.facts.back().why, u"no output is printed whole"_s);
    evidence.program = nullptr;
    EXPECT_EQ(profile::proofOf(evidence, simulate).state(), ProofState::Unproven);
    EXPECT_EQ(asked, 1);
}

/// A run in ExecuTorch's runtime prints no outputs: it leaves them, and the hash of what it ran.
TEST(RunProof, OfARunInTheRuntimeIsProvenByWhatItLeft)
{
    Case one;
    const auto right = *localrun::runHere(one.program->source, { .seed = 7 });
    ASSERT_EQ(right.inputs.size(), 1U) << "added to itself";
    const auto kept = [](const localrun::Array &array) {
        return profile::HostArray{ .path = u"kept.npy"_s,
            .file = ByteSource::fromBytes(*localrun::npyOf(array)) };
    };
    profile::HostFacts facts{ .status = u"succeeded"_s,
        .inputs = { kept(right.inputs[0]) },
        .outputs = { kept(right.outputs.front()) },
        .pteSha256 = sha256Hex(one.program->source->bytes()) };
    const auto proofOf = [&](const profile::HostFacts &host) {
        const auto outputs
            = profile::simulatedOutputs(one.program, { .inputs = profile::inputsOf(host).value() });
        return profile::proofOf({ .host = &host,
            .program = one.program.get(),
            .isFileItself = true,
            .outputs = *outputs });
    };
    EXPECT_EQ(proofOf(facts).state(), ProofState::Proven);
    const auto stateOf = [&](const profile::HostFacts &host, ProofStep step) {
        return proofOf(host).facts[size_t(step)].state;
    };
    auto other = facts;
    other.pteSha256 = sha256Hex("other");
    EXPECT_EQ(stateOf(other, ProofStep::Program), ProofState::Refuted);
    auto failed = facts;
    failed.status = u"failed"_s;
    failed.failedStage = u"execute"_s;
    EXPECT_EQ(stateOf(failed, ProofStep::Finished), ProofState::Refuted);
    failed.failedStage = u"import"_s;
    EXPECT_EQ(stateOf(failed, ProofStep::Started), ProofState::Refuted);
    auto wrong = facts;
    wrong.outputs = { kept(right.inputs[0]) };
    EXPECT_EQ(stateOf(wrong, ProofStep::Outputs), ProofState::Refuted);
    auto lost = facts;
    lost.outputs.front().file.reset();
    EXPECT_EQ(stateOf(lost, ProofStep::Outputs), ProofState::Unproven);
    auto none = facts;
    none.outputs.clear();
    EXPECT_EQ(stateOf(none, ProofStep::Outputs), ProofState::Unproven) << "the runtime gave none";
    EXPECT_NE(proofOf(none).state(), ProofState::Proven);
    auto more = facts;
    more.outputs.push_back(more.outputs.front());
    EXPECT_EQ(stateOf(more, ProofStep::Outputs), ProofState::Refuted) << "more than it has";
}

} // namespace tosaic::test::runprooftests
