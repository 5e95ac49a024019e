// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/entityplace.h"
#include "core/analysis/programcheck.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>

#include <map>

namespace tosaic::test::programchecktests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::model;
using namespace tosaic::analysis;

namespace {

Tensor tensor(qint32 bytes, std::optional<quint64> offset)
{
    Tensor made{ .dtype = ScalarType::Char, .shape = { bytes } };
    if (offset)
        made.planned = PlannedAllocation{ 1, *offset };
    return made;
}

/// input 0 -> relu -> 1 -> relu -> output 2
Program chain(std::optional<quint64> middle, std::optional<quint64> output = 0)
{
    Method method{ .name = u"forward"_s };
    method.values = { tensor(64, 0), tensor(32, middle), tensor(16, output) };
    method.inputs = { ValueIndex(0) };
    method.outputs = { ValueIndex(2) };
    method.operators = { u"aten::relu.out"_s };
    method.instructions = { KernelCall{ 0, { 0, 1, 1 } }, KernelCall{ 0, { 1, 2, 2 } } };
    method.plannedBuffers = { 0, 96 };
    Program program;
    program.methods.push_back(std::move(method));
    return program;
}

/// "id id", in order.
std::string ids(const std::vector<Diagnostic> &diagnostics)
{
    QStringList names;
    for (const auto &diagnostic : diagnostics)
        names << diagnostic.id;
    return names.join(u' ').toStdString();
}

std::string texts(const std::vector<Diagnostic> &diagnostics)
{
    QStringList lines;
    for (const auto &diagnostic : diagnostics)
        lines << diagnostic.toText();
    return lines.join(u'\n').toStdString();
}

} // namespace

TEST(MemoryCheck, FindsNothingWrongWithAPlanThatReusesMemory)
{
    EXPECT_EQ(ids(checkMemory(chain(64))), "");
}

TEST(MemoryCheck, FindsTensorsThatShareBytesWhileBothHoldData)
{
    const auto found = checkMemory(chain(48));
    ASSERT_EQ(ids(found), "pte.overlapping-memory");
    EXPECT_EQ(found.front().severity, Severity::Error);
    EXPECT_EQ(found.front().location.entity, u"method forward, value 1"_s);
    EXPECT_TRUE(found.front().text.contains(u"with value 0"_s)) << found.front().text.toStdString();
}

TEST(MemoryCheck, FindsTensorsThatNobodyProvidesBytesFor)
{
    EXPECT_EQ(ids(checkMemory(chain(std::nullopt))), "pte.unplanned-memory");
    EXPECT_EQ(ids(checkMemory(chain(64, std::nullopt))), "pte.caller-memory");
}

TEST(MemoryCheck, AFreedValueIsGoneInTheSecondRun)
{
    auto program = chain(64);
    program.methods[0].instructions.emplace_back(FreeCall{ 1 });
    EXPECT_EQ(ids(checkMemory(program)), "pte.freed-value");
}

TEST(MemoryCheck, AViewMayShareTheBytesOfItsBase)
{
    auto program = chain(0);
    program.methods[0].operators = { u"executorch_prim::et_view.default"_s };
    program.methods[0].instructions = { KernelCall{ 0, { 0, 1 } }, KernelCall{ 0, { 1, 2 } } };
    EXPECT_EQ(ids(checkMemory(program)), "");
}

TEST(RuntimeCheck, NamesTheLibraryThatIsMissing)
{
    auto program = chain(64);
    program.methods[0].operators = { u"quantized_decomposed::add.out"_s };
    program.methods[0].delegates.push_back({ .id = u"XnnpackBackend"_s });
    const auto found = checkRuntime(program, *findRuntime(u"ethos-u-portable"_s));
    ASSERT_EQ(ids(found), "pte.no-kernel pte.no-backend");
    EXPECT_TRUE(found[0].text.endsWith(u"it is in the kernels of: quantized"_s));
    EXPECT_EQ(ids(checkRuntime(program, *findRuntime(u"ethos-u"_s))), "pte.no-backend");
    EXPECT_EQ(ids(checkRuntime(program, *findRuntime(u"host"_s))), "");
}

TEST(RuntimeCheck, AnOperatorThatNobodyHasIsSaidToBeSo)
{
    auto program = chain(64);
    program.methods[0].operators = { u"shop::mystery.out"_s };
    const auto found = checkRuntime(program, *findRuntime(u"host"_s));
    ASSERT_EQ(ids(found), "pte.no-kernel");
    EXPECT_TRUE(found[0].text.contains(u"no kernel library known here"_s));
}

/// The runtime itself says which operators it has.
TEST(RuntimeCheck, HostHasTheOperatorsThatTheInstalledRuntimeLists)
{
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    if (python.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no ExecuTorch to ask";
    QProcess process;
    process.start(python,
        { u"-c"_s,
            u"import torch, executorch.kernels.quantized\n"
            "from executorch.extension.llm.custom_ops import custom_ops\n"
            "from executorch.runtime import Runtime\n"
            "print('\\n'.join(Runtime.get().operator_registry.operator_names))"_s });
    ASSERT_TRUE(process.waitForFinished(120000)) << process.errorString().toStdString();
    ASSERT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    const auto names
        = QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    ASSERT_GT(names.size(), 250);
    const auto &host = *findRuntime(u"host"_s);
    for (const auto &name : names)
        EXPECT_TRUE(host.serves(name)) << name.toStdString();
}

/// Programs that the runtime ran, or would, have sound memory plans.
TEST(ProgramCheck, SaysAboutTheSampleProgramsWhatTheRuntimeDoes)
{
    TOSAIC_NEED_SAMPLES();
    const std::map<QString, std::string> expected{
        { u"free_call"_s, "pte.freed-value" },
        { u"free_call_unbound"_s, "pte.freed-value" },
        { u"mlp_no_io_alloc"_s, "pte.caller-memory" },
        { u"stories260k_hybrid_llama_qnn"_s, "pte.caller-memory pte.caller-memory" },
        { u"state_counter_named"_s, "pte.unplanned-memory pte.unplanned-memory" },
    };
    QDirIterator files(
        test::samplesDir(), { u"*.pte"_s }, QDir::Files, QDirIterator::Subdirectories);
    int checked = 0;
    while (files.hasNext()) {
        const auto path = files.next();
        if (path.contains(u"/damaged/"_s) || path.contains(u"every_field"_s))
            continue;
        const auto source = ByteSource::map(path);
        ASSERT_TRUE(source);
        const auto program = formats::readProgram(*source);
        ASSERT_TRUE(program) << path.toStdString();
        ++checked;
        const auto name = QFileInfo(path).completeBaseName();
        const auto found = expected.find(name);
        const auto diagnostics = checkMemory(**program);
        EXPECT_EQ(ids(diagnostics), found == expected.end() ? "" : found->second)
            << path.toStdString() << '\n'
            << texts(diagnostics);
    }
    EXPECT_GT(checked, 70);
}

TEST(EntityPlace, LeadsToTheThingThatALocationNames)
{
    auto program = chain(64);
    program.segments.resize(1);
    const auto at = [&](const QString &entity, const QString &section = {}) {
        return entityAt(program, { .section = section, .entity = entity });
    };
    EXPECT_EQ(at(u"method forward, value 2"_s), EntityRef::value(0, 2));
    EXPECT_EQ(at(u"method forward, instruction 1"_s), EntityRef::instruction(0, 1));
    EXPECT_EQ(at(u"method forward, value 77"_s), EntityRef::ofMethod(0));
    EXPECT_EQ(at(u"method forward"_s), EntityRef::ofMethod(0));
    EXPECT_EQ(at(u"method other, value 2"_s), EntityRef{});
    EXPECT_EQ(at({}, u"segment 0"_s), EntityRef::segment(0));
    EXPECT_EQ(at({}, u"segment 5"_s), EntityRef{});
    EXPECT_EQ(entityAt(program, { .offset = 16, .length = 4 }), EntityRef::byteRange({ 16, 4 }));
}

} // namespace tosaic::test::programchecktests
