// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/savefile.h"
#include "core/formats/zip/zipwriter.h"
#include "core/localrun/array.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::runheretests {

namespace {

Outcome here(const QStringList &arguments)
{
    return outcomeOf(cli::runCommand(), QStringList{ u"here"_s } + arguments);
}

const auto Softmax = u"softmax-u85-256/softmax.pte"_s;
const auto Transformer = u"transformer_block-u85-256/transformer_block.pte"_s;

} // namespace

TEST(RunHere, JudgesOutputs)
{
    const auto program = fixturePath(Transformer);
    const auto folder = temporaryDir();
    const auto first = here({ program, u"-o"_s, folder + u"/a"_s, u"--json"_s });
    ASSERT_EQ(first.exitCode, cli::Fine) << first.err.toStdString();
    auto json = first.json();
    EXPECT_EQ(json["verdict"_L1].toString(), u"not-judged"_s);
    const auto output = json["outputs"_L1].toArray()[0].toObject();
    EXPECT_EQ(output["dtype"_L1].toString(), u"float32"_s);
    EXPECT_EQ(output["index"_L1].toInt(-1), 0);
    EXPECT_EQ(output["shape"_L1].toArray().size(), 3);
    const auto file = output["file"_L1].toString();
    ASSERT_TRUE(QFile::exists(file));
    const auto delegate = json["delegates"_L1].toArray()[0].toObject();
    EXPECT_EQ(delegate["engine"_L1].toString(), u"npu-simulator"_s);
    EXPECT_EQ(delegate["kicks"_L1].toInt(), 71);
    EXPECT_TRUE(json["refused"_L1].toArray().isEmpty());
    EXPECT_TRUE(json["checks"_L1].toArray().isEmpty());

    const auto same = here({ program, u"--expect"_s, u"0="_s + file, u"--json"_s });
    EXPECT_EQ(same.exitCode, cli::Fine);
    EXPECT_EQ(same.json()["verdict"_L1].toString(), u"pass"_s);

    const auto other
        = here({ program, u"--seed"_s, u"8"_s, u"--expect"_s, u"0="_s + file, u"--json"_s });
    EXPECT_EQ(other.exitCode, cli::BadInput);
    json = other.json();
    EXPECT_EQ(json["verdict"_L1].toString(), u"fail"_s);
    const auto failure = json["failures"_L1].toArray()[0].toObject();
    EXPECT_EQ(failure["output"_L1].toInt(-1), 0);
    EXPECT_EQ(failure["elements"_L1].toInt(), 512);
    EXPECT_GT(failure["differing"_L1].toInt(), 0);
    EXPECT_GT(failure["maxAbs"_L1].toDouble(), 0);
    EXPECT_EQ(
        here({ program, u"--seed"_s, u"8"_s, u"--expect"_s, u"0="_s + file, u"--atol"_s, u"100"_s })
            .exitCode,
        cli::Fine);
}

/// The folder of a compile stands for its program, in every command that takes one.
TEST(RunHere, TakesTheProgramOfAFolder)
{
    const auto folder = fixturePath(u"softmax-u85-256"_s);
    const auto ofFile = here({ fixturePath(Softmax), u"--json"_s });
    const auto ofFolder = here({ folder, u"--json"_s });
    ASSERT_EQ(ofFolder.exitCode, cli::Fine) << ofFolder.err.toStdString();
    EXPECT_EQ(ofFolder.out, ofFile.out);
    const auto debugged
        = outcomeOf(cli::debugCommand(), { folder, u"--break"_s, u"op:1"_s, u"--json"_s });
    EXPECT_EQ(debugged.exitCode, cli::Fine) << debugged.err.toStdString();
    EXPECT_EQ(outcomeOf(cli::disasmCommand(), { folder }).exitCode, cli::Fine);
    const auto empty = here({ temporaryDir() });
    EXPECT_EQ(empty.exitCode, cli::BadInput);
    EXPECT_TRUE(empty.err.contains(u"no program"_s)) << empty.err.toStdString();
    const auto several = temporaryDir();
    for (const auto &name : { u"/a.pte"_s, u"/b.pte"_s })
        ASSERT_TRUE(QFile::copy(fixturePath(Softmax), several + name));
    const auto refused = here({ several });
    EXPECT_EQ(refused.exitCode, cli::BadInput);
    EXPECT_TRUE(refused.err.contains(u"a.pte, b.pte"_s)) << refused.err.toStdString();
}

TEST(RunHere, ReadsInputsFromFiles)
{
    const auto program = fixturePath(Softmax);
    const auto folder = temporaryDir();
    ASSERT_EQ(here({ program, u"-o"_s, folder }).exitCode, cli::Fine);
    // The result has the shape of the input: softmax of softmax.
    const auto again = here({ program, u"--input"_s, u"0="_s + folder + u"/output0.npy"_s });
    EXPECT_EQ(again.exitCode, cli::Fine) << again.err.toStdString();
    EXPECT_TRUE(again.out.contains(u"functional, no timing"_s));
    EXPECT_EQ(here({ program, u"--input"_s, u"1="_s + folder + u"/output0.npy"_s }).exitCode,
        cli::BadInput);
    EXPECT_EQ(
        here({ program, u"--input"_s, u"0="_s + folder + u"/no.npy"_s }).exitCode, cli::BadInput);
}

TEST(RunHere, InputsAndOutputsHaveTheNamesOfTheModel)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s); // add.pt2 says the names
    const auto folder = temporaryDir();
    ASSERT_EQ(here({ program, u"-o"_s, folder }).exitCode, cli::Fine);
    const auto output = folder + u"/output0.npy"_s;
    const auto named = here({ program, u"--expect"_s, u"add="_s + output, u"--json"_s });
    EXPECT_EQ(named.exitCode, cli::Fine) << named.err.toStdString();
    EXPECT_EQ(named.json()["verdict"_L1].toString(), u"pass"_s);
    const auto given = here({ program, u"--input"_s, u"values="_s + output, u"--expect"_s,
        u"add="_s + output, u"--json"_s });
    EXPECT_EQ(given.exitCode, cli::BadInput);
    EXPECT_EQ(given.json()["verdict"_L1].toString(), u"fail"_s) << "another input";
    const auto other = here({ program, u"--expect"_s, u"sum="_s + output });
    EXPECT_EQ(other.exitCode, cli::Usage);
    EXPECT_TRUE(other.err.contains(u"no output sum"_s)) << other.err.toStdString();
}

TEST(RunHere, ReadsArchivesOfArrays)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const auto folder = temporaryDir();
    const auto first = here({ program, u"-o"_s, folder });
    ASSERT_EQ(first.exitCode, cli::Fine);
    QFile output(folder + u"/output0.npy"_s);
    ASSERT_TRUE(output.open(QIODevice::ReadOnly));
    const auto array = output.readAll();
    const auto all = formats::zipArchive({ { u"values.npy"_s, array }, { u"add.npy"_s, array } });
    const auto inputs = formats::zipArchive({ { u"values.npy"_s, array } });
    ASSERT_TRUE(all && inputs);
    const auto archive = folder + u"/all.npz"_s;
    ASSERT_TRUE(saveFile(archive, *all));
    ASSERT_TRUE(saveFile(folder + u"/inputs.npz"_s, *inputs));
    const auto plain = here(
        { program, u"--input"_s, u"0="_s + output.fileName(), u"-o"_s, folder + u"/plain"_s });
    ASSERT_EQ(plain.exitCode, cli::Fine);
    const auto expected = u"0="_s + folder + u"/plain/output0.npy"_s;
    for (const auto &input : { u"values="_s + archive, folder + u"/inputs.npz"_s }) {
        const auto outcome = here({ program, u"--input"_s, input, u"--expect"_s, expected });
        EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    }
    const auto missing = here({ program, u"--input"_s, u"0="_s + archive });
    EXPECT_EQ(missing.exitCode, cli::BadInput);
    EXPECT_TRUE(missing.err.contains(u"there are 2"_s)) << missing.err.toStdString();
    const auto whole = here({ program, u"--input"_s, archive });
    EXPECT_EQ(whole.exitCode, cli::BadInput);
    EXPECT_TRUE(whole.err.contains(u"no input add"_s)) << whole.err.toStdString();
}

/// What does not fit is told with what would.
TEST(RunHere, WrongInputsSayWhatIsWantedAndWhatToDo)
{
    const auto program = fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    const auto fileOf = [](model::ScalarType type, const std::vector<qint64> &shape) {
        const auto array = localrun::seededArray(type, shape, 0);
        EXPECT_TRUE(array);
        return written(u"input.npy"_s, *localrun::npyOf(*array));
    };
    const auto said = [&](const QString &given, int exitCode = cli::BadInput) {
        const auto outcome = here({ program, u"--input"_s, given });
        EXPECT_EQ(outcome.exitCode, exitCode) << given.toStdString();
        return outcome.err;
    };
    const auto expectAll = [](const QString &text, const QStringList &parts) {
        for (const auto &part : parts)
            EXPECT_TRUE(text.contains(part)) << part.toStdString() << "\n" << text.toStdString();
    };
    using enum model::ScalarType;
    const auto wanted = u"input 0 takes float32 [1, 3, 96, 96]"_s;
    expectAll(said(u"0="_s + fileOf(Float, { 1, 3, 95, 96 })),
        { wanted, u"float32 [1, 3, 95, 96]"_s, u"replace it"_s });
    expectAll(said(u"0="_s + fileOf(Float, { 1, 96, 96, 3 })), { wanted, u"transpose"_s });
    expectAll(said(u"0="_s + fileOf(Double, { 1, 3, 96, 96 })), { wanted, u": convert it"_s });
    said(u"0="_s + fileOf(Float, { 3, 96, 96 }), cli::Fine);
    const auto flat = fileOf(Float, { 3 * 96 * 96 });
    said(u"0="_s + flat, cli::Fine);
    expectAll(said(u"picture="_s + flat), { u"no input picture"_s, u"there are 1: 0"_s });
    QFile array(flat);
    ASSERT_TRUE(array.open(QIODevice::ReadOnly));
    const auto bytes = array.readAll();
    expectAll(said(u"0="_s + written(u"cut.npy"_s, bytes.left(1000))), { u"ends early"_s });
    auto bigEndian = bytes;
    bigEndian.replace("'<f4'", "'>f4'");
    expectAll(said(u"0="_s + written(u"big.npy"_s, bigEndian)), { u"newbyteorder"_s });
    expectAll(said(u"0="_s + written(u"none.npy"_s, {})), { u"neither a NumPy array"_s });
    const auto expected = here({ program, u"--expect"_s, u"0="_s + flat });
    EXPECT_EQ(expected.exitCode, cli::BadInput);
    expectAll(expected.err, { u"expected output 0: it has 27648 elements"_s });
    const auto emptyZip = QByteArray("PK\x05\x06", 4) + QByteArray(18, '\0');
    expectAll(said(written(u"empty.npz"_s, emptyZip)), { u"no array in it"_s });
}

TEST(RunHere, TooFewLabelsAreTold)
{
    const auto program = fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    const auto outcome = here(
        { program, u"--top"_s, u"1"_s, u"--labels"_s, written(u"labels.txt"_s, "a\nb\n"_ba) });
    EXPECT_EQ(outcome.exitCode, cli::Fine);
    EXPECT_TRUE(outcome.err.contains(u"2 labels for the 10 numbers of output 0"_s))
        << outcome.err.toStdString();
}

TEST(RunHere, AFileThatIsNoArrayIsBadInput)
{
    const auto program = fixturePath(Softmax);
    const auto wrong = u"0="_s + fixturePath(u"softmax-u85-256/partition0/console.txt"_s);
    EXPECT_EQ(here({ program, u"--input"_s, wrong }).exitCode, cli::BadInput);
    EXPECT_EQ(here({ program, u"--expect"_s, wrong }).exitCode, cli::BadInput);
}

TEST(RunHere, MisuseAndWhatCannotBeRun)
{
    EXPECT_EQ(here({}).exitCode, cli::Usage);
    const auto program = fixturePath(Softmax);
    EXPECT_EQ(here({ program, u"--input"_s, u"x.npy"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--expect"_s, u"a=x.npy"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--atol"_s, u"-1"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--seed"_s, u"-1"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ u"/no/such.pte"_s }).exitCode, cli::BadInput);
    QFile whole(fixturePath(u"add-u55-128/add.pte"_s));
    ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
    const auto cut = here({ written(u"cut.pte"_s, whole.read(whole.size() / 2)) });
    EXPECT_EQ(cut.exitCode, cli::BadInput);
    EXPECT_TRUE(cut.err.contains(u"format.damaged"_s)) << cut.err.toStdString();
    const auto network = here({ fixturePath(u"softmax-u85-256/partition0/partition.tosa"_s) });
    EXPECT_EQ(network.exitCode, cli::ToolFailed);
    EXPECT_TRUE(network.err.contains(u"format.unsupported"_s)) << network.err.toStdString();
}

TEST(RunHere, WhatIsNotThereIsAMisuseAndSaysWhatIs)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const auto method = here({ program, u"--method"_s, u"encode"_s, u"--json"_s });
    EXPECT_EQ(method.exitCode, cli::Usage);
    EXPECT_TRUE(method.err.contains(u"forward"_s)) << method.err.toStdString();
    EXPECT_TRUE(method.err.contains(u"encode"_s));
    EXPECT_TRUE(method.out.isEmpty()) << method.out.toStdString();
    const auto output = here({ program, u"--expect"_s, u"9="_s + program, u"--json"_s });
    EXPECT_EQ(output.exitCode, cli::Usage);
    EXPECT_TRUE(output.out.isEmpty()) << output.out.toStdString();
    EXPECT_TRUE(output.err.startsWith(u"error: usage: "_s)) << output.err.toStdString();
    EXPECT_TRUE(output.err.contains(u"there are 1"_s)) << output.err.toStdString();
    EXPECT_EQ(here({ program, u"--case"_s, u"0"_s }).exitCode, cli::Usage) << "no .bpte";
}

TEST(RunHere, ReadsPtdFilesBesideTheProgramOrWhereTheyAreNamed)
{
    const auto from = fixturePath(u"two_partitions-u85-256-external/"_s);
    const auto alone = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(from + u"two_partitions.pte"_s, alone));
    const auto without = here({ alone, u"--python"_s, u"/no/such/python"_s });
    EXPECT_EQ(without.exitCode, cli::ToolFailed);
    EXPECT_TRUE(without.err.contains(u".ptd"_s)) << without.err.toStdString();
    // What is left is the sort between both delegates.
    const auto named = here({ alone, u"--python"_s, u"/no/such/python"_s, u"--data"_s,
        from + u"npu_commands.ptd"_s, u"--data"_s, from + u"npu_weights.ptd"_s });
    EXPECT_FALSE(named.err.contains(u".ptd"_s)) << named.err.toStdString();
    EXPECT_EQ(named.exitCode, cli::ToolFailed);
    const auto beside
        = here({ from + u"two_partitions.pte"_s, u"--python"_s, u"/no/such/python"_s });
    EXPECT_EQ(beside.err, named.err);
}

TEST(RunHere, ThePictureIsScaledAndTheLargestNumbersHaveLabels)
{
    const auto folder = temporaryDir();
    const auto picture = folder + u"/cat.png"_s;
    QImage image(31, 17, QImage::Format_RGB888);
    image.fill(Qt::red);
    ASSERT_TRUE(image.save(picture));
    const auto labels = written(u"labels.txt"_s, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"_ba);
    const auto program = fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    const auto outcome = here({ program, u"--input"_s, u"0="_s + picture, u"--mean"_s, u"0.5"_s,
        u"--std"_s, u"0.5"_s, u"--top"_s, u"3"_s, u"--labels"_s, labels, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.json()["preprocessing"_L1][0].toString().contains(u"less 0.5"_s));
    const auto top = outcome.json()["outputs"_L1][0]["top"_L1].toArray();
    ASSERT_EQ(top.size(), 3);
    EXPECT_GE(top[0]["value"_L1].toDouble(), top[1]["value"_L1].toDouble());
    EXPECT_EQ(
        top[0]["label"_L1].toString(), QString(QChar(u'a' + char16_t(top[0]["index"_L1].toInt()))));
    // Another program takes no pictures, another file is none.
    EXPECT_EQ(here({ fixturePath(Transformer), u"--input"_s, u"0="_s + picture }).exitCode,
        cli::BadInput);
    EXPECT_EQ(here({ program, u"--input"_s, u"0="_s + labels }).exitCode, cli::BadInput);
    EXPECT_EQ(here({ program, u"--std"_s, u"0"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--mean"_s, u"1,2"_s }).exitCode, cli::Usage);
    EXPECT_EQ(here({ program, u"--top"_s, u"0"_s }).exitCode, cli::Usage);
}

TEST(RunHere, ABundleBringsItsInputsAndWhatTheyShouldGive)
{
    TOSAIC_NEED_SAMPLES();
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no runtime for the kernels of the CPU";
    const auto bundle
        = [](const QString &name) { return samplesDir() + u"/generated/host/bundled/"_s + name; };
    const auto right = here({ bundle(u"mlp.bpte"_s), u"--case"_s, u"1"_s, u"--json"_s });
    ASSERT_EQ(right.exitCode, cli::Fine) << right.err.toStdString();
    EXPECT_EQ(right.json()["verdict"_L1].toString(), u"pass"_s);
    const auto wrong = here({ bundle(u"mlp_wrong_expectation.bpte"_s), u"--json"_s });
    EXPECT_EQ(wrong.exitCode, cli::BadInput);
    EXPECT_EQ(wrong.json()["verdict"_L1].toString(), u"fail"_s);
    // Every case is run; the second is the wrong one.
    ASSERT_EQ(wrong.json()["cases"_L1].toArray().size(), 3);
    ASSERT_EQ(wrong.json()["failures"_L1].toArray().size(), 1);
    EXPECT_EQ(wrong.json()["failures"_L1][0]["case"_L1].toInt(), 1);
    EXPECT_EQ(wrong.json()["cases"_L1][0]["verdict"_L1].toString(), u"pass"_s);
    const auto none = here({ bundle(u"mlp.bpte"_s), u"--case"_s, u"99"_s });
    EXPECT_EQ(none.exitCode, cli::Usage) << none.err.toStdString();
}

} // namespace tosaic::test::runheretests
