// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/analysis/comparison.h"
#include "core/analysis/memoryneed.h"
#include "core/base/units.h"
#include "core/documents/estimatesource.h"
#include "core/documents/openmodel.h"
#include "core/formats/vela/velanpz.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "views/compare/comparemodels.h"
#include "views/memory/memorynumbers.h"
#include "views/memory/memorytablemodel.h"
#include "views/partition/partitiontablemodel.h"
#include "views/spec/estimatewords.h"
#include "views/widgets/needwords.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

// One need: every face says the same bytes of each memory, and those are what the files hold.

namespace tosaic::test::needfacestests {

namespace {

using analysis::Memory;
using analysis::MemoryNeed;
using analysis::PartKind;

/// What the arrays of one compile's raw results add up to, placed by the name of the memory mode.
struct Truth
{
    std::map<Memory, quint64> bytes{ { Memory::Sram, 0 }, { Memory::Flash, 0 },
        { Memory::Dram, 0 } };
};

Truth truthOf(const compiled::CompileResult &result)
{
    quint64 scratch = 0;
    quint64 fast = 0;
    quint64 constants = 0;
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind != "vela-npz"_L1)
            continue;
        const auto source = ByteSource::map(QDir(result.folder).filePath(artefact.path));
        const auto npz = formats::vela::readNpz(*source);
        EXPECT_TRUE(npz);
        const auto weights = (*npz)->weightData().size();
        constants += static_cast<quint64>((*npz)->commandData().size())
            + static_cast<quint64>(weights > 1 ? weights : 0);
        const auto one = integersOf(*(*npz)->array(u"scratch_size"_s))->front();
        scratch = std::max(scratch, static_cast<quint64>(one));
        fast = std::max(fast, (*npz)->payload->fastArenaBytes.value_or(0));
    }
    const auto mode = *result.resolvedSpec.memoryMode;
    const auto far
        = result.resolvedSpec.target.startsWith("ethos-u55"_L1) ? Memory::Flash : Memory::Dram;
    Truth truth;
    truth.bytes[mode == "Sram_Only"_L1 ? Memory::Sram : far] += constants;
    truth.bytes[mode.startsWith("Dedicated"_L1) ? far : Memory::Sram] += scratch;
    if (mode.startsWith("Dedicated"_L1))
        truth.bytes[Memory::Sram] += fast;
    return truth;
}

constexpr Memory Memories[] = { Memory::Sram, Memory::Flash, Memory::Dram };

/// The result as the command line's "need" says it; a memory that is not listed needs nothing.
void expectJson(const QJsonObject &json, const MemoryNeed &need, const char *face)
{
    QJsonObject wanted;
    analysis::insertNeed(wanted, need);
    const auto listed = json[u"need"_s].toArray();
    ASSERT_EQ(listed.size(), wanted[u"need"_s].toArray().size()) << face;
    for (qsizetype i = 0; i < listed.size(); ++i) {
        auto entry = listed[i].toObject();
        entry.remove(u"old"_s); // of `diff`
        EXPECT_EQ(entry, wanted[u"need"_s].toArray()[i].toObject()) << face;
        qint64 sum = 0;
        for (const auto &part : entry[u"parts"_s].toArray())
            sum += part[u"bytes"_s].toInteger();
        EXPECT_EQ(sum, entry[u"bytes"_s].toInteger()) << face;
    }
}

void expectCommands(const QString &folder, const MemoryNeed &need)
{
    expectJson(outcomeOf(cli::inspectCommand(), { folder, u"--json"_s }).json(), need, "inspect");
    expectJson(outcomeOf(cli::inspectCommand(), { folder + u"/result.json"_s, u"--json"_s }).json(),
        need, "inspect result.json");
    expectJson(
        outcomeOf(cli::budgetCommand(), { folder, u"--board"_s, u"corstone-300"_s, u"--json"_s })
            .json(),
        need, "budget");
    const auto diff = outcomeOf(cli::diffCommand(), { folder, folder, u"--json"_s }).json();
    expectJson(diff, need, "diff");
    const auto text = outcomeOf(cli::inspectCommand(), { folder }).out;
    for (const auto &place : need.places)
        EXPECT_TRUE(text.contains(formatBytes(*place.bytes()))) << qPrintable(text);
    const std::pair<Memory, QString> metrics[] = { { Memory::Sram, u"sramBytes"_s },
        { Memory::Flash, u"flashBytes"_s }, { Memory::Dram, u"dramBytes"_s } };
    for (const auto &[memory, key] : metrics)
        EXPECT_EQ(diff[u"metrics"_s][key][u"new"_s].toInteger(-1),
            static_cast<qint64>(need.bytes(memory).value_or(1)))
            << qPrintable(key);
}

void expectReports(const QString &folder, const MemoryNeed &need)
{
    for (const auto &ending : { u"json"_s, u"csv"_s, u"md"_s, u"html"_s }) {
        const auto path = temporaryDir() + u"/report."_s + ending;
        const auto outcome = outcomeOf(cli::reportCommand(), { folder, u"-o"_s, path });
        ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        auto text = QString::fromUtf8(file.readAll());
        for (const auto &name : QFileInfo(path).dir().entryList({ u"report-*.csv"_s })) {
            QFile table(QFileInfo(path).dir().filePath(name));
            ASSERT_TRUE(table.open(QIODevice::ReadOnly));
            if (ending == "csv"_L1)
                text += QString::fromUtf8(table.readAll());
        }
        if (ending == "json"_L1)
            expectJson(QJsonDocument::fromJson(text.toUtf8()).object(), need, "report");
        for (const auto &place : need.places)
            EXPECT_TRUE(text.contains(
                ending == "csv"_L1 ? QString::number(*place.bytes()) : formatBytes(*place.bytes())))
                << qPrintable(ending);
        EXPECT_FALSE(text.contains(u"On-chip flash"_s)) << qPrintable(ending);
    }
}

void expectWindow(const OpenedModel &model, const MemoryNeed &need)
{
    const auto &result = *model.result;
    // The header.
    EstimateView view;
    const auto source = estimateSource(result, model.program);
    ASSERT_TRUE(source.baseline);
    view.need = source.baseline->need;
    view.estimate = std::make_shared<const compiled::Estimate>(
        compiled::Estimate{ .spec = result.spec, .summary = result.summary });
    EXPECT_EQ(views::sramFigure(view, {}).value, formatBytes(*need.bytes(Memory::Sram)));
    const auto far = views::farMemory(view);
    EXPECT_EQ(
        views::farFigure(view, {}).value, far ? formatBytes(*need.bytes(*far)) : u"Nothing"_s);
    // The memory picture and its table.
    views::MemoryNumbers numbers;
    numbers.setFacts(analysis::detailedMemoryFacts(result, model.program), true);
    const auto picture = numbers.picture(result.resolvedSpec);
    EXPECT_EQ(analysis::memoryNeed(picture), need);
    views::MemoryTableModel table;
    table.set(picture, nullptr);
    const auto sramTotal
        = table.index(0, test::column<views::MemoryTableModel>(u"need")).data().toString();
    EXPECT_EQ(sramTotal, formatBytes(*need.bytes(Memory::Sram)));
    // Compare.
    views::ChangeModel metrics(u"Metric"_s, false, nullptr);
    metrics.set(views::metricRows(analysis::compareResults(result, result).metrics));
    int found = 0;
    for (int row = 0; row < metrics.rowCount(); ++row) {
        for (const auto memory : Memories) {
            const auto name = metrics.index(row, metrics.columnOf(u"name")).data();
            if (!name.toString().startsWith(views::memoryName(memory)))
                continue;
            ++found;
            EXPECT_EQ(metrics.index(row, metrics.columnOf(u"new")).data().toString(),
                formatBytes(*need.bytes(memory)));
        }
    }
    EXPECT_EQ(found, 3);
    // Of one partition: it is the whole.
    views::PartitionTableModel partitions;
    partitions.set(model.program.get(), &result);
    if (partitions.rowCount() == 1) {
        EXPECT_EQ(partitions.index(0, test::column<views::PartitionTableModel>(u"sram"))
                      .data()
                      .toString(),
            formatBytes(*need.bytes(Memory::Sram)));
    }
}

} // namespace

/// It has planned buffers, which no memory mode places.
TEST(NeedFaces, AProgramWithoutADelegateSaysTheSame)
{
    const auto program = fixturePath(u"softmax-cpu/softmax.pte"_s);
    const auto path = temporaryDir() + u"/cpu.json"_s;
    ASSERT_EQ(outcomeOf(cli::reportCommand(), { program, u"-o"_s, path }).exitCode, cli::Fine);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto report = QJsonDocument::fromJson(file.readAll()).object();
    const auto budget
        = outcomeOf(cli::budgetCommand(), { program, u"--board"_s, u"corstone-320"_s, u"--json"_s })
              .json();
    EXPECT_FALSE(budget[u"unplaced"_s].toArray().isEmpty());
    EXPECT_EQ(report[u"unplaced"_s], budget[u"unplaced"_s]);
    EXPECT_EQ(report[u"need"_s], budget[u"need"_s]);
}

TEST(NeedFaces, EveryFaceSaysTheSameOfEveryCompile)
{
    int checked = 0;
    int inSram = 0;
    for (const auto &name : QDir(fixturePath({})).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto model = openModel(fixturePath(name));
        if (!model || !model->result || model->result->partitions.empty()
            || model->result->status != compiled::Status::Succeeded)
            continue;
        SCOPED_TRACE(name.toStdString());
        const auto need
            = analysis::memoryNeed(analysis::memoryFacts(*model->result, model->program));
        const auto truth = truthOf(*model->result);
        for (const auto memory : Memories)
            ASSERT_EQ(need.bytes(memory), truth.bytes.at(memory))
                << qPrintable(analysis::memoryKey(memory));
        const bool isSramOnly = model->result->resolvedSpec.memoryMode == u"Sram_Only"_s;
        EXPECT_EQ(need.has(Memory::Sram, PartKind::Weights), isSramOnly);
        EXPECT_EQ(need.has(Memory::Sram, PartKind::Commands), isSramOnly);
        inSram += isSramOnly;
        expectCommands(fixturePath(name), need);
        expectReports(fixturePath(name), need);
        expectWindow(*model, need);
        ++checked;
    }
    EXPECT_GE(checked, 12);
    EXPECT_GE(inSram, 3);
}

/// A change of the memory mode moves the weights; it does not save them.
TEST(NeedFaces, SramOnlyIsNoSaving)
{
    const auto from = fixturePath(u"add-u55-128"_s);
    const auto to = fixturePath(u"add-u55-128-sram_only"_s);
    const auto json = outcomeOf(cli::diffCommand(), { from, to, u"--json"_s }).json();
    const auto sram = json[u"need"_s][0].toObject();
    EXPECT_EQ(sram[u"memory"_s], u"sram"_s);
    EXPECT_GT(sram[u"bytes"_s].toInteger(), sram[u"old"_s][u"bytes"_s].toInteger());
    const auto flash = json[u"need"_s][1].toObject();
    EXPECT_EQ(flash[u"memory"_s], u"flash"_s);
    EXPECT_EQ(flash[u"bytes"_s].toInteger(-1), 0);
    EXPECT_EQ(sram[u"bytes"_s].toInteger() - sram[u"old"_s][u"bytes"_s].toInteger(),
        flash[u"old"_s][u"bytes"_s].toInteger());
    EXPECT_EQ(json[u"summary"_s][u"sramBytes"_s][u"new"_s].toInteger(), 80) << "as Vela books it";
    const auto text = outcomeOf(cli::diffCommand(), { from, to }).out;
    EXPECT_TRUE(text.contains(u"more SRAM"_s)) << qPrintable(text);
    EXPECT_TRUE(text.contains(u"less flash"_s)) << qPrintable(text);
}

} // namespace tosaic::test::needfacestests
