// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "core/base/bytesource.h"
#include "core/spec/specjson.h"
#include "core/spec/specprogram.h"
#include "core/spec/specrules.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "tests/support/velacsv.h"
#include "views/compare/comparepage.h"
#include "views/graph/graphpage.h"

#include <QAction>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>

using namespace Qt::StringLiterals;

// Models, targets and memory modes through the window, with the real compilers. The matrix itself
// is taken at the job (tests/fixtures/test_respec.py, test_compile_server.py); the window takes one
// path through it: one model, each target in its default mode and in the mode most unlike it.
// TOSAIC_FULL_MATRIX takes all models through all modes.
namespace tosaic::test::matrixtests {

using compiled::CompileResult;
using shell::Mode;

namespace {

constexpr int CompileTime = 400'000; // ms at most, on a slow machine
const QStringList Targets{ u"ethos-u55-128"_s, u"ethos-u65-256"_s, u"ethos-u85-256"_s };

bool isFull()
{
    return qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX");
}

QString model(const QString &name)
{
    return sourcePath(u"tests/fixtures/models/"_s) + name;
}

QByteArray bytesOf(const QString &path)
{
    const auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << qPrintable(path);
    return source ? (*source)->bytes().toByteArray() : QByteArray();
}

/// Those that exist on the target, its default first; without the full matrix that and another one.
QStringList modesOf(const QString &target)
{
    const auto defaults = spec::defaultsFor(target);
    QStringList modes{ defaults->memoryMode };
    if (!isFull())
        return modes << (modes[0] == "Sram_Only"_L1 ? u"Shared_Sram"_s : u"Sram_Only"_s);
    for (const auto &mode : spec::memoryModes()) {
        const bool isCache = mode.startsWith("Dedicated_Sram"_L1);
        if (!modes.contains(mode) && !(isCache && defaults->family == spec::Family::U55))
            modes.append(mode);
    }
    return modes;
}

class Matrix : public WindowTest
{
protected:
    using Item = std::shared_ptr<const CompileResult>;

    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
        ASSERT_TRUE(window->compile().tools().environment())
            << window->compile().tools().sentence().toStdString();
        settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
    }
    const EstimateView &view() const { return session->estimate().view(); }
    void acceptTrust()
    {
        if (window->notices().current() == u"compile.trust"_s)
            clickNotice(0);
    }
    /// The open program was made from the model that is compiled next.
    bool isOfInput() const
    {
        const auto result = session->model().compileResult();
        return result && result->sourceName == QFileInfo(session->compileInput()).fileName();
    }
    void openModel(const QString &path)
    {
        open(path);
        acceptTrust();
        ASSERT_EQ(session->compileInput(), path);
    }
    /// What the action leads to: compile.run or compile.respec.
    Item run(const QString &action)
    {
        Item result;
        QObject context;
        QObject::connect(&window->compile().runner(), &shell::CompileRunner::finished, &context,
            [&](const Item &done) { result = done; });
        trigger(action);
        const auto isDone = [&] {
            acceptTrust(); // a .pt2 is asked about when it is compiled
            return result != nullptr;
        };
        EXPECT_TRUE(QTest::qWaitFor(isDone, CompileTime));
        EXPECT_TRUE(waitForIdle());
        return result ? result : std::make_shared<CompileResult>();
    }
    Item compile(const spec::CompileSpec &spec, bool isFull = true);
    Item compileModes(const QString &target, const QStringList &full);
    void compileSystems(const QString &target);
    void expectAsAsked(const CompileResult &result, const spec::CompileSpec &spec);
    void expectInProgram(const CompileResult &result, const spec::CompileSpec &asked);
    std::map<graph::Change, int> marks();
};

/// Edits the spec, waits for the live estimate where there can be one, and compiles.
Matrix::Item Matrix::compile(const spec::CompileSpec &spec, bool isFull)
{
    SCOPED_TRACE((spec.target + u' ' + spec.memoryMode.value_or(u"default"_s) + u' '
        + spec.systemConfig.value_or(QString()))
                     .toStdString());
    session->spec().setSpec(spec);
    std::optional<compiled::Summary> estimated;
    if (isOfInput() && view().change == compiled::ChangeKind::Payload) {
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return view().estimate && !view().isStale && !view().isBusy; }, CompileTime));
        EXPECT_TRUE(view().estimate && view().estimate->isComplete());
        estimated = view().estimate->summary;
    }
    const auto result = run(isFull ? u"compile.run"_s : u"compile.respec"_s);
    expectAsAsked(*result, spec);
    if (estimated)
        expectSameNumbers(*estimated, result->summary);
    return result;
}

void Matrix::expectAsAsked(const CompileResult &result, const spec::CompileSpec &spec)
{
    QStringList problems;
    for (const auto &problem : result.problems)
        problems.append(problem.toText());
    ASSERT_EQ(result.status, compiled::Status::Succeeded) << qPrintable(problems.join(u'\n'));
    ASSERT_EQ(result.spec, spec);
    ASSERT_FALSE(result.partitions.empty());
    const auto asked = spec::resolved(spec);
    std::vector<compiled::Summary> written;
    for (const auto &partition : result.partitions) {
        const VelaRow row(result.folder + u"/partition%1/summary.csv"_s.arg(partition.index));
        EXPECT_EQ(row.text("accelerator_configuration").toLower().replace(u'_', u'-'), spec.target);
        EXPECT_EQ(row.text("memory_mode"), *asked.memoryMode);
        EXPECT_EQ(row.text("system_config"), *asked.systemConfig);
        expectSameNumbers(partition.summary, row.summary());
        written.push_back(row.summary());
    }
    expectSameNumbers(result.summary, totalOf(written));
    expectInProgram(result, asked);
}

/// What the window opened says of itself.
void Matrix::expectInProgram(const CompileResult &result, const spec::CompileSpec &asked)
{
    const auto program = session->model().program();
    ASSERT_TRUE(program);
    ASSERT_EQ(session->model().path(), result.artefactPath(u"pte"_s));
    ASSERT_EQ(program->methods.size(), 1U);
    const auto &delegates = program->methods[0].delegates;
    ASSERT_EQ(delegates.size(), result.partitions.size());
    const auto bytes = bytesOf(session->model().path());
    const auto defaults = spec::defaultsFor(asked.target);
    for (std::size_t i = 0; i < delegates.size(); ++i) {
        const auto &delegate = delegates[i];
        ASSERT_TRUE(delegate.ethosu && delegate.ethosu->npu);
        EXPECT_EQ(u"Ethos-"_s + model::productName(delegate.ethosu->npu->product),
            spec::familyName(defaults->family));
        EXPECT_EQ(delegate.ethosu->npu->macs, static_cast<quint32>(defaults->macs));
        EXPECT_EQ(
            sha256Hex(QByteArrayView(bytes).sliced(static_cast<qsizetype>(delegate.data.offset),
                static_cast<qsizetype>(delegate.data.size))),
            result.partitions[i].payloadSha256);
        spec::ProgramSpecs entries;
        for (const auto &entry : delegate.compileSpecs)
            entries.emplace_back(entry.key, entry.value);
        const auto recovered = spec::fromProgramSpecs(entries);
        ASSERT_TRUE(recovered);
        EXPECT_EQ(recovered->spec.target, asked.target);
        EXPECT_EQ(recovered->spec.memoryMode, asked.memoryMode);
        EXPECT_EQ(recovered->spec.systemConfig, asked.systemConfig);
    }
}

/// Every memory mode of the target: first its default, in full; then the others, in full those that
/// `full` names. The result is that of the default.
Matrix::Item Matrix::compileModes(const QString &target, const QStringList &full)
{
    const auto first = compile({ .target = target });
    for (const auto &mode : modesOf(target).mid(1))
        compile({ .target = target, .memoryMode = mode }, isFull() || full.contains(mode));
    return first;
}

/// All system configurations but the default, each in the last mode that it allows.
void Matrix::compileSystems(const QString &target)
{
    for (const auto &system : spec::systemConfigs()) {
        if (system.family != *spec::familyOf(target)
            || system.name == spec::defaultsFor(target)->systemConfig)
            continue;
        const auto mode = system.hasDram ? spec::memoryModes().last() : u"Shared_Sram"_s;
        compile({ .target = target, .systemConfig = system.name, .memoryMode = mode }, false);
    }
}

/// The .pte that `tosaic-cli respec` makes of another one.
QByteArray exchangedByCli(const QString &program, const spec::CompileSpec &spec)
{
    const auto folder = temporaryDir();
    QFile file(folder + u"/spec.json"_s);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(spec::toJson(spec)).toJson());
    file.close();
    QProcess cli;
    cli.start(programPath(u"tosaic-cli"_s),
        { u"respec"_s, program, u"--spec"_s, file.fileName(), u"-o"_s, folder + u"/out.pte"_s });
    EXPECT_TRUE(QTest::qWaitFor([&] { return cli.state() == QProcess::NotRunning; }, CompileTime));
    EXPECT_EQ(cli.exitCode(), 0) << cli.readAllStandardError().constData();
    return bytesOf(folder + u"/out.pte"_s);
}

std::map<graph::Change, int> Matrix::marks()
{
    std::map<graph::Change, int> counts;
    for (const auto &node : window->pages().graph().shownGraph().nodes)
        ++counts[node.change];
    return counts;
}

} // namespace

TEST_F(Matrix, SmallModelsInEveryMode)
{
    auto names = QStringList{ u"add"_s, u"softmax"_s };
    if (!isFull())
        names.removeLast();
    for (const auto &name : names) {
        SCOPED_TRACE(name.toStdString());
        openModel(model(name + u".py"_s));
        const auto first = compileModes(Targets[0], spec::memoryModes());
        const auto cached = compileModes(Targets[1], spec::memoryModes());
        // What the last one left open is the last mode, compiled in full.
        EXPECT_EQ(exchangedByCli(first->artefactPath(u"pte"_s), session->spec().spec()),
            bytesOf(session->model().path()))
            << "from U55 to U65 on the command line";
        if (name == "add"_L1 && isFull())
            compileSystems(Targets[1]);
        const auto exported = cached->artefactPath(u"pt2"_s);
        ASSERT_FALSE(exported.isEmpty());
        openModel(exported);
        compileModes(Targets[2], spec::memoryModes());
        if (name == "add"_L1)
            compileSystems(Targets[2]);
    }
}

TEST_F(Matrix, MobileNetInEveryMode)
{
    if (!isFull())
        GTEST_SKIP()
            << "TOSAIC_FULL_MATRIX is not set: test_loop takes this model through the window";
    openModel(model(u"mobilenet_v2.py"_s));
    const auto first = compileModes(Targets[0], {});
    EXPECT_EQ(first->summary.cpuOperators, 0U);
    const auto other = u"Shared_Sram"_s;
    const auto before = session->results().results().size();
    const auto cached = compileModes(Targets[1], { other });
    const auto &all = session->results().results();
    const auto full = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
        [&](const Item &one) { return one->spec.memoryMode == other; });
    ASSERT_NE(full, all.end());
    EXPECT_EQ(exchangedByCli(cached->artefactPath(u"pte"_s), (*full)->spec),
        bytesOf((*full)->artefactPath(u"pte"_s)));
    openModel(first->artefactPath(u"pt2"_s));
    compileModes(Targets[2], {});
}

TEST_F(Matrix, TheCompileBeforeStandsBesideTheLast)
{
    openModel(model(u"add.py"_s));
    const auto old = compile({ .target = Targets[0] });
    EXPECT_FALSE(session->results().oldSide());
    EXPECT_EQ(window->modes().current(), Mode::Model);
    const auto now = compile({ .target = Targets[0], .memoryMode = u"Sram_Only"_s });
    EXPECT_EQ(session->results().oldSide(), old);
    EXPECT_EQ(session->results().newSide(), now);
    EXPECT_EQ(window->modes().current(), Mode::Compare);
    const auto &page = static_cast<views::ComparePage &>(*window->pages().page(Mode::Compare));
    ASSERT_TRUE(page.comparison());
    const auto &cycles = page.comparison()->metric(analysis::Metric::CyclesTotal);
    EXPECT_EQ(cycles.oldValue, old->summary.cyclesTotal);
    EXPECT_EQ(cycles.newValue, now->summary.cyclesTotal);
    EXPECT_NE(cycles.oldValue, cycles.newValue);
    EXPECT_EQ(page.comparison()->specChanges.size(), 1U);
    EXPECT_TRUE(page.comparison()->moves.empty());
    window->show(Mode::Model);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !marks().empty(); }, 30'000));
    EXPECT_TRUE(waitForIdle());
    EXPECT_EQ(marks().size(), 1U);
    EXPECT_TRUE(marks().contains(graph::Change::None));

    openModel(model(u"two_partitions.py"_s));
    compile({ .target = Targets[0] });
    session->selection().select(model::EntityRef::node(u"aten_convolution_default_1"_s));
    auto spec = session->spec().spec();
    spec.keepOnCpu.nodes = { u"aten_convolution_default_1"_s };
    trigger(u"compile.keepOnCpu"_s);
    EXPECT_EQ(session->spec().spec(), spec);
    const auto kept = run(u"compile.run"_s);
    expectAsAsked(*kept, spec);
    EXPECT_EQ(window->modes().current(), Mode::Compare);
    ASSERT_TRUE(page.comparison());
    ASSERT_EQ(page.comparison()->moves.size(), 1U);
    EXPECT_EQ(page.comparison()->moves[0].node, u"aten_convolution_default_1"_s);
    EXPECT_EQ(page.comparison()->metric(analysis::Metric::Partitions).newValue, 1);
    window->show(Mode::Model);
    ASSERT_TRUE(QTest::qWaitFor([this] { return marks()[graph::Change::ToCpu] > 0; }, 30'000));
    EXPECT_EQ(marks()[graph::Change::ToCpu], 1);
    for (const auto &node : window->pages().graph().shownGraph().nodes)
        EXPECT_EQ(node.change == graph::Change::ToCpu,
            node.entity == model::EntityRef::node(u"aten_convolution_default_1"_s))
            << node.title.toStdString();
}

} // namespace tosaic::test::matrixtests
