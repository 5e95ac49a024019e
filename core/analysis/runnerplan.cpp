// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/runnerplan.h"

#include "core/analysis/runtimes.h"
#include "core/spec/specprogram.h"
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using spec::Family;

constexpr quint64 DefaultMethodPool
    = 62914560; // bytes; ET_ARM_BAREMETAL_METHOD_ALLOCATOR_POOL_SIZE
constexpr quint64 DefaultScratchPool = 0x200000; // bytes
constexpr quint64 DedicatedScratchPool = 0x4000000; // bytes, in Dedicated_Sram modes
constexpr quint64 PoolAlignment = 4096; // bytes; our rounding, room for the allocator's alignment

/// Those for which the runner's CMake has timing adapter settings.
const QStringList TimedSystems{ u"Ethos_U55_High_End_Embedded"_s, u"Ethos_U55_Deep_Embedded"_s,
    u"Ethos_U65_High_End"_s, u"Ethos_U85_SYS_DRAM_Low"_s, u"Ethos_U85_SYS_DRAM_Mid"_s,
    u"Ethos_U85_SYS_DRAM_High"_s };

QString cpuOf(Family family)
{
    return family == Family::U85 ? u"cortex-m85"_s : u"cortex-m55"_s;
}

QString fvpOf(Family family)
{
    switch (family) {
    case Family::U55:
        return u"FVP_Corstone_SSE-300_Ethos-U55"_s;
    case Family::U65:
        return u"FVP_Corstone_SSE-300_Ethos-U65"_s;
    case Family::U85:
        return u"FVP_Corstone_SSE-320"_s;
    }
    return {};
}

quint64 rounded(quint64 bytes)
{
    return (bytes / PoolAlignment + 1) * PoolAlignment;
}

Diagnostic finding(const QString &id, Severity severity, const QString &key, const QString &text)
{
    return { id, severity, Location{ .entity = key }, text };
}

/// Fills in what follows from the program.
void addProgram(const model::Program &program, RunnerPlan &plan)
{
    plan.selectOps = kernelsOf(program);
    for (const auto &method : program.methods) {
        quint64 planned = 0;
        for (const auto size : method.plannedBuffers)
            planned += static_cast<quint64>(std::max<qint64>(size, 0));
        plan.plannedBytes = std::max(plan.plannedBytes, planned);
        for (const auto &delegate : method.delegates) {
            if (delegate.ethosu && delegate.ethosu->arenaBytes)
                plan.scratchBytes
                    = std::max(plan.scratchBytes.value_or(0), *delegate.ethosu->arenaBytes);
        }
    }
}

/// The runner is linked with the portable, quantized and Cortex-M kernels of ExecuTorch.
void checkKernels(RunnerPlan &plan)
{
    const auto &runner = *findRuntime(u"ethos-u"_s);
    QStringList cortexM;
    for (const auto &kernel : plan.selectOps) {
        const auto libraries = librariesWith(kernel);
        if (libraries == std::vector{ KernelLibrary::CortexM })
            cortexM += kernel;
        if (runner.serves(kernel))
            continue;
        QStringList names;
        for (const auto library : libraries)
            names += kernelLibraryName(library);
        plan.diagnostics.push_back(finding(u"runner.no-kernel"_s, Severity::Warning, kernel,
            u"it has no portable, quantized or Cortex-M kernel%1: the runner is built, but cannot "
            "load the program (error 0x14)"_s.arg(names.isEmpty()
                    ? QString()
                    : u", only one in the library %1"_s.arg(names.join(u", "_s)))));
    }
    if (!cortexM.isEmpty())
        plan.diagnostics.push_back(finding(u"runner.cortex-m"_s, Severity::Info,
            cortexM.join(u", "_s), u"kernels of the Cortex-M (CMSIS-NN) library"_s));
}

void checkMemoryMode(const spec::CompileSpec &spec, Family family, RunnerPlan &plan)
{
    const auto mode = spec.memoryMode.value_or(QString());
    if (mode.startsWith("Dedicated_Sram"_L1) && family == Family::U55)
        plan.diagnostics.push_back(finding(u"runner.mode-refused"_s, Severity::Error,
            u"memoryMode"_s, u"The runner's CMake refuses %1 for Ethos-U55"_s.arg(mode)));
    if (mode == "Shared_Sram"_L1 && family == Family::U85)
        plan.diagnostics.push_back(finding(u"runner.mode-untimed"_s, Severity::Warning,
            u"memoryMode"_s,
            u"The runner has no timing adapter settings for Shared_Sram on Ethos-U85: cycles of "
            "the FVP are those of unlimited memories"_s));
    if (mode == "Shared_Sram"_L1 && family == Family::U65)
        plan.diagnostics.push_back(finding(u"runner.mode-regions"_s, Severity::Warning,
            u"memoryMode"_s,
            u"The driver's default region configuration of Ethos-U65 sends the arena to AXI1; in "
            "Shared_Sram it is meant for AXI0. The result is right, the cycles are not those of "
            "the compile"_s));
    if (mode == "Sram_Only"_L1)
        plan.diagnostics.push_back(
            finding(u"runner.model-in-dram"_s, Severity::Info, u"memoryMode"_s,
                u"The Corstone runner places the program in DRAM also with Sram_Only"_s));
}

void checkSystemConfig(const spec::CompileSpec &spec, RunnerPlan &plan)
{
    const auto system = spec.systemConfig.value_or(QString());
    if (!TimedSystems.contains(system))
        plan.diagnostics.push_back(
            finding(u"runner.system-config"_s, Severity::Warning, u"systemConfig"_s,
                u"The runner has no timing adapter settings for %1; it knows %2"_s.arg(
                    system, TimedSystems.join(u", "_s))));
}

/// Pools that are too small for this program.
QStringList poolFlags(const spec::CompileSpec &spec, RunnerPlan &plan)
{
    QStringList flags;
    const bool isDedicated = spec.memoryMode.value_or(QString()).startsWith("Dedicated"_L1);
    const auto scratchPool = isDedicated ? DedicatedScratchPool : DefaultScratchPool;
    if (plan.scratchBytes && *plan.scratchBytes > scratchPool)
        flags += u"-DET_ARM_BAREMETAL_SCRATCH_TEMP_ALLOCATOR_POOL_SIZE=%1"_s.arg(
            rounded(*plan.scratchBytes));
    if (plan.plannedBytes >= DefaultMethodPool)
        flags += u"-DET_ARM_BAREMETAL_METHOD_ALLOCATOR_POOL_SIZE=%1"_s.arg(
            rounded(plan.plannedBytes + plan.plannedBytes / 8));
    if (!flags.isEmpty())
        plan.diagnostics.push_back(finding(u"runner.pool-enlarged"_s, Severity::Info, {},
            u"The runner's default memory pools are too small for this program; the command makes "
            "them larger"_s));
    return flags;
}

/// The scripts of ExecuTorch use paths without quotes ("realpath ${pte_file}", "-B
/// ${output_folder}").
void checkBlanks(const RunnerRequest &request, RunnerPlan &plan)
{
    const bool isRead = request.placement != ProgramPlacement::Semihosting;
    for (const auto &path :
        { request.checkout, request.buildFolder, isRead ? request.programPath : QString() }) {
        if (path.contains(u' ') || path.contains(u'\t'))
            plan.diagnostics.push_back(finding(u"runner.blank"_s, Severity::Error, {},
                u"'%1' holds a blank, at which ExecuTorch's build scripts tear paths apart: move "
                "it to a folder without one"_s.arg(path)));
    }
}

/// The scripts hand such names, which come out of the program, on to make and shells. The first
/// that holds more than names do; empty: none does.
QString oddName(const RunnerPlan &plan, const spec::CompileSpec &spec)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_.:+-]*\\z"_s);
    auto names = plan.selectOps;
    names << spec.systemConfig.value_or(QString()) << spec.memoryMode.value_or(QString());
    const auto odd = std::ranges::find_if(
        names, [](const QString &name) { return !plain.match(name).hasMatch(); });
    return odd == names.end() ? QString() : *odd;
}

QString placementText(const RunnerRequest &request)
{
    switch (request.placement) {
    case ProgramPlacement::Embedded:
        return request.programPath;
    case ProgramPlacement::Address:
        return u"0x"_s + QString::number(request.address, 16);
    case ProgramPlacement::Semihosting:
        break;
    }
    return u"semihosting"_s;
}

void addSteps(const RunnerRequest &request, const spec::CompileSpec &spec, RunnerPlan &plan)
{
    const auto root = request.checkout.isEmpty() ? u"$EXECUTORCH"_s : request.checkout;
    const auto scripts = root + u"/backends/arm/scripts/"_s;
    const auto output = request.buildFolder.isEmpty()
        ? root + u"/arm_test/"_s + QFileInfo(request.programPath).completeBaseName()
        : request.buildFolder;
    const auto libraries = root + u"/arm_test/build"_s;
    const auto etdump = request.recordsEtdump ? QStringList{ u"--etdump"_s } : QStringList();
    plan.steps.push_back({ RunnerStep::Kind::BuildLibraries, scripts + u"build_executorch.sh"_s,
        QStringList{ u"--et_build_root=%1/arm_test"_s.arg(root),
            u"--toolchain=%1"_s.arg(request.toolchain), u"--target_cpu=%1"_s.arg(plan.cpu) }
            + etdump,
        libraries });
    QStringList build{ u"--pte="_s + placementText(request), u"--target="_s + spec.target,
        u"--system_config="_s + spec.systemConfig.value_or(QString()),
        u"--memory_mode="_s + spec.memoryMode.value_or(QString()),
        u"--et_build_root=%1/arm_test"_s.arg(root), u"--toolchain="_s + request.toolchain,
        u"--output="_s + output };
    if (!plan.selectOps.isEmpty() && request.placement != ProgramPlacement::Embedded)
        build += u"--select_ops_list="_s + plan.selectOpsList();
    if (const auto flags = poolFlags(spec, plan); !flags.isEmpty())
        build += u"--extra_build_flags="_s + flags.join(u' ');
    plan.steps.push_back({ RunnerStep::Kind::BuildRunner, scripts + u"build_executor_runner.sh"_s,
        build + etdump, output + u"/arm_executor_runner"_s });
    const auto runner = output + u"/arm_executor_runner"_s;
    if (request.placement == ProgramPlacement::Semihosting) {
        plan.steps.push_back({ RunnerStep::Kind::RunFvp, request.tosaicCli,
            { u"run"_s, u"fvp"_s, u"--target"_s, spec.target, u"--elf"_s, runner, u"--pte"_s,
                request.programPath, u"--semihosting"_s },
            QString() });
        return;
    }
    QStringList run{ u"--elf="_s + runner, u"--target="_s + spec.target };
    if (request.placement == ProgramPlacement::Address)
        run += u"--data=%1@%2"_s.arg(request.programPath, placementText(request));
    plan.steps.push_back({ RunnerStep::Kind::RunFvp, scripts + u"run_fvp.sh"_s, run, QString() });
}

} // namespace

QString RunnerStep::commandLine(const QString &separator) const
{
    // A folder that the user fills in by setting the variable must stay a variable: it is expanded
    // between double quotes only, what is around it is quoted by itself.
    const auto quoted = [](const QString &word) {
        const auto pieces = word.split(u"$EXECUTORCH"_s);
        if (pieces.size() == 1)
            return spec::shellQuoted(word);
        QStringList around;
        for (const auto &piece : pieces)
            around += piece.isEmpty() ? piece : spec::shellQuoted(piece);
        return around.join(u"\"$EXECUTORCH\""_s);
    };
    QStringList words{ quoted(program) };
    for (const auto &argument : arguments)
        words += quoted(argument);
    return words.join(separator);
}

QStringList kernelsOf(const model::Program &program)
{
    QStringList kernels;
    for (const auto &method : program.methods) {
        for (const auto &instruction : method.instructions) {
            const auto name = method.operatorName(instruction);
            if (!name.isEmpty() && !kernels.contains(name))
                kernels += name;
        }
    }
    return kernels;
}

std::optional<spec::CompileSpec> specOf(const model::Program &program)
{
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            spec::ProgramSpecs entries;
            for (const auto &entry : delegate.compileSpecs)
                entries.emplace_back(entry.key, entry.value);
            if (auto found = spec::fromProgramSpecs(entries))
                return std::move(found->spec);
        }
    }
    return {};
}

RunnerPlan runnerPlan(const RunnerRequest &request)
{
    RunnerPlan plan;
    if (request.program)
        addProgram(*request.program, plan);
    checkKernels(plan);
    const auto spec = spec::resolved(request.spec);
    const auto defaults = spec::defaultsFor(spec.target);
    if (!defaults) {
        plan.diagnostics.push_back(finding(u"runner.target-unknown"_s, Severity::Error, u"target"_s,
            u"'%1' is no target of the runner; choose an Ethos-U target also for a program without "
            "a delegate"_s.arg(spec.target)));
        return plan;
    }
    if (const auto name = oddName(plan, spec); !name.isEmpty()) {
        plan.diagnostics.push_back(finding(u"runner.odd-name"_s, Severity::Error, {},
            u"'%1' is no name of a kernel, system config or memory mode: the build scripts could "
            "take it for a command, so that they are not given it"_s.arg(name)));
        return plan;
    }
    plan.cpu = cpuOf(defaults->family);
    checkSystemConfig(spec, plan);
    checkMemoryMode(spec, defaults->family, plan);
    checkBlanks(request, plan);
    addSteps(request, spec, plan);
    return plan;
}

std::vector<Diagnostic> missingForRunner(const RunnerRequest &request)
{
    std::vector<Diagnostic> missing;
    const QDir scripts(request.checkout + u"/backends/arm/scripts"_s);
    if (request.checkout.isEmpty() || !scripts.exists(u"build_executor_runner.sh"_s))
        missing.push_back(finding(u"runner.no-checkout"_s, Severity::Error, {},
            u"No ExecuTorch checkout is set: the runner's sources are not in the Python package. "
            "git clone https://github.com/pytorch/executorch, then examples/arm/setup.sh"_s));
    if (QStandardPaths::findExecutable(request.toolchain).isEmpty())
        missing.push_back(finding(u"runner.no-compiler"_s, Severity::Error, {},
            u"%1 is not on PATH; the checkout's examples/arm/setup.sh installs it"_s.arg(
                request.toolchain)));
    const auto family = spec::familyOf(request.spec.target);
    if (family && QStandardPaths::findExecutable(fvpOf(*family)).isEmpty())
        missing.push_back(finding(u"runner.no-fvp"_s, Severity::Warning, {},
            u"%1 is not on PATH: the runner can be built but not started here"_s.arg(
                fvpOf(*family))));
    return missing;
}

} // namespace tosaic::analysis
