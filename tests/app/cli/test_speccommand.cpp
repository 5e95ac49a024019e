// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/spec/ruletable.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::test::speccommandtests {

namespace {

Outcome specOutcome(const QStringList &arguments)
{
    return outcomeOf(cli::specCommand(), arguments);
}

QStringList codesOf(const QJsonObject &json)
{
    QStringList codes;
    for (const auto &one : json[u"diagnostics"_s].toArray())
        codes.append(one[u"severity"_s].toString() + u' ' + one[u"code"_s].toString());
    return codes;
}

} // namespace

TEST(SpecCommand, ChecksWithDefaultsAndCorrections)
{
    const auto good = specOutcome({ u"check"_s,
        written(u"good.json"_s, R"({"target":"ethos-u65-256","memoryMode":"Sram_Only"})"),
        u"--json"_s });
    EXPECT_EQ(good.exitCode, cli::Fine) << good.err.toStdString();
    EXPECT_TRUE(good.json()[u"valid"_s].toBool());
    EXPECT_EQ(good.json()[u"resolved"_s][u"systemConfig"_s], u"Ethos_U65_High_End"_s);
    EXPECT_EQ(good.json()[u"defaults"_s][0][u"key"_s], u"systemConfig"_s);
    EXPECT_EQ(
        good.json()[u"defaults"_s][0][u"elsewhere"_s][0][u"value"_s], u"Ethos_U65_Client_Server"_s);
    EXPECT_EQ(codesOf(good.json()), QStringList{ u"info spec.memory-mode-booking"_s });

    const auto bad = specOutcome({ u"check"_s,
        written(u"bad.json"_s,
            R"({"target":"ethos-u55-128","memoryMode":"Dedicated_Sram","colour":"red"})"),
        u"--json"_s });
    EXPECT_EQ(bad.exitCode, cli::BadInput);
    EXPECT_FALSE(bad.json()[u"valid"_s].toBool());
    EXPECT_EQ(bad.json()[u"diagnostics"_s][0][u"location"_s], u"colour"_s);
    EXPECT_EQ(codesOf(bad.json()).mid(0, 2),
        (QStringList{ u"warning spec.unknown-key"_s, u"error spec.memory-mode-system"_s }));
    const auto hit = bad.json()[u"diagnostics"_s].toArray().at(1).toObject();
    EXPECT_EQ(hit[u"location"_s], u"memoryMode"_s);
    EXPECT_TRUE(hit[u"source"_s].toString().contains("Vela 5.1.0"_L1));
    EXPECT_EQ(hit[u"fix"_s][u"spec"_s][u"memoryMode"_s], u"Shared_Sram"_s);

    const auto broken
        = specOutcome({ u"check"_s, written(u"broken.json"_s, R"({"target":5})"), u"--json"_s });
    EXPECT_EQ(broken.exitCode, cli::BadInput);
    EXPECT_EQ(codesOf(broken.json()), QStringList{ u"error spec.invalid"_s });
    EXPECT_EQ(specOutcome({ u"check"_s, u"/nowhere.json"_s }).exitCode, cli::BadInput);
}

TEST(SpecCommand, ChecksNamesAgainstTheSpecsOwnIni)
{
    const auto folder = temporaryDir();
    for (const auto &[name, bytes] :
        { std::pair{ u"board.ini"_s,
              QByteArray("[System_Config.Ethos_U55_B]\naxi0_port=Sram\naxi1_port=OffChipFlash\n"
                         "[Memory_Mode.Base]\nconst_mem_area=Axi1\narena_mem_area=Axi1\n"
                         "[Memory_Mode.Cache]\ninherit=Memory_Mode.Base\n") },
            std::pair{
                u"own.json"_s, QByteArray(R"({"target":"ethos-u55-128","configIni":"./board.ini",
                    "systemConfig":"Ethos_U55_B","memoryMode":"Cache"})") } }) {
        QFile file(folder + u'/' + name);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    const auto own = specOutcome({ u"check"_s, folder + u"/own.json"_s, u"--json"_s });
    EXPECT_EQ(own.exitCode, cli::BadInput) << own.out.toStdString();
    EXPECT_TRUE(codesOf(own.json()).contains(u"error spec.memory-mode-system"_s));
    ASSERT_TRUE(QFile::remove(folder + u"/board.ini"_s));
    EXPECT_EQ(specOutcome({ u"check"_s, folder + u"/own.json"_s }).exitCode, cli::Fine)
        << "what an ini that is not there holds is not known";
}

TEST(SpecCommand, PrintsAndReadsBack)
{
    const QByteArray json = R"({"target":"ethos-u85-256","memoryMode":"Dedicated_Sram_256KB",
        "systemConfig":"Ethos_U85_SYS_DRAM_Low","configIni":"Arm/vela.ini",
        "extraFlags":["--optimise=Size"]})";
    const auto path = written(u"spec.json"_s, json);
    const auto wanted = QJsonDocument::fromJson(json).object();
    for (const auto &action : { u"python"_s, u"vela"_s }) {
        const auto printed = specOutcome({ action, path });
        ASSERT_EQ(printed.exitCode, cli::Fine) << printed.err.toStdString();
        const auto back
            = specOutcome({ u"from"_s, written(action + u".txt"_s, printed.out.toUtf8()) });
        EXPECT_EQ(back.exitCode, cli::Fine) << back.err.toStdString();
        EXPECT_EQ(back.json(), wanted) << printed.out.toStdString();
    }
    const auto recipe
        = specOutcome({ u"python"_s, path, u"--recipe"_s, u"--input"_s, u"kws.pt2"_s });
    EXPECT_TRUE(recipe.out.contains("torch.export.load(\"kws.pt2\")"_L1));
    EXPECT_TRUE(recipe.out.contains("\"kws.pte\""_L1));
    EXPECT_EQ(specOutcome({ u"from"_s, written(u"recipe.py"_s, recipe.out.toUtf8()) })
                  .json()[u"memoryMode"_s],
        wanted[u"memoryMode"_s]);
}

TEST(SpecCommand, PythonHasThePins)
{
    const QByteArray json = R"({"target":"ethos-u55-128","partition":{"keepOnCpu":{
        "nodes":["aten_add_tensor"]}}})";
    const auto printed = specOutcome({ u"python"_s, written(u"pinned.json"_s, json) });
    ASSERT_EQ(printed.exitCode, cli::Fine) << printed.err.toStdString();
    const auto back = specOutcome({ u"from"_s, written(u"pinned.txt"_s, printed.out.toUtf8()) });
    EXPECT_EQ(back.json()[u"partition"_s], QJsonDocument::fromJson(json)[u"partition"_s])
        << printed.out.toStdString();
}

TEST(SpecCommand, RecoversTheSpecOfEveryProgram)
{
    for (const auto &name : { u"add-u55-128"_s, u"add-u65-256"_s, u"softmax-u85-256"_s,
             u"two_partitions-u85-256-external"_s }) {
        const QDir folder(fixturePath(name));
        const auto pte = folder.entryList({ u"*.pte"_s });
        ASSERT_EQ(pte.size(), 1);
        const auto from = specOutcome({ u"from"_s, folder.filePath(pte.front()) });
        ASSERT_EQ(from.exitCode, cli::Fine) << from.err.toStdString();
        QFile result(folder.filePath(u"result.json"_s));
        ASSERT_TRUE(result.open(QIODevice::ReadOnly));
        const auto given
            = QJsonDocument::fromJson(result.readAll()).object()[u"resolvedSpec"_s].toObject();
        for (const auto &key : { u"target"_s, u"systemConfig"_s, u"memoryMode"_s,
                 u"externalBlocks"_s, u"extraFlags"_s })
            EXPECT_EQ(from.json()[key].toVariant().toStringList().join(u' '),
                given[key].toVariant().toStringList().join(u' '))
                << name.toStdString() << ' ' << key.toStdString();
        EXPECT_EQ(
            from.json()[u"externalBlocks"_s].toObject(), given[u"externalBlocks"_s].toObject());
        EXPECT_FALSE(from.err.contains("spec.program-differs"_L1));
    }
    const auto cpu = specOutcome({ u"from"_s, fixturePath(u"softmax-cpu"_s) + u"/softmax.pte"_s });
    EXPECT_EQ(cpu.exitCode, cli::BadInput);
    EXPECT_TRUE(cpu.err.contains("no delegate"_L1)) << cpu.err.toStdString();
}

TEST(SpecCommand, SaysWhereATextCannotBeRead)
{
    const auto path = written(u"model.py"_s, "x = 1\nspec = EthosUCompileSpec(pick(x))\n");
    const auto outcome = specOutcome({ u"from"_s, path });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains("model.py:2, column 26"_L1)) << outcome.err.toStdString();
}

TEST(SpecCommand, ListsRulesAndSchema)
{
    const auto rules = specOutcome({ u"rules"_s, u"--json"_s });
    EXPECT_EQ(rules.exitCode, cli::Fine);
    EXPECT_EQ(rules.json()[u"rules"_s].toArray().size(), qsizetype(spec::rules().size()));
    EXPECT_EQ(specOutcome({ u"schema"_s }).out.toUtf8(), spec::specSchema());
    EXPECT_EQ(specOutcome({}).exitCode, cli::Usage);
    EXPECT_EQ(specOutcome({ u"check"_s }).exitCode, cli::Usage);
    EXPECT_EQ(specOutcome({ u"rules"_s, u"x"_s }).exitCode, cli::Usage);
    EXPECT_EQ(specOutcome({ u"paint"_s, u"x"_s }).exitCode, cli::Usage);
}

TEST(SpecCommand, ADamagedProgramIsSaidToBeDamaged)
{
    QFile whole(fixturePath(u"add-u55-128/add.pte"_s));
    ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
    auto bytes = whole.readAll();
    bytes.replace(36, 4, QByteArray(4, 0)); // the number of its methods
    const auto outcome = specOutcome({ u"from"_s, written(u"hollow.pte"_s, bytes) });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"format.damaged"_s)) << outcome.err.toStdString();
    EXPECT_FALSE(outcome.err.contains(u"no delegate"_s));
}

} // namespace tosaic::test::speccommandtests
