// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/estimateplan.h"

#include "core/base/bytesource.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/velamodel.h"
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"
#include "core/toolchain/cellstore.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/interpreterstate.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QMutex>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestSummary = 1024 * 1024; // bytes of a summary CSV
constexpr qsizetype MostHashes = 4096; // files

/// An error that would stop a compile. We pass paths to Vela as they are, blanks and all.
bool stopsVela(const Diagnostic &problem)
{
    return problem.severity == Severity::Error
        && !(problem.id == u"spec.space"_s && problem.location.entity == u"configIni"_s);
}

QStringList argumentsFor(const EstimateQuestion &question, InputKind kind)
{
    auto arguments = spec::velaArguments(
        withOwnIni(question.spec, question.baseFolder), u"."_s, kind == InputKind::Tosa);
    arguments.removeLast(); // the output folder
    return arguments;
}

/// The arguments with the bytes of a user's ini file in the place of its path: it is edited without
/// its name changing, and lies elsewhere on another machine.
QString argumentContent(QStringList arguments, FileHashes &hashes)
{
    for (auto &argument : arguments) {
        const auto path = argument.section(u'=', 1);
        if (argument.startsWith("--config="_L1) && QFileInfo(path).isAbsolute()) {
            if (const auto hash = hashes.sha256(path))
                argument = u"--config="_s + *hash;
        }
    }
    return arguments.join(u'\n');
}

EstimateTask taskFor(const EstimateQuestion &question, const compiled::EstimateInput &input,
    FileHashes &hashes, const QString &environment)
{
    EstimateTask task{ .input = input };
    const auto kind = inputKindOf(input.tosaPath);
    const auto hash = kind ? hashes.sha256(input.tosaPath) : fail(kind.error());
    if (!hash) {
        task.problem = diagnosticOf(hash.error());
        return task;
    }
    if (!usesVelaAlone(*kind)) {
        task.problem = Diagnostic{ u"estimate.input"_s, Severity::Error,
            Location{ .file = input.tosaPath }, u"neither TOSA nor TFLite"_s };
        return task;
    }
    task.kind = *kind;
    task.arguments = argumentsFor(question, *kind);
    task.content = sha256Hex((*hash + u'\n' + argumentContent(task.arguments, hashes)).toUtf8());
    task.key = task.content + u'\n' + environment;
    return task;
}

void readConsole(const EstimateTask &task, const QString &text, EstimateAnswer &answer)
{
    VelaConsole console;
    for (const auto &line : text.split(u'\n'))
        console.feed(line);
    for (auto &warning : console.takeWarnings())
        answer.problems.push_back(std::move(warning));
    // Of TOSA everything runs on the NPU; its counts are those of the model it was cut from.
    if (task.kind == InputKind::Tflite && answer.numbers.vela) {
        answer.numbers.vela->summary.cpuOperators = console.cpuOperators();
        answer.numbers.vela->summary.npuOperators = console.npuOperators();
    }
}

template <typename Number>
void addTo(std::optional<Number> &sum, const std::optional<Number> &part)
{
    if (sum && part)
        *sum += *part;
    else
        sum.reset();
}

} // namespace

class FileHashes::Private
{
public:
    struct Entry
    {
        qint64 size = 0;
        QDateTime time;
        QString sha256;
    };
    QMutex mutex;
    QHash<QString, Entry> entries;
};

FileHashes::FileHashes() : d(std::make_unique<Private>()) { }
FileHashes::~FileHashes() = default;

Result<QString> FileHashes::sha256(const QString &path)
{
    const QFileInfo file(path);
    const auto time = file.lastModified();
    {
        const QMutexLocker lock(&d->mutex);
        const auto known = d->entries.constFind(path);
        if (known != d->entries.constEnd() && known->size == file.size() && known->time == time)
            return known->sha256;
    }
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    const auto hash = sha256Hex((*source)->bytes());
    const QMutexLocker lock(&d->mutex);
    if (d->entries.size() >= MostHashes)
        d->entries.clear();
    d->entries.insert(path, { file.size(), time, hash });
    return hash;
}

EstimatePlan planEstimate(const EstimateQuestion &question, FileHashes &hashes)
{
    EstimatePlan plan;
    for (auto &problem : spec::check(question.spec)) {
        if (problem.severity != Severity::Info)
            plan.problems.push_back(std::move(problem));
    }
    if (std::any_of(plan.problems.begin(), plan.problems.end(), stopsVela))
        return plan;
    plan.interpreterState = interpreterState(question.interpreter);
    if (const auto pins = readEnvironmentPins()) {
        const auto pinned = pins->versions.find(u"ethos-u-vela"_s);
        plan.pinnedVela = pinned == pins->versions.end() ? QString() : pinned->second;
    }
    for (const auto &input : question.inputs)
        plan.tasks.push_back(taskFor(question, input, hashes, plan.interpreterState));
    return plan;
}

EstimateAnswer readEstimate(
    const EstimateTask &task, const QString &folder, const QJsonObject &done)
{
    EstimateAnswer answer;
    answer.numbers.partition = task.input.partition;
    const bool succeeded = done.value(u"status"_s) == u"succeeded"_s;
    if (succeeded) {
        QFile file(QDir(folder).filePath(u"summary.csv"_s));
        if (file.open(QIODevice::ReadOnly))
            answer.summaryCsv = file.read(LargestSummary);
        const auto summary = file.isOpen()
            ? compiled::readVelaSummary(answer.summaryCsv)
            : fail(ErrorCode::IoOpen, file.errorString(), Location{ .file = u"summary.csv"_s });
        if (summary)
            answer.numbers.vela = *summary;
        else
            answer.problems.push_back(diagnosticOf(summary.error()));
        const auto model = task.kind == InputKind::Tflite ? u"vela.tflite"_s : u"vela.npz"_s;
        if (const auto source = ByteSource::map(QDir(folder).filePath(model)))
            std::ignore
                = compiled::readVelaModel(*source, answer.numbers); // the summary alone will do
    }
    readConsole(task, done.value(u"console"_s).toString(), answer);
    if (const auto problem = done.value(u"problem"_s).toObject(); !problem.isEmpty())
        answer.problems.push_back(compiled::problemFromJson(problem));
    else if (!succeeded)
        answer.problems.push_back(
            { u"tool.failed"_s, Severity::Error, {}, u"Vela failed without saying why"_s });
    for (auto &problem : answer.problems) {
        if (problem.location.isEmpty())
            problem.location.file = task.input.tosaPath;
    }
    return answer;
}

KnownAnswer refusedAnswer(const EstimateTask &task)
{
    EstimateAnswer answer;
    answer.numbers.partition = task.input.partition;
    answer.problems.push_back(*task.problem);
    return std::make_shared<EstimateAnswer>(std::move(answer));
}

KnownAnswer placed(EstimateAnswer answer, const EstimateTask &task)
{
    for (auto &problem : answer.problems) {
        if (problem.location.isEmpty())
            problem.location.file = task.input.tosaPath;
    }
    return std::make_shared<EstimateAnswer>(std::move(answer));
}

compiled::Estimate estimateOf(const EstimateQuestion &question, const EstimatePlan &plan,
    const std::vector<KnownAnswer> &answers, const std::vector<Diagnostic> &problems)
{
    compiled::Estimate estimate{ .spec = question.spec,
        .resolvedSpec = spec::resolved(question.spec),
        .problems = plan.problems };
    const auto add = [&](const Diagnostic &problem) {
        if (std::ranges::find(estimate.problems, problem) == estimate.problems.end())
            estimate.problems.push_back(problem);
    };
    std::ranges::for_each(problems, add);
    QStringList keys;
    std::optional<compiled::CellSource> source;
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
        const auto &answer = answers[i];
        if (!answer)
            continue;
        keys.append(cellKey(plan.tasks[i], answer->velaVersion));
        source = std::min(source.value_or(answer->source), answer->source);
        estimate.partitions.push_back(answer->numbers);
        estimate.partitions.back().partition = plan.tasks[i].input.partition;
        std::ranges::for_each(answer->problems, add);
        if (const auto over
            = overLimit(estimate.partitions.back(), static_cast<int>(plan.tasks.size())))
            add(*over);
        estimate.velaVersion = answer->velaVersion;
    }
    const auto &version = estimate.velaVersion;
    if (!version.isEmpty() && !plan.pinnedVela.isEmpty() && version != plan.pinnedVela)
        add({ u"tool.version"_s, Severity::Warning, Location{ .file = question.interpreter },
            u"Vela is %1, Tosaic is made for %2: estimates of different versions cannot be "
            "compared"_s.arg(version, plan.pinnedVela) });
    if (source) {
        estimate.key = combinedKey(keys);
        estimate.source = *source;
    }
    estimate.summary = combinedSummary(estimate.partitions);
    return estimate;
}

compiled::Summary combinedSummary(const std::vector<compiled::PartitionEstimate> &partitions)
{
    std::optional<compiled::Summary> total;
    for (const auto &partition : partitions) {
        if (!partition.vela)
            return {};
        const auto &part = partition.vela->summary;
        if (!total) {
            total = part;
            continue;
        }
        addTo(total->cyclesTotal, part.cyclesTotal);
        addTo(total->cyclesNpu, part.cyclesNpu);
        addTo(total->macs, part.macs);
        addTo(total->dramBytes, part.dramBytes);
        addTo(total->onChipFlashBytes, part.onChipFlashBytes);
        addTo(total->offChipFlashBytes, part.offChipFlashBytes);
        addTo(total->cpuOperators, part.cpuOperators);
        addTo(total->npuOperators, part.npuOperators);
        if (total->sramBytes && part.sramBytes)
            total->sramBytes = std::max(*total->sramBytes, *part.sramBytes);
        else
            total->sramBytes.reset();
    }
    return total.value_or(compiled::Summary{});
}

std::optional<Diagnostic> overLimit(
    const compiled::PartitionEstimate &partition, int partitionCount)
{
    if (!partition.vela || !partition.vela->arenaLimitBytes)
        return {};
    const auto &vela = *partition.vela;
    // With the arena in DRAM the limit is that of the cache, which Vela keeps.
    if (vela.featureMapMemory != u"Sram"_s || *vela.summary.sramBytes <= *vela.arenaLimitBytes)
        return {};
    Diagnostic problem{ u"estimate.over-limit"_s, Severity::Warning, {},
        u"%1 bytes of SRAM are used, the limit is %2: in this memory mode Vela takes the limit as "
        "a wish"_s.arg(*vela.summary.sramBytes)
            .arg(*vela.arenaLimitBytes) };
    if (partitionCount > 1)
        problem.location.section = u"partition %1"_s.arg(partition.partition);
    return problem;
}

} // namespace tosaic::toolchain
