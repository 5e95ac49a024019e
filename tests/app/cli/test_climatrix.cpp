// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "tests/support/samples.h"
#include "tests/support/velacsv.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <deque>
#include <memory>

using namespace Qt::StringLiterals;

// Models, targets and memory modes through the tosaic-cli program, with the real compilers. Each
// start of the program starts the tools, so it takes one path through the matrix of the jobs
// (tests/fixtures/test_respec.py): one model for each target, one other mode of each estimated and
// exchanged. TOSAIC_FULL_MATRIX takes all models through all modes.
namespace tosaic::test::climatrixtests {

namespace {

constexpr int Patience = 600'000; // ms, for a machine under load
constexpr std::size_t AtOnce = 2;
const QStringList Models{ u"add"_s, u"softmax"_s, u"mobilenet_v2"_s };
const QStringList Targets{ u"ethos-u55-128"_s, u"ethos-u65-256"_s, u"ethos-u85-256"_s };

bool isFull()
{
    return qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX");
}

struct Finished
{
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
};

/// The program, once for each list of arguments; a few at a time.
std::vector<Finished> runAll(const std::vector<QStringList> &all)
{
    std::deque<QProcess> processes(all.size());
    std::size_t started = 0;
    const auto isDone = [&] {
        std::size_t running = 0;
        for (std::size_t i = 0; i < started; ++i)
            running += processes[i].state() == QProcess::NotRunning ? 0U : 1U;
        for (; started < all.size() && running < AtOnce; ++started, ++running)
            processes[started].start(programPath(u"tosaic-cli"_s), all[started]);
        return running == 0;
    };
    EXPECT_TRUE(QTest::qWaitFor(isDone, Patience));
    std::vector<Finished> finished;
    for (auto &process : processes) {
        finished.push_back({ process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError() });
        EXPECT_EQ(finished.back().exitCode, 0)
            << process.arguments().join(u' ').toStdString() << '\n'
            << finished.back().errors.constData();
    }
    return finished;
}

QString specFile(const spec::CompileSpec &spec)
{
    QFile file(temporaryDir() + u"/spec.json"_s);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(spec::toJson(spec)).toJson());
    return file.fileName();
}

/// The other modes that exist on the target.
QStringList otherModes(const QString &target)
{
    const auto defaults = spec::defaultsFor(target);
    auto modes = spec::memoryModes();
    modes.removeAll(defaults->memoryMode);
    if (defaults->family == spec::Family::U55)
        modes.removeIf([](const QString &mode) { return mode.startsWith("Dedicated_Sram"_L1); });
    return isFull() ? modes : modes.first(1);
}

void expectSame(const QJsonObject &a, const QJsonObject &b)
{
    for (const auto &key : { u"cyclesTotal"_s, u"cyclesNpu"_s, u"macs"_s, u"sramBytes"_s,
             u"dramBytes"_s, u"onChipFlashBytes"_s, u"offChipFlashBytes"_s }) {
        EXPECT_TRUE(a.contains(key)) << key.toStdString();
        EXPECT_EQ(a.value(key).toDouble(-1), b.value(key).toDouble(-2)) << key.toStdString();
    }
}

QJsonObject summaryOf(const Finished &finished)
{
    return finished.json().value(u"summary"_s).toObject();
}

/// Vela's cycles lie on operators of the model, or on rows that say why not; to the cycle.
void findEveryCycle(const QStringList &programs, const std::vector<Finished> &compiled)
{
    std::vector<QStringList> commands;
    QStringList graphs;
    for (const auto &program : programs) {
        graphs << temporaryDir() + u"/graph.json"_s;
        commands.push_back(
            { u"graph"_s, program, u"-o"_s, graphs.last(), u"--expand"_s, u"all"_s });
    }
    runAll(commands);
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        SCOPED_TRACE(programs[static_cast<qsizetype>(i)].toStdString());
        QFile file(graphs[static_cast<qsizetype>(i)]);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto graph = QJsonDocument::fromJson(file.readAll()).object();
        double sum = 0;
        const auto nodes = graph.value(u"nodes"_s).toArray();
        for (const auto &node : nodes) {
            const auto cycles = node[u"cycles"_s].toObject();
            sum += cycles.value(u"value"_s).toDouble();
            if (node[u"placement"_s].toString() == u"npu"_s) {
                EXPECT_TRUE(cycles.contains(u"value"_s) || cycles.contains(u"in"_s))
                    << node[u"name"_s].toString().toStdString();
            }
        }
        const auto extra = graph.value(u"extra"_s).toArray();
        for (const auto &row : extra) {
            EXPECT_FALSE(row[u"why"_s].toString().isEmpty());
            sum += row[u"cycles"_s][u"value"_s].toDouble();
        }
        EXPECT_EQ(sum, summaryOf(compiled[i]).value(u"cyclesTotal"_s).toDouble(-1));
    }
}

class CliMatrix : public testing::TestWithParam<QString>
{
protected:
    struct Other
    {
        std::size_t target = 0; ///< in Targets
        spec::CompileSpec spec;
        QString program; ///< made by respec
    };

    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
        if (!isFull() && GetParam() != Models.first())
            GTEST_SKIP() << "TOSAIC_FULL_MATRIX is not set: jobs, window and test_realcompile have "
                            "this model";
        for (const auto &target : Targets)
            folders.append(temporaryDir() + u'/' + target);
    }
    QString program(std::size_t target) const
    {
        return folders[static_cast<qsizetype>(target)] + u'/' + GetParam() + u".pte"_s;
    }
    void compileDefaults();
    std::vector<Other> chooseOthers() const;
    void estimateAndExchange(const std::vector<Other> &others);
    void recover(const std::vector<Other> &others);
    void compareTargets();

    QStringList folders; ///< of the compiles, as Targets
    std::vector<Finished> compiled;
};

void CliMatrix::compileDefaults()
{
    std::vector<QStringList> commands;
    const auto source = sourcePath(u"tests/fixtures/models/"_s) + GetParam() + u".py"_s;
    for (qsizetype i = 0; i < Targets.size(); ++i)
        commands.push_back({ u"compile"_s, source, u"--trust"_s, u"--json"_s, u"--spec"_s,
            specFile({ .target = Targets[i] }), u"-o"_s, folders[i] });
    compiled = runAll(commands);
    for (qsizetype i = 0; i < Targets.size(); ++i) {
        SCOPED_TRACE(Targets[i].toStdString());
        const auto result = compiled::readCompileResult(folders[i]);
        ASSERT_TRUE(result);
        ASSERT_EQ(result->status, compiled::Status::Succeeded);
        ASSERT_FALSE(result->partitions.empty());
        std::vector<compiled::Summary> written;
        for (const auto &partition : result->partitions)
            written.push_back(
                VelaRow(folders[i] + u"/partition%1/summary.csv"_s.arg(partition.index)).summary());
        expectSameNumbers(result->summary, totalOf(written));
        EXPECT_EQ(summaryOf(compiled[static_cast<std::size_t>(i)]).value(u"cyclesTotal"_s),
            *result->summary.cyclesTotal);
    }
}

std::vector<CliMatrix::Other> CliMatrix::chooseOthers() const
{
    std::vector<Other> others;
    for (std::size_t target = 0; target < compiled.size(); ++target) {
        const auto &name = Targets[static_cast<qsizetype>(target)];
        for (const auto &mode : otherModes(name))
            others.push_back({ target, { .target = name, .memoryMode = mode },
                temporaryDir() + u"/other.pte"_s });
    }
    return others;
}

void CliMatrix::estimateAndExchange(const std::vector<Other> &others)
{
    std::vector<QStringList> commands;
    for (qsizetype i = 0; i < Targets.size(); ++i)
        commands.push_back({ u"estimate"_s, folders[i], u"--json"_s, u"--spec"_s,
            specFile({ .target = Targets[i] }) });
    for (const auto &other : others)
        commands.push_back({ u"estimate"_s, program(other.target), u"--json"_s, u"--spec"_s,
            specFile(other.spec) });
    const auto estimates = runAll(commands);
    for (std::size_t i = 0; i < compiled.size(); ++i)
        expectSame(summaryOf(compiled[i]), summaryOf(estimates[i]));
    std::vector<QStringList> exchanges;
    for (const auto &other : others)
        exchanges.push_back({ u"respec"_s, program(other.target), u"--json"_s, u"--spec"_s,
            specFile(other.spec), u"-o"_s, other.program });
    const auto exchanged = runAll(exchanges);
    for (std::size_t i = 0; i < exchanged.size(); ++i) {
        SCOPED_TRACE(exchanges[i].join(u' ').toStdString());
        EXPECT_EQ(exchanged[i].json().value(u"status"_s), u"succeeded"_s);
        expectSame(summaryOf(estimates[compiled.size() + i]), summaryOf(exchanged[i]));
    }
}

/// The spec out of every program; the program says target, configuration and mode in full.
void CliMatrix::recover(const std::vector<Other> &others)
{
    std::vector<QStringList> commands;
    std::vector<spec::CompileSpec> asked;
    const auto add = [&](const QString &path, const spec::CompileSpec &spec) {
        commands.push_back({ u"spec"_s, u"from"_s, path });
        asked.push_back(spec::resolved(spec));
    };
    for (std::size_t i = 0; i < compiled.size(); ++i)
        add(program(i), { .target = Targets[static_cast<qsizetype>(i)] });
    for (const auto &other : others)
        add(other.program, other.spec);
    const auto recovered = runAll(commands);
    for (std::size_t i = 0; i < recovered.size(); ++i) {
        const auto json = recovered[i].json();
        EXPECT_EQ(json.value(u"target"_s), asked[i].target);
        EXPECT_EQ(json.value(u"systemConfig"_s), *asked[i].systemConfig);
        EXPECT_EQ(json.value(u"memoryMode"_s), *asked[i].memoryMode);
    }
}

void CliMatrix::compareTargets()
{
    const auto compared = runAll({ { u"diff"_s, folders[0], folders[1], u"--json"_s },
        { u"diff"_s, program(0), program(2), u"--json"_s } });
    for (std::size_t i = 0; i < compared.size(); ++i) {
        const auto cycles
            = compared[i].json().value(u"metrics"_s).toObject().value(u"cyclesTotal"_s).toObject();
        EXPECT_EQ(cycles.value(u"old"_s), summaryOf(compiled[0]).value(u"cyclesTotal"_s));
        EXPECT_EQ(cycles.value(u"new"_s), summaryOf(compiled[i + 1]).value(u"cyclesTotal"_s));
        EXPECT_TRUE(compared[i].json().value(u"moves"_s).toArray().isEmpty());
        EXPECT_FALSE(compared[i].json().value(u"spec"_s).toArray().isEmpty());
    }
}

} // namespace

TEST_P(CliMatrix, EveryTargetAndMode)
{
    compileDefaults();
    if (HasFatalFailure())
        return;
    findEveryCycle({ program(0), program(1), program(2) }, compiled);
    const auto others = chooseOthers();
    estimateAndExchange(others);
    recover(others);
    compareTargets();
}

/// Of the families that test_loop does not compile MobileNetV2 for.
TEST(CliMobileNet, EveryCycleLiesOnAnOperatorOrSaysWhyNot)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
    if (isFull())
        GTEST_SKIP() << "CliMatrix has it, with every model";
    std::vector<QStringList> commands;
    QStringList programs;
    for (const auto &target : Targets.sliced(1)) {
        const auto folder = temporaryDir() + u'/' + target;
        programs << folder + u"/mobilenet_v2.pte"_s;
        commands.push_back(
            { u"compile"_s, sourcePath(u"tests/fixtures/models/mobilenet_v2.py"_s), u"--trust"_s,
                u"--json"_s, u"--spec"_s, specFile({ .target = target }), u"-o"_s, folder });
    }
    findEveryCycle(programs, runAll(commands));
}

INSTANTIATE_TEST_SUITE_P(Models, CliMatrix, testing::ValuesIn(Models),
    [](const auto &test) { return test.param.toStdString(); });

} // namespace tosaic::test::climatrixtests
