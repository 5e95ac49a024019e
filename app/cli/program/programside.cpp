// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program/programside.h"

#include "core/analysis/coverage.h"
#include "core/analysis/runnerplan.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

const auto CommandBytes = u"commandBytes"_s;
const auto NpuOperations = u"npuOperations"_s;

/// By group and name.
using Counts = std::map<std::pair<QString, QString>, double>;

Counts countsOf(const model::Program &program)
{
    Counts counts;
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            ++counts[{ u"delegates"_s, delegate.id }];
            if (!delegate.ethosu)
                continue;
            counts[{ CommandBytes, {} }] += 4 * double(delegate.ethosu->commandStreamWords);
            for (const auto &[kind, count] : delegate.ethosu->operationKinds)
                counts[{ NpuOperations, kind }] += double(count);
        }
        for (const auto &instruction : method.instructions) {
            if (const auto name = method.operatorName(instruction); !name.isEmpty())
                ++counts[{ u"kernels"_s, name }];
        }
    }
    return counts;
}

} // namespace

compiled::CompileResult resultOf(const model::Program &program)
{
    const QFileInfo file(program.source->name());
    compiled::CompileResult result{ .folder = file.absolutePath(),
        .status = compiled::Status::Succeeded,
        .spec = analysis::specOf(program).value_or(spec::CompileSpec()) };
    result.resolvedSpec = result.spec;
    result.artefacts = { { .kind = u"pte"_s,
        .path = file.fileName(),
        .sha256 = sha256Hex(program.source->bytes()),
        .size = program.source->size() } };
    result.summary.cpuOperators = analysis::coverageOf(program).cpuOperators;
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            const auto bytes = program.source->slice(delegate.data.offset, delegate.data.size);
            if (delegate.ethosu && bytes)
                result.partitions.push_back(
                    { .index = int(result.partitions.size()), .payloadSha256 = sha256Hex(*bytes) });
        }
    }
    return result;
}

std::vector<ProgramChange> programChanges(
    const model::Program &oldProgram, const model::Program &newProgram)
{
    const auto before = countsOf(oldProgram);
    const auto after = countsOf(newProgram);
    auto all = before;
    all.insert(after.begin(), after.end());
    const bool areStreamsRead = analysis::coverageOf(oldProgram).npuOperations
        && analysis::coverageOf(newProgram).npuOperations;
    const auto of = [](const Counts &counts, const auto &key) {
        const auto found = counts.find(key);
        return found == counts.end() ? 0 : found->second;
    };
    std::vector<ProgramChange> changes;
    for (const auto &[key, count] : all) {
        const auto &[group, name] = key;
        const bool isOfStreams = group == CommandBytes || group == NpuOperations;
        if (isOfStreams && !areStreamsRead)
            continue;
        changes.push_back(
            { { .oldValue = of(before, key), .newValue = of(after, key) }, group, name });
        if (group == CommandBytes) {
            changes.back().unit = unit::Bytes;
            changes.back().lowerIsBetter = true;
        }
    }
    return changes;
}

} // namespace tosaic::cli
