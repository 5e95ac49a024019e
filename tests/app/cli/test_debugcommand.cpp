// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/localrun/array.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/core/accuracy/keptrun.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonValue>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::test::debugcommandtests {

namespace {

Outcome debug(const QStringList &arguments)
{
    return outcomeOf(cli::debugCommand(),
        QStringList{ fixturePath(u"add-u55-128/add.pte"_s), u"--json"_s } + arguments);
}

} // namespace

TEST(DebugCommand, StopsBehindAnOperation)
{
    const auto outcome = debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"map:ifm"_s, u"--print"_s,
        u"map:ofm"_s, u"--print"_s, u"registers"_s, u"--print"_s, u"region:1+0:20"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json["stoppedAt"_L1]["operation"_L1].toInt(-1), 1);
    EXPECT_EQ(json["stoppedAt"_L1]["offset"_L1].toInt(), 404);
    const auto printed = json["printed"_L1].toArray();
    ASSERT_EQ(printed.size(), 4);
    EXPECT_EQ(printed[0]["what"_L1].toString(), u"map:ifm"_s);
    // The operation writes over its input: what it found is told.
    const auto before = printed[0]["values"_L1].toArray();
    const auto behind = printed[1]["values"_L1].toArray();
    ASSERT_EQ(before.size(), 5);
    ASSERT_EQ(behind.size(), 5);
    EXPECT_EQ(printed[0]["address"_L1], printed[1]["address"_L1]);
    EXPECT_NE(before, behind);
    EXPECT_GT(printed[2]["registers"_L1].toArray().size(), 20);
    EXPECT_TRUE(printed[3]["written"_L1].toBool());
    const auto hex = printed[3]["hex"_L1].toString();
    bool isNumber = false;
    const auto first = qFromBigEndian(hex.first(8).toUInt(&isNumber, 16));
    EXPECT_EQ(double(qint32(first)), behind[0].toDouble());
}

TEST(DebugCommand, PrintsForPeopleWhatJsonSays)
{
    const QStringList question{ u"--break"_s, u"op:1"_s, u"--print"_s, u"map:ofm"_s, u"--print"_s,
        u"region:1+0x4"_s, u"--print"_s, u"registers"_s, u"--print"_s, u"map:ifm2"_s, u"--print"_s,
        u"region:1+0x1000000:4"_s };
    const auto printed = debug(question).json()["printed"_L1].toArray();
    const auto outcome = outcomeOf(cli::debugCommand(),
        QStringList{ fixturePath(u"add-u55-128/add.pte"_s) } + question, { 80 });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_FALSE(outcome.out.contains(u'{')) << outcome.out.toStdString();
    const auto lines = outcome.out.simplified();
    QStringList numbers;
    for (const auto &value : printed[0]["values"_L1].toArray())
        numbers.append(QString::number(value.toInteger()));
    EXPECT_TRUE(lines.contains(u" 0,0 "_s + numbers.join(u' '))) << outcome.out.toStdString();
    const auto bytes = QByteArray::fromHex(printed[1]["hex"_L1].toString().toLatin1());
    EXPECT_TRUE(lines.contains(u"16 bytes, written 0x4 "_s + QString::fromLatin1(bytes.toHex(' '))))
        << outcome.out.toStdString();
    EXPECT_TRUE(lines.contains(u"NPU_SET_IFM_REGION 0x1"_s)) << outcome.out.toStdString();
    EXPECT_TRUE(lines.contains(u"map:ifm2: 1 x 1 x 1 (height, width, channels)"_s))
        << outcome.out.toStdString();
    EXPECT_TRUE(lines.contains(u"region:1+0x1000000:4: "_s + printed[4]["problem"_L1].toString()))
        << outcome.out.toStdString();
}

TEST(DebugCommand, APlaceWithoutALengthIsALineOfBytes)
{
    const auto outcome = debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"region:1+0x4"_s,
        u"--print"_s, u"region:1+0x4:16"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto printed = outcome.json()["printed"_L1].toArray();
    ASSERT_EQ(printed.size(), 2);
    EXPECT_EQ(printed[0]["hex"_L1].toString().size(), 32);
    EXPECT_EQ(printed[0]["hex"_L1], printed[1]["hex"_L1]);
    EXPECT_EQ(
        debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"region:1+0x4:"_s }).exitCode, cli::Usage);
}

TEST(DebugCommand, StopsWhereAnAddressIsWritten)
{
    const auto outcome = debug({ u"--break"_s, u"write:1+0"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const QJsonValue at = outcome.json()["stoppedAt"_L1];
    const auto same = debug({ u"--break"_s, u"offset:%1"_s.arg(at["offset"_L1].toInt()) });
    EXPECT_EQ(QJsonValue(same.json()["stoppedAt"_L1]), at);
}

TEST(DebugCommand, APlaceThatIsNotReachedIsAnError)
{
    const auto outcome = debug({ u"--break"_s, u"op:99"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"debug.not-reached"_s));
    EXPECT_EQ(debug({ u"--break"_s, u"line:3"_s }).exitCode, cli::Usage);
    EXPECT_EQ(
        debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"region:9+0:4"_s }).exitCode, cli::Usage);
    EXPECT_EQ(debug({ u"--break"_s, u"op:1"_s, u"--delegate"_s, u"4"_s }).exitCode, cli::BadInput);
    const auto outside
        = debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"region:1+0x1000000:4"_s });
    EXPECT_TRUE(outside.json()["printed"_L1][0]["problem"_L1].toString().contains(u"outside"_s));
}

/// A scale record that is wrong in the program: the run stops behind the layer that reads it.
TEST(DebugCommand, WrongInputsAndPlacesSayWhatIsWanted)
{
    const auto said = [](const QStringList &arguments, int exitCode) {
        const auto outcome = debug(arguments);
        EXPECT_EQ(outcome.exitCode, exitCode) << arguments.join(u' ').toStdString();
        return outcome.err;
    };
    const auto array = localrun::npyOf({ model::ScalarType::Float, { 5 }, QByteArray(20, '\0') });
    ASSERT_TRUE(array);
    const auto file = written(u"input.npy"_s, *array);
    const QStringList stop{ u"--break"_s, u"op:1"_s };
    const auto larger = said(stop + QStringList{ u"--input"_s, u"0="_s + file }, cli::BadInput);
    EXPECT_TRUE(
        larger.contains(u"input 0 of the stream takes 5 bytes, the file has 20 (float32)"_s))
        << larger.toStdString();
    EXPECT_TRUE(said(stop + QStringList{ u"--input"_s, u"7="_s + file }, cli::BadInput)
                    .contains(u"no input 7; it has 1"_s));
    EXPECT_TRUE(said(stop + QStringList{ u"--delegate"_s, u"4"_s }, cli::BadInput)
                    .contains(u"no command stream 4; there are 1"_s));
    EXPECT_TRUE(said({}, cli::Usage).contains(u"--break says where to stop"_s));
    const auto none = outcomeOf(cli::debugCommand(),
        { fixturePath(u"softmax-cpu/softmax.pte"_s), u"--break"_s, u"op:1"_s });
    EXPECT_EQ(none.exitCode, cli::BadInput);
    EXPECT_TRUE(none.err.contains(u"nothing of it runs on an NPU"_s)) << none.err.toStdString();
}

TEST(DebugCommand, StopsAtTheFirstDifference)
{
    const auto &fixture = transformer();
    const auto kept = keptFolder(fixture, tappedAlone(fixture, 0), 0);
    const ProgramStreams streams(fixture.bytes);
    const auto &placed = streams.placed.front();
    const auto operation
        = std::ranges::find_if(placed.stream->operations, [](const npu::Operation &one) {
              return !one.scales.empty() && one.scales.front().region == 0;
          });
    ASSERT_NE(operation, placed.stream->operations.end());
    const QStringList where{ u"--partition"_s, fixture.folder + u"/partition0"_s, u"--reference"_s,
        kept, u"--break"_s, u"difference"_s, u"--print"_s, u"map:ofm"_s, u"--json"_s };
    const auto faulty = outcomeOf(cli::debugCommand(),
        QStringList{
            written(u"faulty.pte"_s, withWrongScale(fixture.bytes, placed, *operation, 1)) }
            + where);
    ASSERT_EQ(faulty.exitCode, cli::Fine) << faulty.err.toStdString();
    const auto json = faulty.json();
    EXPECT_EQ(json["stoppedAt"_L1]["operation"_L1].toInt(), int(operation->index));
    const auto closer = json["difference"_L1]["closer"_L1];
    EXPECT_EQ(closer["worst"_L1][0]["channel"_L1].toInt(), 1);
    EXPECT_FALSE(closer["computed"_L1]["counts"_L1].toArray().isEmpty());
    EXPECT_EQ(json["printed"_L1].toArray().size(), 1);
    const auto sound = outcomeOf(cli::debugCommand(), QStringList{ fixture.program } + where);
    EXPECT_EQ(sound.exitCode, cli::BadInput);
    EXPECT_TRUE(sound.err.contains(u"as the reference says"_s)) << sound.err.toStdString();
    const auto other = outcomeOf(
        cli::debugCommand(), QStringList{ fixture.program, u"--seed"_s, u"3"_s } + where);
    EXPECT_EQ(other.exitCode, cli::BadInput);
    EXPECT_TRUE(other.err.contains(u"another input"_s)) << other.err.toStdString();
}

TEST(AccuracyCommand, NamesWhereAProgramBreaks)
{
    const auto &fixture = transformer();
    const auto kept = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    const auto accuracy = [&](const QStringList &more) {
        return outcomeOf(cli::accuracyCommand(),
            QStringList{ fixture.folder, u"--reference"_s, u"0="_s + kept, u"--json"_s } + more);
    };
    const auto sound = accuracy({});
    ASSERT_EQ(sound.exitCode, cli::Fine) << sound.err.toStdString();
    EXPECT_FALSE(sound.json().contains(u"first"_s));
    // One name in every face.
    const auto faces = outcomeOf(cli::operatorsCommand(), { fixture.folder, u"--json"_s }).json();
    QStringList names;
    for (const auto &face : faces.value("operators"_L1).toArray())
        names += face["name"_L1].toString();
    for (const auto &one : sound.json().value("operators"_L1).toArray())
        EXPECT_TRUE(names.contains(one["operator"_L1].toString()))
            << one["operator"_L1].toString().toStdString();
    const auto row = sound.json()["operators"_L1][0].toObject();
    EXPECT_EQ(row["against"_L1].toString(), u"reference"_s);
    EXPECT_EQ(row["differing"_L1].toInt(-1), 0);
    EXPECT_FALSE(row.contains(u"sqnrDb"_s)) << "nothing differs";
    for (const auto *key : { "node", "cosine", "maxAbs", "saturatedShare" })
        EXPECT_TRUE(row.contains(QLatin1StringView(key))) << key;
    const ProgramStreams streams(fixture.bytes);
    const auto &placed = streams.placed.front();
    const auto operation
        = std::ranges::find_if(placed.stream->operations, [](const npu::Operation &one) {
              return !one.scales.empty() && one.scales.front().region == 0;
          });
    ASSERT_NE(operation, placed.stream->operations.end());
    const auto faulty = accuracy({ u"--program"_s,
        written(u"faulty.pte"_s, withWrongScale(fixture.bytes, placed, *operation, 1)) });
    EXPECT_EQ(faulty.exitCode, cli::BadInput);
    EXPECT_EQ(faulty.json()["first"_L1]["closer"_L1]["worst"_L1][0]["channel"_L1].toInt(), 1);
    // What the board prints is held against the simulator.
    const auto console = written(u"console.txt"_s, "Output[0][0]: (float) 1.0\n"_ba);
    EXPECT_NE(accuracy({ u"--board"_s, console }).exitCode, cli::Fine);
    EXPECT_EQ(accuracy({ u"--least-sqnr"_s, u"low"_s }).exitCode, cli::Usage);
    EXPECT_EQ(accuracy({ u"--reference"_s, u"x=y"_s }).exitCode, cli::Usage);
    EXPECT_EQ(accuracy({ u"--try"_s, u"cpu"_s }).exitCode, cli::Usage)
        << "needs the model's source";
    EXPECT_EQ(accuracy({ u"--try"_s, u"luck"_s, u"--model"_s, u"x.py"_s }).exitCode, cli::Usage);
    EXPECT_EQ(accuracy({ u"--dataset"_s, u"/no/such"_s }).exitCode, cli::BadInput);
    const auto alone
        = outcomeOf(cli::accuracyCommand(), { written(u"alone.pte"_s, fixture.bytes) });
    EXPECT_EQ(alone.exitCode, cli::BadInput);
    EXPECT_TRUE(alone.err.contains(u"alone.pte: no compile is known of it"_s))
        << alone.err.toStdString();
    const auto untrusted
        = accuracy({ u"--model"_s, sourcePath(u"tests/fixtures/models/add.py"_s) });
    EXPECT_EQ(untrusted.exitCode, cli::Usage) << "its code runs only where it is trusted";
    EXPECT_TRUE(untrusted.err.contains(u"trust.needed"_s)) << untrusted.err.toStdString();
}

TEST(AccuracyCommand, WithoutASideNothingWasCompared)
{
    const auto alone = outcomeOf(
        cli::accuracyCommand(), { transformer().folder, u"--python"_s, u"/no/such/python"_s });
    EXPECT_EQ(alone.exitCode, cli::ToolFailed);
    EXPECT_TRUE(alone.out.contains(u"nothing was compared, in 1 sample\n"_s))
        << alone.out.toStdString();
    EXPECT_FALSE(alone.out.contains(u"nothing breaks"_s));
    const auto kept = keptFolder(transformer(), tapped(transformer(), transformer().bytes), 0);
    const auto beside = outcomeOf(
        cli::accuracyCommand(), { transformer().folder, u"--reference"_s, u"0="_s + kept });
    EXPECT_EQ(beside.exitCode, cli::Fine) << beside.err.toStdString();
    EXPECT_TRUE(beside.out.contains(u"nothing breaks, in 1 sample\n"_s));
    EXPECT_TRUE(beside.out.startsWith(u"Operator "_s)) << beside.out.toStdString();
    for (const auto &line : beside.out.split(u'\n'))
        EXPECT_FALSE(line.section(u' ', 0, 0).contains(QChar(0x2026)))
            << "names are whole, whatever else has to give way: " << line.toStdString();
    for (const auto *title : { "Cosine", "Mean error", "Range used" })
        EXPECT_TRUE(beside.out.contains(QLatin1StringView(title))) << title;
}

/// A command that the simulator does not know ends the run: what came before it is compared.
TEST(AccuracyCommand, ComparesWhatRanBeforeACommandThatIsNotKnown)
{
    const auto &fixture = transformer();
    const auto kept = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    const ProgramStreams streams(fixture.bytes);
    const auto &placed = streams.placed.front();
    const auto &operations = placed.stream->operations;
    const auto measured = [&](const npu::Operation &stops) {
        auto bytes = fixture.bytes;
        const auto command = placed.place.inFile(stops.offset, 2);
        EXPECT_TRUE(command);
        bytes[qsizetype(command->offset)] = char(0x3f); // no command of any product
        return outcomeOf(cli::accuracyCommand(),
            { fixture.folder, u"--program"_s, written(u"stops.pte"_s, bytes), u"--reference"_s,
                u"0="_s + kept, u"--json"_s });
    };
    const auto half = measured(operations[operations.size() / 2]);
    EXPECT_EQ(half.exitCode, cli::ToolFailed) << half.err.toStdString();
    EXPECT_TRUE(half.err.contains(u"warning: accuracy.not-to-its-end: "_s)) << qPrintable(half.err);
    EXPECT_GT(half.json()["operators"_L1].toArray().size(), 3);
    EXPECT_TRUE(half.json()["compared"_L1].toBool());
    EXPECT_FALSE(half.json().contains(u"first"_s)) << "nothing of it is wrong";
    const auto none = measured(operations.front());
    EXPECT_EQ(none.exitCode, cli::ToolFailed) << none.err.toStdString();
    EXPECT_FALSE(none.json()["compared"_L1].toBool(true));
}

TEST(AccuracyCommand, FilesThatAreNotThereAreErrors)
{
    const auto said = [](const QStringList &arguments) {
        const auto outcome = outcomeOf(
            cli::accuracyCommand(), QStringList{ fixturePath(u"add-u55-128"_s) } + arguments);
        EXPECT_EQ(outcome.exitCode, cli::BadInput) << arguments.join(u' ').toStdString();
        return outcome.err;
    };
    EXPECT_TRUE(said({ u"--model"_s, u"/nowhere.py"_s, u"--trust"_s }).contains(u"/nowhere.py"_s))
        << "a side that was asked for is not left out in silence";
    EXPECT_TRUE(said({ u"--dataset"_s, u"/nowhere"_s }).contains(u"no such folder"_s));
    EXPECT_TRUE(said({ u"--dataset"_s, temporaryDir() }).contains(u"no .npy"_s));
    const auto typo
        = outcomeOf(cli::accuracyCommand(), { fixturePath(u"add-u55-128/ad.pte"_s), u"--json"_s });
    EXPECT_EQ(typo.exitCode, cli::BadInput) << "the program beside it was not asked for";
    EXPECT_TRUE(typo.err.contains(u"ad.pte: no such file"_s)) << typo.err.toStdString();
}

TEST(AccuracyCommand, TakesSeveralResults)
{
    const QStringList several{ transformer().folder, fixturePath(u"add-u55-128"_s),
        u"/no/such/result"_s };
    const auto outcome = outcomeOf(cli::accuracyCommand(),
        several + QStringList{ u"--python"_s, u"/no/such/python"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::ToolFailed);
    const auto results = outcome.json()["results"_L1].toArray();
    ASSERT_EQ(results.size(), 3);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(results[i]["result"_L1].toString(), several[i]);
    EXPECT_EQ(results[1]["samples"_L1].toInt(), 1);
    EXPECT_FALSE(results[1]["compared"_L1].toBool(true));
    EXPECT_TRUE(results[2]["error"_L1].isObject());
    EXPECT_EQ(
        outcomeOf(cli::accuracyCommand(), several + QStringList{ u"--board"_s, u"x"_s }).exitCode,
        cli::Usage)
        << "one console is of one program";
}

/// Commands and weights of the program lie in .ptd files: beside it, or where they are named.
TEST(DebugCommand, ReadsWhatLiesInPtdFiles)
{
    const auto from = fixturePath(u"two_partitions-u85-256-external/"_s);
    const QStringList stop{ u"--break"_s, u"op:1"_s, u"--print"_s, u"map:ofm"_s, u"--json"_s };
    const auto debugged = [&](const QString &path, const QStringList &more) {
        return outcomeOf(cli::debugCommand(), QStringList{ path } + stop + more);
    };
    const auto beside = debugged(from + u"two_partitions.pte"_s, {});
    ASSERT_EQ(beside.exitCode, cli::Fine) << beside.err.toStdString();
    const auto printed = beside.json().value("printed"_L1).toArray();
    EXPECT_GT(printed[0]["values"_L1].toArray().size(), 0);
    const auto alone = temporaryDir() + u"/debugged.pte"_s;
    ASSERT_TRUE(QFile::copy(from + u"two_partitions.pte"_s, alone));
    const auto without = debugged(alone, {});
    EXPECT_NE(without.exitCode, cli::Fine);
    EXPECT_TRUE(without.err.contains(u".ptd"_s)) << without.err.toStdString();
    const auto named = debugged(alone,
        { u"--data"_s, from + u"npu_commands.ptd"_s, u"--data"_s, from + u"npu_weights.ptd"_s });
    EXPECT_EQ(named.out, beside.out);
}

} // namespace tosaic::test::debugcommandtests
