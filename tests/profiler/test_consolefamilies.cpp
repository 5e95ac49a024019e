// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/familydraft.h"
#include "tests/profiler/runbothways.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::profile::consolefamiliestests {
namespace {

constexpr auto OwnFamily = R"json({ "formatVersion": 1, "rules": [
  { "pattern": "^== run (\\S+)", "contains": "== run", "field": "measurement" },
  { "pattern": "npu busy (\\d+)", "field": "cycles" },
  { "pattern": "stat (?<name>[A-Z_]+)=(?<value>\\d+)", "contains": "stat ", "field": "counter", "unit": "pages" },
  { "pattern": "took ([0-9.]+)", "contains": "took ", "field": "time", "unit": "us" } ] })json";

std::shared_ptr<const FamilyRules> ownFamily()
{
    auto rules = readFamily(OwnFamily, u"own.json"_s);
    EXPECT_TRUE(rules) << (rules ? "" : rules.error().detail.toStdString());
    return std::make_shared<const FamilyRules>(std::move(*rules));
}

TEST(ConsoleFamilies, AFileSaysWhatLinesMean)
{
    const QByteArray text
        = "hello\n== run a\nnpu busy 1200\nstat NPU_ACTIVE=1100\n"
          "stat PAGE_FAULTS=3\ntook 2.5 us\nother line\n== run b\nnpu busy 1300\n";
    EXPECT_FALSE(parseConsole(text)) << "nobody knows these lines";
    const auto run = parseConsole(text, ownFamily());
    ASSERT_TRUE(run) << run.error().detail.toStdString();
    EXPECT_EQ(run->status, RunStatus::Complete);
    ASSERT_EQ(run->profiles.size(), 2U);
    const auto &first = run->profiles[0];
    EXPECT_EQ(first.label, u"a"_s);
    ASSERT_TRUE(first.counter(u"CYCLE_COUNTER"_s));
    EXPECT_EQ(first.counter(u"CYCLE_COUNTER"_s)->value, 1200U);
    ASSERT_TRUE(first.counter(u"NPU_ACTIVE"_s));
    EXPECT_EQ(first.counter(u"NPU_ACTIVE"_s)->unit, u"cycles"_s) << "the unit of the event";
    ASSERT_TRUE(first.counter(u"PAGE_FAULTS"_s));
    EXPECT_EQ(first.counter(u"PAGE_FAULTS"_s)->unit, u"pages"_s) << "the unit of the file";
    EXPECT_EQ(first.timeNs, 2500U);
    EXPECT_EQ(run->profiles[1].counter(u"CYCLE_COUNTER"_s)->value, 1300U);
}

/// Shapes of lines are remembered for the built-in rules; those of a family may depend on digits.
TEST(ConsoleFamilies, EveryLineIsReadAnew)
{
    const auto rules = readFamily(R"json({ "formatVersion": 1, "rules": [
        { "pattern": "unit 3: busy (\\d+)", "field": "cycles" } ] })json",
        u"x"_s);
    ASSERT_TRUE(rules);
    const auto run = parseConsole("unit 1: busy 10\nunit 2: busy 20\nunit 3: busy 30\n",
        std::make_shared<const FamilyRules>(*rules));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->profiles.size(), 1U);
    EXPECT_EQ(run->profiles[0].counter(u"CYCLE_COUNTER"_s)->value, 30U);
}

TEST(ConsoleFamilies, WhatIsWrongIsToldWithItsRule)
{
    const auto problem = [](const char *rule) {
        const auto read = readFamily(
            QByteArray("{ \"formatVersion\": 1, \"rules\": [") + rule + "] }", u"f.json"_s);
        return read ? QString() : read.error().detail;
    };
    EXPECT_TRUE(
        problem(R"json({"pattern":"busy (\\d+)","field":"speed"})json").contains(u"rule 1"_s));
    EXPECT_TRUE(
        problem(R"json({"pattern":"busy (\\d+","field":"cycles"})json").contains(u"pattern"_s));
    EXPECT_TRUE(problem(R"json({"pattern":"busy","field":"cycles"})json").contains(u"group"_s));
    EXPECT_TRUE(
        problem(R"json({"pattern":"(\\d+) ms","field":"cycles"})json").contains(u"contains"_s));
    EXPECT_TRUE(
        problem(R"json({"pattern":"took ([0-9]+)","field":"time"})json").contains(u"unit"_s));
    EXPECT_TRUE(
        problem(R"json({"pattern":"stat (\\d+)","field":"counter"})json").contains(u"name"_s));
    EXPECT_TRUE(problem("").contains(u"rules"_s));
    EXPECT_FALSE(readFamily("[]", u"f.json"_s));
    EXPECT_FALSE(readFamily("no JSON", u"f.json"_s));
    EXPECT_FALSE(readFamily(QByteArray(1 << 20, ' '), u"f.json"_s));
}

TEST(ConsoleFamilies, TheNeedleIsInEveryMatch)
{
    EXPECT_EQ(needleOf(u"npu busy (\\d+)"_s), u"npu busy "_s);
    EXPECT_EQ(needleOf(u"colou?r: (\\d+)"_s), u"colo"_s);
    EXPECT_EQ(needleOf(u"a|bcdefgh (\\d+)"_s), QString());
    EXPECT_EQ(needleOf(u"(?:abcdefgh)? x (\\d+)"_s), u" x "_s);
    EXPECT_EQ(needleOf(u"[abcdefgh]+ms\\.total"_s), u"ms.total"_s);
    EXPECT_EQ(needleOf(u"abc{2}defg"_s), u"defg"_s);
}

/// Of a board with Linux: the delegate's lines, with messages of the kernel between and inside
/// them.
TEST(ConsoleFamilies, LinuxBoardsWithKernelMessagesBetween)
{
    const QByteArray text
        = "INFO: Loaded model net_vela.tflite\n"
          "INFO: [   84.100001] remoteproc remoteproc0: powering up\n"
          "Ethosu delegate: device_name set[   84.200002] remoteproc remoteproc0: Booting fw\n"
          " to /dev/ethosu0.\n"
          "INFO: EthosuDelegate: 1 nodes delegated out of 1 nodes with 1 partitions.\n"
          "[   85.000003] virtio_rpmsg_bus virtio0: rpmsg host is online\n"
          "INFO: invoked\n"
          "INFO: average ti[   85.400004] rpmsg: late message\n"
          "me: 3.882 ms\n";
    const auto run = runBothWays(text);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(run.profiles[0].timeNs, 3'882'000U);
    const auto benchmark = parseConsole(
        "INFO: EthosuDelegate: 1 nodes delegated out of 1 nodes with 1 partitions.\n"
        "INFO: Inference timings in us: Init: 5811, First inference: 6774, Warmup (avg): 6553.9, "
        "Inference (avg): 6515.5\n");
    ASSERT_TRUE(benchmark);
    ASSERT_EQ(benchmark->profiles.size(), 1U);
    EXPECT_EQ(benchmark->profiles[0].timeNs, 6'515'500U);
    EXPECT_FALSE(parseConsole("INFO: average time: 3.882 ms\n")) << "of whatever processor";
    EXPECT_FALSE(parseConsole("INFO: EthosuDelegate: 0 nodes delegated out of 5 nodes with 0 "
                              "partitions.\nINFO: average time: 3.882 ms\n"));
}

TEST(ConsoleFamilies, AreFoundBesideTheProgramAndWhereTheUserSays)
{
    EXPECT_FALSE(shippedFamilies()->rules().empty());
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"own.json"_s);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(OwnFamily);
    file.close();
    qputenv(FamiliesVariable, (path + QDir::listSeparator() + u"/nowhere.json"_s).toUtf8());
    const auto families = consoleFamilies();
    qunsetenv(FamiliesVariable);
    EXPECT_EQ(families.rules->rules().size(), shippedFamilies()->rules().size() + 4);
    ASSERT_EQ(families.diagnostics.size(), 1U);
    EXPECT_EQ(families.diagnostics[0].location.file, u"/nowhere.json"_s);
}

TEST(FamilyDrafts, TextThatIsMarkedBecomesARule)
{
    struct Marked
    {
        QString line; ///< what is marked stands between < and >
        QString field;
        QString name;
        QString unit;
        QString alike; ///< another line that is read
        QString value; ///< in it
        QString other; ///< a line that is not
    };
    const std::vector<Marked> marks{
        { u"zorp: npu busy <1200> cycles"_s, u"cycles"_s, {}, {}, u"zorp: npu busy 7 cycles"_s,
            u"7"_s, u"zorp: npu idle 7 cycles"_s },
        { u"[   12.345678] zorp: took <2.5> ms"_s, u"time"_s, {}, u"ms"_s,
            u"[   99.000001] zorp: took 17.25 ms"_s, u"17.25"_s, u"zorp: took a while"_s },
        { u"run 3 of 10: stat PAGE_FAULTS=<31> pages"_s, u"counter"_s, u"PAGE_FAULTS"_s, u"pages"_s,
            u"run 4 of 10: stat PAGE_FAULTS=8 pages"_s, u"8"_s, u"run 4: stat OTHER=8 pages"_s },
        { u"weights (kb): <12>"_s, u"counter"_s, u"kb"_s, {}, u"weights (kb): 9"_s, u"9"_s,
            u"weights kb: 9"_s },
    };
    for (const auto &one : marks) {
        SCOPED_TRACE(one.line.toStdString());
        const auto from = one.line.indexOf(u'<');
        const auto length = one.line.indexOf(u'>') - from - 1;
        auto line = one.line;
        line.remove(u'<').remove(u'>');
        const auto draft = draftOf(line, from, length);
        EXPECT_EQ(draft.field, one.field);
        EXPECT_EQ(draft.name, one.name);
        EXPECT_EQ(draft.unit, one.unit);
        const auto effect = effectOf(draft, { line, one.other, one.alike });
        ASSERT_TRUE(effect) << effect.error().detail.toStdString() << ' '
                            << draft.pattern.toStdString();
        EXPECT_EQ(effect->count, 2U) << draft.pattern.toStdString();
        ASSERT_EQ(effect->matches.size(), 2U);
        EXPECT_EQ(effect->matches[0].value, line.mid(from, length));
        EXPECT_EQ(effect->matches[1].line, 3);
        EXPECT_EQ(effect->matches[1].value, one.value);
    }
    EXPECT_FALSE(effectOf({ .pattern = u"ab(\\d+)"_s, .field = u"cycles"_s }, {}))
        << "such lines cannot be found fast";
}

TEST(FamilyDrafts, AreKeptInTheUsersFamilyAndReadAtOnce)
{
    const QTemporaryDir home;
    const auto before = qgetenv("HOME");
    qputenv("HOME", home.path().toUtf8());
    const QByteArray text = "boot\nzorp: npu busy 1200 cycles\nzorp: npu busy 1300 cycles\n";
    const auto line = u"zorp: npu busy 1200 cycles"_s;
    EXPECT_FALSE(parseConsole(text, consoleFamilies().rules));
    const auto path = keepDraft(draftOf(line, line.indexOf(u'1'), 4));
    ASSERT_TRUE(path) << path.error().detail.toStdString();
    const auto run = parseConsole(text, consoleFamilies().rules);
    ASSERT_TRUE(run);
    ASSERT_FALSE(run->profiles.empty());
    EXPECT_EQ(run->profiles[0].counter(u"CYCLE_COUNTER"_s)->value, 1200U);
    const auto rules = consoleFamilies().rules->rules().size();
    ASSERT_TRUE(keepDraft(
        { .pattern = u"arena of (\\d+)"_s, .field = u"arenaBytes"_s, .name = {}, .unit = {} }));
    EXPECT_EQ(consoleFamilies().rules->rules().size(), rules + 1) << "beside the first";
    EXPECT_FALSE(keepDraft({ .pattern = u"arena of \\d+"_s, .field = u"arenaBytes"_s }));
    // What somebody broke by hand is theirs to mend.
    QFile file(*path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{ broken");
    file.close();
    EXPECT_FALSE(keepDraft(draftOf(line, line.indexOf(u'1'), 4)));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "{ broken");
    qputenv("HOME", before);
}

} // namespace
} // namespace tosaic::profile::consolefamiliestests
