// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Fresh dumps of real runs against ExecuTorch's Inspector.
#include "core/formats/openprogram.h"
#include "profiler/kernels/kernelprofile.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/targets/hostrun.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile::hostinspectortests {

namespace {

constexpr int Patience
    = 600000; // ms; forks of a process that has loaded the compilers, on a machine under load

QByteArray programs(const QStringList &arguments)
{
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(qEnvironmentVariable("TOSAIC_PYTHON"),
        QStringList{ test::sourcePath(u"tests/fixtures/hostprograms.py"_s) } + arguments);
    EXPECT_TRUE(process.waitForFinished(Patience));
    EXPECT_EQ(process.exitCode(), 0);
    return process.readAllStandardOutput();
}

/// One run of a program, its profile and what the Inspector says of it.
struct Made
{
    EtDump dump;
    KernelProfile profile;
    std::shared_ptr<const HostFacts> facts;
    QString etdump;
    QString buffer; ///< empty: none
    QJsonValue inspected;
};

class HostInspector : public testing::Test
{
protected:
    static void SetUpTestSuite()
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            return;
        folder = test::temporaryDir();
        programs({ u"make"_s, folder });
        for (const auto &name : { u"net"_s, u"net_xnnpack"_s, u"rows"_s })
            all[name] = run(name);
        all[u"counter"_s] = run(u"counter"_s, true);
        inspectAll();
    }
    static void TearDownTestSuite() { all.clear(); }
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: ExecuTorch is not here";
    }

    static Made run(const QString &name, bool recordsOutputs = false)
    {
        HostTarget target{ .pte = folder + u'/' + name + u".pte"_s, .warmups = 1, .repeats = 4 };
        target.recordsOutputs = recordsOutputs;
        HostRun host;
        QSignalSpy finished(&host, &HostRun::finished);
        host.start(target, qEnvironmentVariable("TOSAIC_PYTHON"), test::temporaryDir());
        EXPECT_TRUE(QTest::qWaitFor([&] { return finished.count() > 0; }, Patience));
        EXPECT_EQ(host.state(), HostRun::State::Complete)
            << (host.problem() ? host.problem()->text.toStdString() : "");
        Made made{ .facts = host.facts() };
        for (const auto &file : host.files()) {
            if (file.role == "etdump"_L1)
                made.etdump = file.path;
            if (file.role == "debug-buffer"_L1)
                made.buffer = file.path;
        }
        made.dump = *readEtDump(*ByteSource::map(made.etdump));
        const auto program = *formats::readProgram(*ByteSource::map(target.pte));
        KernelContext context{ .program = program.get(), .method = made.facts->method };
        context.warmups = made.facts->warmups;
        context.unit = TickUnit::Nanoseconds;
        if (!made.buffer.isEmpty())
            context.buffer = *ByteSource::map(made.buffer);
        made.profile = kernelProfile(made.dump, context);
        return made;
    }
    /// In one process: most of its time goes into loading ExecuTorch.
    static void inspectAll()
    {
        QStringList arguments{ u"inspect"_s };
        for (const auto &[name, made] : all)
            arguments += made.buffer.isEmpty() ? made.etdump : made.etdump + u',' + made.buffer;
        const auto output = programs(arguments).trimmed();
        const auto answers
            = QJsonDocument::fromJson(output.mid(output.lastIndexOf('\n') + 1)).array();
        ASSERT_EQ(answers.size(), qsizetype(all.size())) << output.constData();
        qsizetype next = 0;
        for (auto &[name, made] : all)
            made.inspected = answers[next++];
    }
    /// Milliseconds of the Inspector for each execution, the warm-up left out.
    static std::vector<double> inspectorTimes(
        const QJsonArray &events, const QString &name, int instruction)
    {
        std::vector<double> times;
        for (const auto &event : events) {
            if (event["block"_L1] != "Execute"_L1 || event["name"_L1] != name
                || event["instruction"_L1].toInt() != instruction)
                continue;
            const auto raw = event["ms"_L1].toArray();
            for (qsizetype i = 1; i < raw.size(); ++i)
                times.push_back(raw[i].toDouble());
        }
        return times;
    }
    /// The last repeat of each execution: all that the Inspector keeps.
    static void expectEqual(const KernelTimes &ours, const std::vector<double> &milliseconds)
    {
        ASSERT_EQ(ours.ticks.size(), milliseconds.size());
        for (size_t i = 0; i < milliseconds.size(); ++i) {
            ASSERT_FALSE(ours.ticks[i].empty());
            EXPECT_NEAR(static_cast<double>(ours.ticks[i].back()) / 1e6, milliseconds[i], 1e-9);
        }
    }

    inline static QString folder;
    inline static std::map<QString, Made> all;
};

} // namespace

TEST_F(HostInspector, PortableAndDelegatedProgramsHaveItsTimes)
{
    for (const auto &name : { u"net"_s, u"net_xnnpack"_s }) {
        const auto &made = all.at(name);
        const auto events = made.inspected.toArray();
        ASSERT_FALSE(events.isEmpty()) << qPrintable(made.inspected["error"_L1].toString());
        ASSERT_EQ(made.profile.methods.size(), 1U);
        const auto &method = made.profile.methods[0];
        EXPECT_EQ(method.evidence, MethodEvidence::Stated);
        EXPECT_EQ(method.executions.size(), 4U);
        EXPECT_EQ(method.warmups.size(), 1U);
        expectEqual(method.times, inspectorTimes(events, u"Method::execute"_s, 0));
        size_t parts = 0;
        for (const auto &row : method.rows) {
            const auto call = row.isInside()       ? row.name
                : row.kind == KernelKind::Delegate ? u"DELEGATE_CALL"_s
                                                   : u"OPERATOR_CALL"_s;
            expectEqual(row.call, inspectorTimes(events, call, row.place.instruction));
            if (row.kind == KernelKind::Kernel)
                expectEqual(row.kernel,
                    inspectorTimes(events,
                        u"native_call_"_s + row.name.sliced(row.name.indexOf("::"_L1) + 2),
                        row.place.instruction));
            parts += row.isInside() ? 1U : 0U;
        }
        EXPECT_EQ(parts > 0, name == u"net_xnnpack"_s);
        for (size_t i = 0; i < 4; ++i) // the call from outside takes longer than the method
            EXPECT_GE(made.facts->iterationNs[i], method.times.ticks[i].front());
    }
}

TEST_F(HostInspector, ALoopHasAllRepeats)
{
    const auto &made = all.at(u"rows"_s);
    const auto events = made.inspected.toArray();
    ASSERT_FALSE(events.isEmpty());
    const auto &method = made.profile.methods.at(0);
    const auto tanh = std::ranges::find(method.rows, u"aten::tanh.out"_s, &KernelRow::name);
    ASSERT_NE(tanh, method.rows.end());
    EXPECT_EQ(tanh->kernel.calls(), 4U * 5U);
    expectEqual(
        tanh->kernel, inspectorTimes(events, u"native_call_tanh.out"_s, tanh->place.instruction));
}

TEST_F(HostInspector, OutputsThatChangeAreToldWhereItRefuses)
{
    const auto &made = all.at(u"counter"_s);
    const auto refusal = made.inspected["error"_L1].toString();
    EXPECT_TRUE(refusal.startsWith(u"AssertionError"_s)) << qPrintable(refusal);
    EXPECT_EQ(made.profile.methods.at(0).changedOutputs(), 1U);
    ASSERT_EQ(made.facts->outputs.size(), 1U);
    EXPECT_EQ(made.facts->outputs[0].variants, quint64(4)); // seen without the debug buffer, too
}

} // namespace tosaic::profile::hostinspectortests
