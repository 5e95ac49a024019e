// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memoryfacts.h"

#include "core/analysis/join.h"
#include "core/analysis/memoryini.h"
#include "core/compiled/velamodel.h"
#include "core/formats/openprogram.h"
#include "core/formats/vela/debugdb.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

void addProblem(
    std::vector<Diagnostic> &problems, const compiled::Artefact &artefact, const Error &error)
{
    auto problem = diagnosticOf(error);
    problem.severity = Severity::Warning;
    problem.location.file = artefact.path;
    problems.push_back(std::move(problem));
}

/// The most bytes of weight buffers in SRAM at one time.
std::optional<quint64> stagingPeak(const formats::vela::VelaDebugDb &database)
{
    const auto tensors = database.tensors();
    if (tensors.empty())
        return {};
    std::map<qint64, qint64> changes; // step -> bytes more or less; both ends belong to a life
    for (const auto &tensor : tensors) {
        if (tensor.usage != "OpBuffering"_L1 || tensor.memory != "Sram"_L1)
            continue;
        const auto bytes = static_cast<qint64>(tensor.endAddress - tensor.startAddress);
        changes[tensor.startTime] += bytes;
        changes[tensor.endTime + 1] -= bytes;
    }
    qint64 alive = 0;
    qint64 peak = 0;
    for (const auto &[time, change] : changes) {
        alive += change;
        peak = std::max(peak, alive);
    }
    return static_cast<quint64>(peak);
}

using Source = Result<std::shared_ptr<const ByteSource>>;

Source sourceOf(const compiled::CompileResult &result, const compiled::Artefact &artefact)
{
    return ByteSource::map(QDir(result.folder).filePath(artefact.path));
}

Result<void> addReport(const compiled::CompileResult &result, const compiled::Artefact &artefact,
    PartitionMemory &partition)
{
    const auto source = sourceOf(result, artefact);
    if (!source)
        return fail(source.error());
    if (artefact.kind == "vela-summary"_L1) {
        auto summary = compiled::readVelaSummary((*source)->bytes().toByteArray());
        if (!summary)
            return fail(summary.error());
        partition.vela = std::move(*summary);
        return {};
    }
    compiled::PartitionEstimate numbers;
    if (auto read = compiled::readVelaModel(*source, numbers); !read)
        return read;
    numbers.partition = partition.partition;
    auto memory = partitionMemory(numbers);
    memory.vela = std::move(partition.vela);
    memory.booked = partition.booked;
    partition = std::move(memory);
    return {};
}

PartitionMemory &partitionAt(std::vector<PartitionMemory> &partitions, int index)
{
    const auto found = std::ranges::find(partitions, index, &PartitionMemory::partition);
    if (found != partitions.end())
        return *found;
    PartitionMemory partition;
    partition.partition = index;
    partition.entity = model::EntityRef::partition(index);
    partitions.push_back(std::move(partition));
    return partitions.back();
}

/// What the file holds is what will run: it goes before the reports.
void takeDelegate(const PartitionMemory &delegate, PartitionMemory &partition)
{
    const auto take = [](auto &to, const auto &from) {
        if (from)
            to = from;
    };
    take(partition.commandBytes, delegate.commandBytes);
    take(partition.weightBytes, delegate.weightBytes);
    take(partition.scratchBytes, delegate.scratchBytes);
    take(partition.npu, delegate.npu);
    if (!delegate.inputs.empty() || !delegate.outputs.empty()) {
        partition.inputs = delegate.inputs;
        partition.outputs = delegate.outputs;
    }
    partition.entity = delegate.entity;
    partition.commandEntity = delegate.commandEntity;
    partition.weightEntity = delegate.weightEntity;
}

/// Each delegate's own sizes for the partition that has its bytes.
void takeDelegates(
    const model::Program &program, const compiled::CompileResult &result, MemoryFacts &facts)
{
    for (const auto &join : joinByPayload(program, result).delegates) {
        if (!join.partition)
            continue;
        const auto &delegate = program.methods[static_cast<std::size_t>(join.method)]
                                   .delegates[static_cast<std::size_t>(join.delegate)];
        const auto index = result.partitions[static_cast<std::size_t>(*join.partition)].index;
        takeDelegate(partitionMemory(delegate, join.method, join.delegate),
            partitionAt(facts.partitions, index));
    }
}

bool isSizeReport(const QString &kind)
{
    return kind == "vela-summary"_L1 || kind == "vela-npz"_L1 || kind == "tflite"_L1;
}

/// "--name=value" or "--name value" of Vela's arguments; the last one counts.
std::optional<QString> flagValue(const QStringList &flags, const QString &name)
{
    std::optional<QString> value;
    for (qsizetype i = 0; i < flags.size(); ++i) {
        if (flags[i].startsWith(name + u'='))
            value = flags[i].sliced(name.size() + 1);
        else if (flags[i] == name && i + 1 < flags.size())
            value = flags[i + 1];
    }
    return value;
}

spec::CompileSpec specOf(const model::Delegate &delegate)
{
    spec::CompileSpec spec;
    for (const auto &entry : delegate.compileSpecs) {
        const auto text = QString::fromUtf8(entry.value);
        if (entry.key == "target"_L1)
            spec.target = text;
        if (entry.key != "compile_flags"_L1)
            continue;
        const auto flags = text.split(u' ', Qt::SkipEmptyParts);
        if (spec.target.isEmpty())
            spec.target = flagValue(flags, u"--accelerator-config"_s).value_or(QString());
        spec.systemConfig = flagValue(flags, u"--system-config"_s);
        spec.memoryMode = flagValue(flags, u"--memory-mode"_s);
        spec.configIni = flagValue(flags, u"--config"_s);
    }
    return spec;
}

QString number(const std::optional<QString> &text)
{
    return text.value_or(QString());
}

} // namespace

spec::CompileSpec memorySpecOf(const model::Program &program)
{
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (delegate.ethosu)
                return specOf(delegate);
        }
    }
    return {};
}

MemoryFacts memoryFacts(const model::Program &program)
{
    MemoryFacts facts;
    facts.spec = memorySpecOf(program);
    facts.program = programMemory(program);
    std::set<quint64> seen; // methods may share payloads
    for (std::size_t m = 0; m < program.methods.size(); ++m) {
        const auto &delegates = program.methods[m].delegates;
        for (std::size_t d = 0; d < delegates.size(); ++d) {
            if (!delegates[d].ethosu || !seen.insert(delegates[d].data.offset).second)
                continue;
            auto partition
                = partitionMemory(delegates[d], static_cast<int>(m), static_cast<int>(d));
            partition.partition = static_cast<int>(facts.partitions.size());
            facts.partitions.push_back(std::move(partition));
        }
    }
    return facts;
}

std::shared_ptr<const model::Program> programOf(const compiled::CompileResult &result)
{
    const auto path = result.artefactPath(u"pte"_s);
    const auto source = path.isEmpty() ? Source(nullptr) : ByteSource::map(path);
    if (!source || !*source)
        return {};
    const auto program = formats::readProgram(*source);
    return program ? *program : nullptr;
}

MemoryFacts memoryFacts(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program)
{
    MemoryFacts facts;
    facts.spec = result.resolvedSpec.target.isEmpty() ? result.spec : result.resolvedSpec;
    for (const auto &partition : result.partitions)
        partitionAt(facts.partitions, partition.index).booked = partition.summary;
    for (const auto &artefact : result.artefacts) {
        if (!isSizeReport(artefact.kind))
            continue;
        auto &partition = partitionAt(facts.partitions, artefact.partition.value_or(0));
        if (auto added = addReport(result, artefact, partition); !added)
            addProblem(facts.diagnostics, artefact, added.error());
    }
    if (result.partitions.empty() && result.summary.sramBytes) // Vela alone made it
        partitionAt(facts.partitions, 0).booked = result.summary;
    std::ranges::sort(facts.partitions, {}, &PartitionMemory::partition);
    if (result.status != compiled::Status::Succeeded && !program)
        std::erase_if(facts.partitions, [](const PartitionMemory &partition) {
            return !partition.vela && !partition.scratchBytes; // it failed before it had numbers
        });
    if (!program)
        return facts;
    facts.program = programMemory(*program);
    const auto lacksSizes = [](const PartitionMemory &partition) {
        return !partition.commandBytes || !partition.scratchBytes;
    };
    if (std::ranges::any_of(facts.partitions, lacksSizes))
        takeDelegates(*program, result, facts);
    return facts;
}

MemoryFacts detailedMemoryFacts(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program)
{
    auto facts = memoryFacts(result, program);
    for (const auto &artefact : result.artefacts) {
        const auto index = artefact.partition.value_or(0);
        const auto partition
            = std::ranges::find(facts.partitions, index, &PartitionMemory::partition);
        if (artefact.kind != "vela-debug-db"_L1 || partition == facts.partitions.end())
            continue;
        const auto source = sourceOf(result, artefact);
        const auto database = source ? formats::vela::readDebugDb(*source) : fail(source.error());
        if (database)
            partition->stagingBytes = stagingPeak(**database);
        else
            addProblem(facts.diagnostics, artefact, database.error());
    }
    if (program)
        takeDelegates(*program, result, facts);
    return facts;
}

MemoryFacts memoryFacts(const compiled::Estimate &estimate, std::optional<ProgramMemory> program)
{
    MemoryFacts facts;
    facts.spec = estimate.spec;
    facts.program = std::move(program);
    for (const auto &partition : estimate.partitions)
        facts.partitions.push_back(partitionMemory(partition));
    return facts;
}

std::optional<MemorySystem> memorySystemOf(const spec::CompileSpec &spec)
{
    const auto full = spec::resolved(spec);
    const auto path = number(full.configIni);
    if (!QDir::isAbsolutePath(path))
        return {};
    const auto source = ByteSource::map(path);
    if (!source)
        return {};
    const auto ini = formats::vela::readVelaIni({ *source });
    if (!ini)
        return {};
    const auto found
        = formats::vela::resolveIni(*ini, number(full.systemConfig), number(full.memoryMode));
    return found ? std::optional(systemOf(*found)) : std::nullopt;
}

bool isSameMemory(const spec::CompileSpec &a, const spec::CompileSpec &b)
{
    const auto one = spec::resolved(a);
    const auto other = spec::resolved(b);
    return one.target == other.target && one.systemConfig == other.systemConfig
        && one.memoryMode == other.memoryMode && one.configIni == other.configIni
        && one.extraFlags == other.extraFlags;
}

} // namespace tosaic::analysis
