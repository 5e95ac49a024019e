// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/openprogram.h"
#include "profiler/session/runproof.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test {

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

} // namespace tosaic::test
