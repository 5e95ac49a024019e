// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/provenance.h"
#include "tests/core/workspace/workspacefiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>

#include <algorithm>

namespace tosaic::test::provenancetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

using Kind = ProvenanceStep::Kind;

const ProvenanceStep *stepOf(const Provenance &provenance, Kind kind, int generation = 0)
{
    const auto found = std::find_if(provenance.steps.begin(), provenance.steps.end(),
        [&](const auto &step) { return step.kind == kind && step.generation == generation; });
    return found == provenance.steps.end() ? nullptr : &*found;
}

class ProvenanceTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_dir = test::temporaryDir();
        m_file = *Workspace::create(m_dir + u"/work.tosaic"_s);
        m_source = test::writeFile(m_dir + u"/model.py"_s, "source of the model");
    }

    /// Compiles model.py, recording what a compile knows.
    workspace::JobId compile(const QString &name)
    {
        workspace::JobRecord details{ .kind = u"executorch"_s,
            .spec = { { u"target"_s, u"ethos-u55-128"_s } } };
        details.resolvedSpec
            = { { u"target"_s, u"ethos-u55-128"_s }, { u"memoryMode"_s, u"Shared_Sram"_s } };
        details.interpreter = u"/venv/bin/python"_s;
        details.sources = { { u"model"_s, m_source, sha256Hex("source of the model"), 19 } };
        return *m_file->addCompile(test::compileIn(m_dir + u'/' + name, name), details);
    }

    QString m_dir;
    QString m_source;
    std::unique_ptr<Workspace> m_file;
};

} // namespace

TEST_F(ProvenanceTest, LeadsFromAProgramToSourceSpecAndTools)
{
    ASSERT_TRUE(m_file->saveSpec(u"fast"_s, { { u"target"_s, u"ethos-u55-128"_s } }));
    const auto job = compile(u"a"_s);
    const auto found = provenanceOf(*m_file, m_dir + u"/a/model.pte"_s);
    ASSERT_TRUE(found) << qPrintable(found.error().toText());
    EXPECT_TRUE(found->isKnown());
    EXPECT_FALSE(found->isByPayload);
    EXPECT_EQ(found->sha256, sha256Hex("program of a"));
    EXPECT_EQ(found->steps.front().kind, Kind::File);
    EXPECT_EQ(found->steps.front().state, FileState::Present);
    EXPECT_TRUE(found->steps.front().isKept);
    EXPECT_EQ(stepOf(*found, Kind::Job)->job, job);
    const auto *source = stepOf(*found, Kind::Source);
    ASSERT_TRUE(source);
    EXPECT_EQ(source->path, m_source);
    EXPECT_EQ(source->state, FileState::Present);
    EXPECT_EQ(stepOf(*found, Kind::SpecAsked)->name, u"fast"_s);
    EXPECT_EQ(stepOf(*found, Kind::SpecResolved)->facts.value(u"memoryMode"_s).toString(),
        u"Shared_Sram"_s);
    const auto tools = stepOf(*found, Kind::Tools)->facts;
    EXPECT_EQ(tools.value(u"vela"_s).toString(), u"5.1.0"_s);
    EXPECT_EQ(tools.value(u"interpreter"_s).toString(), u"/venv/bin/python"_s);
}

TEST_F(ProvenanceTest, SaysWhetherTheSourceIsStillTheSame)
{
    compile(u"a"_s);
    test::writeFile(m_source, "source, edited since");
    EXPECT_EQ(stepOf(*provenanceOf(*m_file, m_dir + u"/a/model.pte"_s), Kind::Source)->state,
        FileState::Changed);
    QFile::remove(m_source);
    EXPECT_EQ(stepOf(*provenanceOf(*m_file, m_dir + u"/a/model.pte"_s), Kind::Source)->state,
        FileState::Missing);
}

TEST_F(ProvenanceTest, SaysWhatCalibratedAndWhetherItIsStillTheSame)
{
    ASSERT_TRUE(QDir(m_dir).mkpath(u"pictures"_s));
    const auto picture = test::writeFile(m_dir + u"/pictures/a.png"_s, "red");
    test::writeFile(m_dir + u"/pictures/b.png"_s, "green");
    const auto file = test::writeFile(m_dir + u"/some.npy"_s, "numbers");
    auto result = test::compileIn(m_dir + u"/a"_s, u"a"_s);
    result.spec.calibration = spec::Calibration{ .files = { u"some.npy"_s } };
    result.spec.calibration->images.folder = u"pictures"_s;
    const auto details = compileDetails(result, m_source, {});
    ASSERT_TRUE(m_file->addCompile(result, details));
    const auto calibration = [&] {
        std::vector<ProvenanceStep> found;
        const auto provenance = provenanceOf(*m_file, m_dir + u"/a/model.pte"_s);
        for (const auto &step : provenance->steps) {
            if (step.name == "calibration"_L1)
                found.push_back(step);
        }
        return found;
    };
    auto found = calibration();
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].path, file);
    EXPECT_EQ(found[0].sha256, sha256Hex("numbers"));
    EXPECT_EQ(found[1].path, m_dir + u"/pictures"_s);
    // cd pictures; sha256sum * | sha256sum
    EXPECT_EQ(found[1].sha256,
        sha256Hex(
            (sha256Hex("red") + u"  a.png\n"_s + sha256Hex("green") + u"  b.png\n"_s).toUtf8()));
    for (const auto &step : found)
        EXPECT_EQ(step.state, FileState::Present) << step.path.toStdString();
    test::writeFile(picture, "blue");
    test::writeFile(file, "others");
    found = calibration();
    for (const auto &step : found)
        EXPECT_EQ(step.state, FileState::Changed) << step.path.toStdString();
    ASSERT_TRUE(QDir(m_dir + u"/pictures"_s).removeRecursively());
    EXPECT_EQ(calibration()[1].state, FileState::Missing);
}

TEST_F(ProvenanceTest, FollowsAMovedFileByContentAndADeletedOneByItsPath)
{
    const auto job = compile(u"a"_s);
    const auto moved = m_dir + u"/elsewhere.pte"_s;
    ASSERT_TRUE(QFile::rename(m_dir + u"/a/model.pte"_s, moved));
    EXPECT_EQ(stepOf(*provenanceOf(*m_file, moved), Kind::Job)->job, job);
    const auto gone = provenanceOf(*m_file, m_dir + u"/a/model.pte"_s);
    ASSERT_TRUE(gone);
    EXPECT_EQ(gone->steps.front().state, FileState::Missing);
    EXPECT_EQ(stepOf(*gone, Kind::Job)->job, job);
    EXPECT_EQ(stepOf(*provenanceOf(*m_file, sha256Hex("program of a")), Kind::Job)->job, job);
}

TEST_F(ProvenanceTest, FollowsAPayloadExchangeToTheCompileBefore)
{
    const auto parent = compile(u"a"_s);
    auto result = test::compileIn(m_dir + u"/b"_s, u"b"_s);
    result.sourceName = u"model.pte"_s;
    result.sourceSha256 = sha256Hex("program of a");
    workspace::JobRecord details{ .kind = u"executorch"_s };
    details.action = u"respec"_s;
    const auto child = *m_file->addCompile(result, details);
    const auto found = provenanceOf(*m_file, m_dir + u"/b/model.pte"_s);
    ASSERT_TRUE(found);
    EXPECT_EQ(stepOf(*found, Kind::Job, 0)->job, child);
    EXPECT_EQ(stepOf(*found, Kind::Job, 0)->facts.value(u"action"_s).toString(), u"respec"_s);
    ASSERT_TRUE(stepOf(*found, Kind::File, 1));
    EXPECT_EQ(stepOf(*found, Kind::File, 1)->sha256, sha256Hex("program of a"));
    EXPECT_EQ(stepOf(*found, Kind::Job, 1)->job, parent);
    EXPECT_EQ(stepOf(*found, Kind::Source, 1)->path, m_source);
}

TEST_F(ProvenanceTest, AnExchangeThatStatesItsModelIsFollowedToItsProgram)
{
    const auto parent = compile(u"a"_s);
    ASSERT_TRUE(m_file->addModel(m_source));
    auto result = test::compileIn(m_dir + u"/b"_s, u"b"_s);
    result.sourceName = u"model.py"_s;
    result.sourceSha256 = sha256Hex("source of the model");
    workspace::JobRecord details{ .kind = u"executorch"_s };
    details.action = u"respec"_s;
    details.sources = { { u"model"_s, {}, result.sourceSha256 },
        { u"program"_s, m_dir + u"/a/model.pte"_s, sha256Hex("program of a") } };
    ASSERT_TRUE(m_file->addCompile(result, details));
    const auto found = provenanceOf(*m_file, m_dir + u"/b/model.pte"_s);
    ASSERT_TRUE(found);
    const auto *model = stepOf(*found, Kind::Source, 0);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->path, m_source) << "the models of the workspace say where it is";
    EXPECT_EQ(model->state, FileState::Present);
    ASSERT_TRUE(stepOf(*found, Kind::Job, 1)) << "the compile that made the program";
    EXPECT_EQ(stepOf(*found, Kind::Job, 1)->job, parent);
    EXPECT_EQ(stepOf(*found, Kind::Source, 1)->path, m_source);
}

TEST_F(ProvenanceTest, ACircleEnds)
{
    auto result = test::compileIn(m_dir + u"/a"_s, u"a"_s);
    result.sourceSha256 = sha256Hex("program of a");
    ASSERT_TRUE(m_file->addCompile(result, {}));
    const auto found = provenanceOf(*m_file, m_dir + u"/a/model.pte"_s);
    ASSERT_TRUE(found);
    EXPECT_FALSE(stepOf(*found, Kind::Job, 1));
}

TEST_F(ProvenanceTest, ARepackedProgramIsKnownByItsDelegates)
{
    const auto job = compile(u"a"_s);
    compile(u"b"_s);
    const auto path = test::writeFile(m_dir + u"/repacked.pte"_s, "the same delegate, repacked");
    EXPECT_FALSE(provenanceOf(*m_file, path)->isKnown());
    const auto found = provenanceOf(*m_file, path, { sha256Hex("payload of a") });
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->isByPayload);
    EXPECT_EQ(stepOf(*found, Kind::Job)->job, job);
    // Delegates of different compiles prove nothing.
    EXPECT_FALSE(
        provenanceOf(*m_file, path, { sha256Hex("payload of a"), sha256Hex("payload of b") })
            ->isKnown());
    EXPECT_EQ(toJson(*found).value(u"evidence"_s).toString(), u"delegate-payloads"_s);
}

TEST_F(ProvenanceTest, IsADocumentForScripts)
{
    compile(u"a"_s);
    const auto json = toJson(*provenanceOf(*m_file, m_dir + u"/a/model.pte"_s));
    EXPECT_TRUE(json.value(u"isKnown"_s).toBool());
    const auto steps = json.value(u"steps"_s).toArray();
    ASSERT_EQ(steps.size(), 6);
    EXPECT_EQ(steps[0][u"kind"_s].toString(), u"file"_s);
    EXPECT_EQ(steps[2][u"state"_s].toString(), u"present"_s);
    EXPECT_EQ(provenanceOf(*m_file, m_dir + u"/nothing.pte"_s).error().code, ErrorCode::IoOpen);
}

} // namespace tosaic::test::provenancetests
