// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// vela.ini against Vela itself: Python's configparser and ArchitectureFeatures, in one process.
#include "core/formats/vela/iniedit.h"
#include "core/formats/vela/inifix.h"
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/initemplates.h"
#include "core/formats/vela/velaini.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

namespace tosaic::test::velainioracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

namespace {

/// Resolves every pair of configurations of every list of files. argv[1]: the lists as JSON; the
/// first one may be empty: the file inside the Vela package.
const QString Script = uR"PY(
import contextlib, io, json, os, sys
from configparser import ConfigParser
from ethosu.vela import architecture_features as af

def resolve(files, system, mode):
    arch = object.__new__(af.ArchitectureFeatures)
    arch.system_config, arch.memory_mode = system, mode
    arch.max_address_offset = 1 << 40
    arch.is_ethos_u85_system = arch.is_ethos_u65_system = False
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            arch._get_vela_config(files, False, None)
        except (Exception, RecursionError) as error:
            return {"error": type(error).__name__}
    section = "System_Config." + system
    ports = [arch._read_config(section, k, None) for k in ("axi0_port", "axi1_port")]
    values = {"core_clock": arch.core_clock, "axi0_port": ports[0], "axi1_port": ports[1]}
    for name in ports:
        area = af.MemArea[name]
        values[name + "_clock_scale"] = float(arch.memory_clock_scales[area])
        values[name + "_ports_used"] = int(arch.memory_ports_used[area])
        values[name + "_burst_length"] = int(arch.memory_burst_length[area])
        values[name + "_read_latency"] = int(arch.memory_latency[area][af.BandwidthDirection.Read])
        values[name + "_write_latency"] = int(arch.memory_latency[area][af.BandwidthDirection.Write])
    section = "Memory_Mode." + mode
    for key in ("const_mem_area", "arena_mem_area", "cache_mem_area"):
        values[key] = arch._read_config(section, key, "Axi0")
    found = []
    arch._read_config(section, "arena_cache_size", None, found)
    if found[-1]:
        values["arena_cache_size"] = arch.arena_cache_size
    values["constMemory"] = arch.permanent_storage_mem_area.name
    values["arenaMemory"] = arch.feature_map_storage_mem_area.name
    values["cacheMemory"] = arch.fast_storage_mem_area.name
    return {"values": values}

result = []
for files in json.loads(sys.argv[1]):
    files = files or [os.path.join(af.CONFIG_FILES_PATH, "Arm", "vela.ini")]
    entry = {"files": files, "choices": []}
    result.append(entry)
    parser = ConfigParser()
    try:
        parser.read(files)
    except Exception as error:
        entry["error"] = type(error).__name__
        continue
    names = parser.sections()
    entry["sections"] = names
    pick = lambda prefix: [n[len(prefix):] for n in names if n.startswith(prefix)]
    for system in pick("System_Config.") + ["Missing"]:
        for mode in pick("Memory_Mode.") + ["Missing"]:
            entry["choices"].append([system, mode, resolve(files, system, mode)])
print(json.dumps(result))
)PY"_s;

/// Files that go to the edges of the rules; each is one list of files.
std::vector<std::vector<QByteArray>> edgeFiles()
{
    const auto ini = iniText();
    const QByteArray system = "[System_Config.S]\ncore_clock=1e6\naxi0_port=Sram\naxi1_port=Dram\n";
    const QByteArray mode
        = "[Memory_Mode.M]\nconst_mem_area=Axi1\narena_mem_area=Axi0\ncache_mem_area=Axi0\n";
    return {
        { ini },
        { "# c\r\n" + ini },
        { system + mode, "[System_Config.S]\nSRAM_Burst_Length: 64\n[Memory_Mode.M]\ninherit=x\n" },
        { mode, system, "[Memory_Mode.M]\narena_cache_size = 1_000\n" },
        { "[DEFAULT]\nSram_read_latency=7\nx=3\n" + system + "Dram_read_latency=%(x)s0\n" + mode },
        { "[DEFAULT]\ninherit=Memory_Mode.M\n" + system + mode },
        { system + "  Dram_read_latency=5\n\n    more\nSram_write_latency=9\n" + mode },
        { system + "Sram_clock_scale=0.5 ; half\n" + mode },
        { system + "Sram_clock_scale=.5e0\nSram_ports_used=-3\nDram_burst_length=+8\n" + mode },
        { system + "Sram_read_latency=0x20\n" + mode },
        { system + "Sram_read_latency=32.0\n" + mode },
        { system + "Sram_clock_scale=50%\n" + mode },
        { system + "Sram_clock_scale=%(gone)s\n" + mode },
        { system + mode + "[Memory_Mode.N]\ninherit=Memory_Mode.N\n" },
        { system + mode + "[Memory_Mode.N]\ninherit=Memory_Mode.Gone\narena_cache_size=4\n" },
        { system + mode
            + "[Memory_Mode.A]\ninherit=Memory_Mode.B\n[Memory_Mode.B]\ninherit=Memory_Mode.A\n" },
        { system
            + "[Memory_Mode.D]\nconst_mem_area=Axi1\narena_mem_area=Axi1\narena_cache_size=-1\n"
              "[Memory_Mode.E]\ncache_mem_area=Axi1\n[Memory_Mode.F]\narena_mem_area=Axi2\n"
              "[Memory_Mode.G]\n[Memory_Mode.H]\nconst_mem_area=Axi1\narena_cache_size=1e3\n" },
        { "[System_Config.S]\naxi0_port=sram\naxi1_port=Dram\n[System_Config.T]\naxi0_port=Sram\n"
            + mode },
        { "[System_Config.S]\naxi0_port=Sram\naxi1_port=Sram\nSram_burst_length=4\n" + mode },
        { "\xef\xbb\xbf" + system + mode },
        { "core_clock=5\n" + system + mode },
        { system + system + mode },
        { system + "core_clock : 2\n" + mode },
        { system + "nothing here\n" + mode },
        { system + "=5\n" + mode },
        { system + "  [Memory_Mode.Z]\n" + mode },
        { "[System_Config.S] trailing\ncore_clock=1\naxi0_port=Sram\naxi1_port=OnChipFlash\n"
            + mode },
        { "[]\n" + system + mode },
        { system + "Sram_burst_length\n" + mode },
        { system + "Sram_burst_length=\n" + mode },
        { system + "core clock = 5\n;x\n\n#y\n" + mode + "arena_cache_size=\t77  \n\n\n" },
        { system + mode + "arena_cache_size=1099511627777\n" },
    };
}

QString edited(const QString &text, const Result<IniEdits> &edits)
{
    EXPECT_TRUE(edits) << (edits ? std::string() : edits.error().toText().toStdString());
    return edits ? applied(text, *edits) : text;
}

/// What the editor makes of files: of templates alone, of every kind of edit, of every fix.
std::vector<std::vector<QByteArray>> editedFiles()
{
    std::vector<std::vector<QByteArray>> files;
    QString made;
    for (const auto &from : iniTemplates()) {
        const auto section = iniFromTemplate(from, from.id + u"_New"_s);
        EXPECT_TRUE(section);
        made = edited(made, addIniSection(made, *section));
    }
    files.push_back({ made.toUtf8() });
    const auto section = u"Memory_Mode.Dedicated_Sram_New"_s;
    auto text = edited(made, setIniKey(made, section, u"arena_cache_size"_s, u"65536"_s));
    text = edited(text, duplicateIniSection(text, section, section + u"_2"_s));
    text = edited(text, setIniKey(text, section + u"_2"_s, u"inherit"_s, section));
    text = edited(text, removeIniKey(text, section + u"_2"_s, u"arena_mem_area"_s));
    text = edited(text, renameIniSection(text, section, u"Memory_Mode.Base"_s));
    files.push_back({ text.toUtf8() });
    files.push_back({ edited(text, removeIniSection(text, u"Memory_Mode.Base"_s)).toUtf8() });
    for (const auto &file : edgeFiles()) {
        auto mended = QString::fromUtf8(file.front());
        for (int round = 0; round < 20; ++round) {
            const auto ini = readVelaIni({ sourceOf(mended.toUtf8(), u"a.ini"_s) });
            EXPECT_TRUE(ini);
            std::optional<IniFix> fix;
            for (const auto &problem : ini->diagnostics)
                fix = fix ? fix : iniFix(mended, problem);
            if (!fix)
                break;
            mended = applied(mended, fix->edits);
            files.push_back({ mended.toUtf8() });
        }
    }
    return files;
}

void compareChoice(const VelaIni &ini, const QJsonArray &choice)
{
    const auto theirs = choice[2].toObject();
    const auto ours = resolveIni(ini, choice[0].toString(), choice[1].toString());
    if (theirs.contains(u"error"_s)) {
        EXPECT_FALSE(ours) << theirs[u"error"_s].toString().toStdString();
        return;
    }
    ASSERT_TRUE(ours) << ours.error().toText().toStdString();
    auto values = theirs[u"values"_s].toObject();
    EXPECT_EQ(ours->constMemory, values.take(u"constMemory"_s).toString());
    EXPECT_EQ(ours->arenaMemory, values.take(u"arenaMemory"_s).toString());
    EXPECT_EQ(ours->cacheMemory, values.take(u"cacheMemory"_s).toString());
    for (const auto &setting : ours->settings) {
        if (setting.key.endsWith("_max_reads"_L1) || setting.key.endsWith("_max_writes"_L1))
            continue; // the C++ core's alone
        const auto value = values.take(setting.key);
        if (!setting.value)
            EXPECT_TRUE(value.isUndefined()) << setting.key.toStdString();
        else if (const auto *text = std::get_if<QString>(&*setting.value))
            EXPECT_EQ(*text, value.toString()) << setting.key.toStdString();
        else if (const auto *whole = std::get_if<qint64>(&*setting.value))
            EXPECT_EQ(double(*whole), value.toDouble(-1e300)) << setting.key.toStdString();
        else
            EXPECT_EQ(std::get<double>(*setting.value), value.toDouble(-1e300))
                << setting.key.toStdString();
    }
    EXPECT_TRUE(values.isEmpty()) << values.keys().join(u' ').toStdString();
}

int compareFiles(const QJsonObject &theirs)
{
    IniSources sources;
    for (const auto file : theirs[u"files"_s].toArray())
        sources.push_back(sourceOf(contentOf(file.toString()), file.toString()));
    SCOPED_TRACE(contentOf(sources[0]->name()).left(2000).toStdString());
    const auto ini = readVelaIni(sources);
    EXPECT_TRUE(ini);
    if (!ini)
        return 0;
    EXPECT_EQ(ini->python.error.has_value(), theirs.contains(u"error"_s));
    if (theirs.contains(u"error"_s)) {
        EXPECT_TRUE(
            ini->python.error && ini->python.error->text.contains(theirs[u"error"_s].toString()))
            << theirs[u"error"_s].toString().toStdString();
        return 1;
    }
    QStringList names;
    for (const auto &section : ini->python.sections)
        names << section.name;
    EXPECT_EQ(QJsonArray::fromStringList(names), theirs[u"sections"_s].toArray());
    const auto choices = theirs[u"choices"_s].toArray();
    for (const auto choice : choices) {
        SCOPED_TRACE(QJsonDocument(choice.toArray()).toJson().toStdString());
        compareChoice(*ini, choice.toArray());
    }
    return int(choices.size());
}

} // namespace

TEST(VelaIniOracle, ResolvesAsVelaDoes)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: Vela is not here to compare with";
    const auto folder = temporaryDir();
    QJsonArray lists{ QJsonArray() };
    int next = 0;
    auto all = edgeFiles();
    for (auto &files : editedFiles())
        all.push_back(std::move(files));
    for (const auto &files : all) {
        QJsonArray list;
        for (const auto &text : files) {
            const auto path = u"%1/%2.ini"_s.arg(folder).arg(next++);
            QFile file(path);
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(text);
            list.append(path);
        }
        lists.append(list);
    }
    if (!samplesDir().isEmpty()) {
        for (const auto &path : findBelow(samplesDir(), u"*.ini"_s))
            lists.append(QJsonArray{ path });
    }
    const auto output = runPython(
        Script, { QString::fromUtf8(QJsonDocument(lists).toJson(QJsonDocument::Compact)) });
    if (output.isEmpty())
        GTEST_SKIP() << "the Python of TOSAIC_PYTHON has no Vela";
    int compared = 0;
    for (const auto entry : QJsonDocument::fromJson(output).array())
        compared += compareFiles(entry.toObject());
    EXPECT_GE(compared, samplesDir().isEmpty() ? 150 : 350);
}

TEST(VelaIniOracle, VelaTakesEveryTemplate)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: Vela is not here to compare with";
    const auto path = temporaryDir() + u"/templates.ini"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(editedFiles().front().front());
    file.close();
    const QJsonArray lists{ QJsonArray{ path } };
    const auto output = runPython(
        Script, { QString::fromUtf8(QJsonDocument(lists).toJson(QJsonDocument::Compact)) });
    if (output.isEmpty())
        GTEST_SKIP() << "the Python of TOSAIC_PYTHON has no Vela";
    int fine = 0;
    for (const auto entry : QJsonDocument::fromJson(output).array()[0][u"choices"_s].toArray()) {
        const auto choice = entry.toArray();
        const bool isFlash = choice[0].toString().contains("Flash"_L1);
        const bool isDedicated = choice[1].toString().startsWith("Dedicated"_L1);
        if (choice[0].toString() == "Missing"_L1 || choice[1].toString() == "Missing"_L1)
            continue;
        EXPECT_EQ(choice[2].toObject().contains(u"error"_s), isFlash && isDedicated)
            << QJsonDocument(choice).toJson().toStdString();
        ++fine;
    }
    EXPECT_EQ(fine, 18);
}

} // namespace tosaic::test::velainioracletests
