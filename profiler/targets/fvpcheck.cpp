// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/fvpcheck.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/model/compiledfor.h"
#include "profiler/targets/embeddedprograms.h"
#include "profiler/targets/fvpcommand.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Findings = std::vector<Diagnostic>;

void add(Findings &findings, const QString &id, Severity severity, const QString &text,
    const QString &file = {})
{
    findings.push_back({ id, severity, { .file = file }, text });
}

void checkProgram(const FvpTarget &target, Findings &findings)
{
    if (!findFvp(target).isEmpty())
        return;
    const auto steps = u"ExecuTorch's examples/arm/setup.sh --i-agree-to-the-contained-eula "
                       "installs it; then put it on PATH or name it"_s;
    if (!target.program.isEmpty())
        return add(findings, u"run.no-fvp"_s, Severity::Error,
            u"there is no such program; %1"_s.arg(steps), target.program);
    const auto path = qEnvironmentVariable("PATH");
    add(findings, u"run.no-fvp"_s, Severity::Error,
        u"%1 is in no folder of PATH (%2). %3"_s.arg(
            factsOf(target.platform).program, path.isEmpty() ? u"which is empty"_s : path, steps));
}

/// Whether there is a file; says so if not.
bool checkFile(const QString &path, const QString &id, const QString &what, Findings &findings)
{
    if (path.isEmpty())
        add(findings, id, Severity::Error, u"no %1 is named"_s.arg(what));
    else if (!QFileInfo(path).isFile())
        add(findings, id, Severity::Error, u"there is no such file (%1)"_s.arg(what), path);
    else if (!QFileInfo(path).isReadable())
        add(findings, id, Severity::Error, u"no permission to read the %1"_s.arg(what), path);
    else
        return true;
    return false;
}

void checkMacs(const FvpTarget &target, Findings &findings)
{
    const auto &facts = factsOf(target.platform);
    if (std::ranges::find(facts.macs, target.macs) != facts.macs.end())
        return;
    QStringList known;
    for (const auto macs : facts.macs)
        known += QString::number(macs);
    add(findings, u"run.macs"_s, Severity::Error,
        u"there is no Ethos-%1 with %2 MACs per cycle; there are %3"_s
            .arg(model::productName(facts.product))
            .arg(target.macs)
            .arg(known.join(u", "_s)));
}

/// NPU of the first payload that was made for another one than the target's.
std::optional<model::NpuConfig> otherNpu(
    const model::Program &program, model::NpuProduct product, quint32 macs)
{
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            const auto *payload = delegate.ethosu.get();
            if (payload && payload->npu
                && (payload->npu->product != product || payload->npu->macs != macs))
                return payload->npu;
        }
    }
    return {};
}

/// What is wrong if `other` runs on the target; `where`: "the program", "the program in the
/// runner".
Diagnostic mismatch(const FvpTarget &target, const model::NpuConfig &other, const QString &where,
    const QString &file)
{
    const auto &facts = factsOf(target.platform);
    const auto here = u"Ethos-%1-%2"_s.arg(model::productName(facts.product)).arg(target.macs);
    return { other.product == facts.product ? u"run.mac-mismatch"_s : u"run.product-mismatch"_s,
        Severity::Error, { .file = file },
        u"%1 was compiled for %2 and the target is %3: the driver refuses it. Choose the target it "
        "was compiled for, or compile it for this one"_s.arg(where, other.name(), here) };
}

/// With what it keeps in .ptd files beside it: the commands of its delegates say for which NPU.
Result<std::shared_ptr<const model::Program>> programOf(const QString &path)
{
    const auto source = TRY(ByteSource::map(path));
    const auto program = TRY(formats::readProgram(source));
    return withExternalData(program, QFileInfo(path).absolutePath()).program;
}

void checkPayload(const FvpTarget &target, Findings &findings)
{
    const auto program = programOf(target.pte);
    if (!program) {
        findings.push_back({ u"run.pte"_s, Severity::Error, program.error().location,
            u"this is no program that can be run: %1"_s.arg(program.error().detail) });
        return;
    }
    if (const auto other = otherNpu(**program, factsOf(target.platform).product, target.macs))
        findings.push_back(mismatch(target, *other, u"the program"_s, target.pte));
}

/// As checkPayload() for the programs in the runner. Of several it is not known which will run: it
/// is an error only if none of them can.
void checkEmbedded(const FvpTarget &target, Findings &findings)
{
    Findings mismatches;
    const auto programs = embeddedPrograms(target.elf);
    for (const auto &embedded : programs) {
        const auto other
            = otherNpu(*embedded.program, factsOf(target.platform).product, target.macs);
        if (!other)
            continue;
        const auto where = programs.size() == 1
            ? u"the program in the runner"_s
            : u"the program at offset %1 in the runner"_s.arg(embedded.offset);
        mismatches.push_back(mismatch(target, *other, where, target.elf));
    }
    for (auto &found : mismatches) {
        found.severity = mismatches.size() == programs.size() ? Severity::Error : Severity::Warning;
        findings.push_back(std::move(found));
    }
}

/// The runner reads the program where its linker script has memory.
void checkAddress(const FvpTarget &target, Findings &findings)
{
    const auto size = static_cast<quint64>(QFileInfo(target.pte).size());
    const auto &memories = memoriesOf(target.platform);
    const auto hasRoom = [&](const FvpMemory &memory) {
        return target.address >= memory.origin && target.address - memory.origin <= memory.size
            && size <= memory.size - (target.address - memory.origin);
    };
    if (std::ranges::any_of(memories, hasRoom))
        return;
    QStringList windows;
    for (const auto &memory : memories)
        windows += u"%1 0x%2 to 0x%3"_s.arg(memory.name, QString::number(memory.origin, 16),
            QString::number(memory.origin + memory.size - 1, 16));
    add(findings, u"run.address"_s, Severity::Warning,
        u"%1 bytes at 0x%2 lie in no memory of ExecuTorch's runner (%3)"_s.arg(size).arg(
            QString::number(target.address, 16), windows.join(u", "_s)),
        target.pte);
}

void checkSemihosting(const FvpTarget &target, Findings &findings)
{
    for (const auto &input : target.inputFiles)
        checkFile(input, u"run.no-input"_s, u"input"_s, findings);
    const auto length = semihostingLine(target).size();
    if (length > SemihostingLineLimit)
        add(findings, u"run.semihosting-line"_s, Severity::Error,
            u"the command line for semihosting has %1 characters and an FVP takes %2: give the "
            "files shorter names"_s.arg(length)
                .arg(SemihostingLineLimit));
}

std::optional<model::NpuConfig> npuOfWhatRuns(const FvpTarget &target)
{
    if (target.pte.isEmpty()) {
        const auto programs = embeddedPrograms(target.elf);
        return programs.empty() ? std::nullopt : model::npuOf(*programs.front().program);
    }
    const auto program = programOf(target.pte);
    return program ? model::npuOf(**program) : std::nullopt;
}

} // namespace

void aimAtProgram(FvpTarget &target)
{
    using Platform = FvpTarget::Platform;
    const auto npu = npuOfWhatRuns(target);
    for (const auto platform :
        { Platform::Corstone300U55, Platform::Corstone300U65, Platform::Corstone320U85 }) {
        if (npu && factsOf(platform).product == npu->product) {
            target.platform = platform;
            target.macs = npu->macs;
        }
    }
}

std::vector<Diagnostic> checkFvp(const FvpTarget &target)
{
    Findings findings;
    checkProgram(target, findings);
    const bool hasElf = checkFile(target.elf, u"run.no-elf"_s, u"runner's ELF"_s, findings);
    checkMacs(target, findings);
    const bool needsPte = target.usesSemihosting || !target.pte.isEmpty();
    if (hasElf && !needsPte)
        checkEmbedded(target, findings);
    if (needsPte && checkFile(target.pte, u"run.no-pte"_s, u".pte"_s, findings)) {
        checkPayload(target, findings);
        if (target.usesSemihosting)
            checkSemihosting(target, findings);
        else
            checkAddress(target, findings);
    }
    if (target.isFast)
        findings.push_back(fastModeNote());
    return findings;
}

Diagnostic fastModeNote()
{
    return { u"run.fast"_s, Severity::Warning, {},
        u"fast mode: cycles, counters and times of this run are not valid"_s };
}

} // namespace tosaic::profile
