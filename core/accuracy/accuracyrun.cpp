// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/accuracyrun.h"

#include "core/accuracy/modelsides.h"
#include "core/accuracy/reference.h"
#include "core/accuracy/streamdifference.h"
#include "core/analysis/join.h"
#include "core/base/try.h"
#include "core/formats/opennetwork.h"
#include "core/formats/openprogram.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

using localrun::Array;
using localrun::LocalResult;

const auto NotToItsEnd = u"accuracy.not-to-its-end"_s; ///< only what ran before is compared

/// What a compile kept of a partition.
struct PartitionFiles
{
    int partition = 0;
    QString tosa; ///< empty: not kept
    std::shared_ptr<const formats::vela::VelaDebugDb> database; ///< null: not kept
};

/// One sample through the simulator.
struct Tapped
{
    LocalResult run;
    std::map<int, std::vector<QByteArray>> inputs; ///< by delegate, of its first call
    std::map<int, std::vector<Tap>> taps;
};

class Measurement
{
public:
    explicit Measurement(const AccuracyRequest &request)
        : m_request(request), m_result{ .table = AccuracyTable(request.leastSqnrDb) }
    {
    }

    Result<AccuracyResult> measure();

private:
    Result<void> open();
    Result<void> askModel();
    PartitionFiles filesOf(int partition);
    Result<Tapped> tapped(const Sample &sample);
    Result<void> compare(const Tapped &tapped, size_t index);
    Result<void> compareWithReference(const Tapped &tapped);
    Result<void> compareWithBoard(const Tapped &tapped);
    void compareCall(const Tapped &tapped, int delegate, const std::vector<Array> &tensors);
    Result<void> compareWithModel(const Tapped &tapped, const ModelSample &sample);
    Result<void> compareNode(int partition, const Tap &tap, const ModelSample &sample);
    Result<void> compareOutputs(
        const LocalResult &run, const std::vector<QString> &files, Against against);
    QString nodeOf(int partition, const QString &tensor) const;
    Side &side(Against against);
    void note(const QString &id, const QString &text, Severity severity = Severity::Warning);

    const AccuracyRequest &m_request;
    std::shared_ptr<const ByteSource> m_source;
    std::shared_ptr<const model::Program> m_program;
    std::map<int, PartitionFiles> m_files; ///< by delegate of the method
    std::map<std::pair<int, QString>, QString> m_nodes; ///< partition and tensor -> node
    std::set<std::pair<int, QString>> m_results; ///< those of them that hold the node's result
    std::vector<Sample> m_samples;
    std::optional<ModelSides> m_model;
    std::set<std::pair<int, QString>> m_untold;
    AccuracyResult m_result;
};

void Measurement::note(const QString &id, const QString &text, Severity severity)
{
    const Diagnostic diagnostic{ id, severity, {}, text };
    if (std::ranges::find(m_result.notes, diagnostic) == m_result.notes.end())
        m_result.notes.push_back(diagnostic);
}

Side &Measurement::side(Against against)
{
    const auto found = std::ranges::find(m_result.sides, against, &Side::against);
    return found != m_result.sides.end() ? *found
                                         : m_result.sides.emplace_back(Side{ against, false, {} });
}

PartitionFiles Measurement::filesOf(int partition)
{
    PartitionFiles files{ .partition = m_request.compile.partitions[size_t(partition)].index };
    const auto right = rightValuesOf(m_request.compile, files.partition);
    files.tosa = right.tosa;
    const auto file = ByteSource::map(right.database);
    const auto database = file
        ? formats::vela::readDebugDb(*file)
        : Result<std::shared_ptr<const formats::vela::VelaDebugDb>>(fail(file.error()));
    if (database)
        files.database = *database;
    else
        note(u"accuracy.no-debug-database"_s,
            u"operators of partition %1 have no names: %2"_s.arg(files.partition)
                .arg(database.error().toText()));
    return files;
}

Result<void> Measurement::open()
{
    m_source = TRY(ByteSource::map(m_request.program));
    m_program = TRY(formats::readProgram(m_source));
    const auto method
        = std::ranges::find(m_program->methods, m_request.method, &model::Method::name);
    if (method == m_program->methods.end())
        return fail(
            ErrorCode::SpecInvalid, u"the program has no method %1"_s.arg(m_request.method));
    const auto index = int(method - m_program->methods.begin());
    auto join = analysis::joinByPayload(*m_program, m_request.compile);
    // A program that was changed since still has the partitions of its compile, in their order.
    const bool isAll = std::ranges::count_if(join.delegates, [&](const auto &one) {
        return one.method == index && !one.partition;
    }) == std::ssize(join.unmatchedPartitions);
    auto waiting = join.unmatchedPartitions.begin();
    for (auto &one : join.delegates) {
        if (one.method != index)
            continue;
        if (!one.partition && isAll) {
            one.partition = *waiting++;
            note(u"accuracy.joined-by-order"_s,
                u"delegate %1 is not what the compile recorded; it is taken for partition %2 by "
                "its place"_s.arg(one.delegate)
                    .arg(*one.partition));
        }
        if (one.partition)
            m_files.emplace(one.delegate, filesOf(*one.partition));
    }
    for (const auto &origin : m_request.compile.origins)
        m_nodes.emplace(std::pair(origin.partition, origin.tensor), origin.node);
    m_results = resultTensors(m_request.compile.origins);
    return {};
}

QString Measurement::nodeOf(int partition, const QString &tensor) const
{
    const auto found = m_nodes.find({ partition, tensor });
    return found == m_nodes.end() ? QString() : found->second;
}

/// The model's inputs, and what it makes of them.
Result<void> Measurement::askModel()
{
    m_samples = m_request.samples;
    if (m_request.model.isEmpty()) {
        const auto why = u"the model's source is needed"_s;
        side(Against::Quantised).why = why;
        side(Against::Float).why = why;
    } else {
        const auto &method
            = *std::ranges::find(m_program->methods, m_request.method, &model::Method::name);
        std::vector<std::map<size_t, Array>> given;
        for (const auto &sample : m_samples) {
            auto &arrays = given.emplace_back();
            for (size_t i = 0; i < method.inputs.size(); ++i) {
                const auto *tensor = method.tensor(qint32(method.inputs[i].value));
                for (const auto &key : { QString::number(i), tensor ? tensor->name : QString() }) {
                    if (const auto found = sample.find(key); found != sample.end())
                        arrays.emplace(i, found->second);
                }
            }
        }
        auto model = computeModelSides({ .model = m_request.model,
                                           .trustedContent = m_request.trustedContent,
                                           .spec = m_request.compile.spec,
                                           .interpreter = m_request.interpreter,
                                           .drivers = m_request.drivers,
                                           .setCancel = m_request.setCancel },
            given);
        if (model) {
            m_model = std::move(*model);
            m_result.notes.insert(
                m_result.notes.end(), m_model->notes.begin(), m_model->notes.end());
            m_samples.assign(m_model->samples.size(), {});
            for (size_t i = 0; i < m_samples.size(); ++i) {
                for (const auto &input : m_model->samples[i].inputs)
                    m_samples[i].emplace(QString::number(m_samples[i].size()), input);
            }
            side(Against::Quantised).isThere = side(Against::Float).isThere = true;
        } else if (model.error().code == ErrorCode::Cancelled
            || model.error().code == ErrorCode::SpecInvalid) {
            return fail(model.error());
        } else {
            side(Against::Quantised).why = model.error().detail;
            side(Against::Float).why = model.error().detail;
        }
    }
    if (m_samples.empty())
        m_samples.emplace_back();
    return {};
}

Result<Tapped> Measurement::tapped(const Sample &sample)
{
    Tapped result;
    std::map<int, TapCollector> collectors;
    std::set<int> finished;
    int running = -1;
    localrun::LocalRequest request;
    request.method = m_request.method;
    request.inputs = sample;
    request.names = localrun::namesBeside(m_request.program);
    request.seed = m_request.seed;
    request.cancelled = m_request.cancelled;
    request.runtime = m_request.runtime;
    request.external = m_request.external;
    request.watch.begins = [&](int delegate, const std::vector<QByteArray> &inputs) {
        if (running >= 0)
            finished.insert(running);
        running = delegate;
        const auto files = m_files.find(delegate);
        collectors.try_emplace(delegate, files == m_files.end() ? nullptr : files->second.database);
        result.inputs.try_emplace(delegate, inputs);
    };
    request.watch.stepped = [&](int delegate, npusim::Simulator &simulator) {
        if (!finished.contains(delegate)) // a loop calls it again with other inputs
            collectors.at(delegate).stepped(simulator);
    };
    auto run = localrun::runHere(m_source, request);
    // What ran so far can be compared, as where the compiler left an output of a delegate out.
    const bool isPart
        = !run && !collectors.empty() && run.error().code == ErrorCode::FormatUnsupported;
    if (!run && !isPart)
        return fail(run.error());
    if (isPart)
        note(NotToItsEnd, run.error().detail);
    else
        result.run = std::move(*run);
    if (!result.run.refused.empty()) {
        const auto &[delegate, refusal] = result.run.refused.front();
        note(NotToItsEnd,
            u"delegate %1, %2 at offset %3: %4"_s.arg(delegate)
                .arg(refusal.command)
                .arg(refusal.offset)
                .arg(refusal.error.detail));
    }
    for (auto &[delegate, collector] : collectors)
        result.taps.emplace(delegate, collector.take());
    return result;
}

Result<void> Measurement::compareWithReference(const Tapped &tapped)
{
    auto &reference = side(Against::Reference);
    for (const auto &[delegate, taps] : tapped.taps) {
        const auto files = m_files.find(delegate);
        const auto partition = files == m_files.end() ? -1 : files->second.partition;
        if (partition < 0 || files->second.tosa.isEmpty() || !files->second.database) {
            reference.why
                = u"the compile kept no TOSA or debug database of delegate %1"_s.arg(delegate);
            continue;
        }
        const auto &inputs = tapped.inputs.at(delegate);
        const auto kept = m_request.kept.find(partition);
        const auto values = kept != m_request.kept.end()
            ? keptValues(kept->second, inputs, files->second.tosa)
            : computedValues({ .tosa = files->second.tosa,
                                 .interpreter = m_request.interpreter,
                                 .drivers = m_request.drivers,
                                 .setCancel = m_request.setCancel },
                inputs);
        if (!values) {
            if (values.error().code == ErrorCode::Cancelled || kept != m_request.kept.end())
                return fail(values.error());
            reference.why = u"partition %1: %2"_s.arg(partition).arg(values.error().detail);
            continue;
        }
        reference.isThere = true;
        for (const auto &tap : taps) {
            const auto expected = values->find(tap.name);
            const bool isTold = expected != values->end()
                && m_result.table.addStored(
                    partition, nodeOf(partition, tap.name), tap, expected->second);
            if (!isTold)
                m_untold.emplace(partition, tap.name);
        }
    }
    return {};
}

/// The program's outputs, and outputs of delegates, which are all that is recorded of them.
Result<void> Measurement::compareWithBoard(const Tapped &tapped)
{
    for (const auto &[index, numbers] : m_request.boardOutputs) {
        if (index >= tapped.run.outputs.size())
            continue;
        const auto computed = localrun::numbersOf(tapped.run.outputs[index]);
        if (computed.size() != numbers.size())
            return fail(ErrorCode::SpecInvalid,
                u"output %1 has %2 numbers, the board gave %3"_s.arg(index)
                    .arg(computed.size())
                    .arg(numbers.size()));
        auto &one = m_result.outputs.emplace_back(OutputAccuracy{ index, Against::Board, {} });
        for (size_t i = 0; i < computed.size(); ++i)
            one.measures.add(numbers[i], computed[i]);
    }
    const bool isAny = std::ranges::any_of(
        m_result.outputs, [](const OutputAccuracy &one) { return one.against == Against::Board; });
    const bool isWhole = !tapped.run.outputs.empty();
    if (isWhole && m_request.recorded.empty() && !isAny && !m_request.boardOutputs.empty())
        return fail(ErrorCode::FormatUnsupported, u"the board gave no output of the program"_s);
    if (m_request.recorded.empty())
        return {};
    auto &board = side(Against::Board);
    board.why = u"nothing was recorded of a delegate"_s;
    const auto &method
        = *std::ranges::find(m_program->methods, m_request.method, &model::Method::name);
    std::set<int> seen; // a loop calls it again with other inputs
    for (const auto &call : m_request.recorded) {
        const auto *delegate = call.instruction < method.instructions.size()
            ? std::get_if<model::DelegateCall>(&method.instructions[call.instruction])
            : nullptr;
        if (!delegate || !seen.insert(int(delegate->delegate.value)).second)
            continue;
        if (delegate->arguments.size() != call.tensors.size())
            note(u"accuracy.recorded-other"_s,
                u"the call at instruction %1 takes %2 tensors, %3 were recorded"_s
                    .arg(call.instruction)
                    .arg(delegate->arguments.size())
                    .arg(call.tensors.size()));
        else
            compareCall(tapped, int(delegate->delegate.value), call.tensors);
    }
    return {};
}

void Measurement::compareCall(const Tapped &tapped, int delegate, const std::vector<Array> &tensors)
{
    const auto files = m_files.find(delegate);
    const auto taps = tapped.taps.find(delegate);
    const auto inputs = tapped.inputs.find(delegate);
    if (files == m_files.end() || taps == tapped.taps.end() || files->second.tosa.isEmpty())
        return;
    const auto file = ByteSource::map(files->second.tosa);
    const auto network = file ? formats::readNetwork(*file)
                              : Result<std::shared_ptr<const model::Network>>(fail(file.error()));
    if (!network)
        return;
    const auto &graph = (*network)->subgraphs.front();
    for (size_t i = inputs->second.size(); i < tensors.size(); ++i) {
        const auto output = i - inputs->second.size();
        if (output >= graph.outputs.size())
            break;
        const auto &name = graph.tensors.at(size_t(graph.outputs[output])).name;
        const auto tap = std::ranges::find(taps->second, name, &Tap::name);
        const auto partition = files->second.partition;
        const bool isTold = tap != taps->second.end()
            && m_result.table.addStored(
                partition, nodeOf(partition, name), *tap, tensors[i], Against::Board);
        if (!isTold) {
            note(u"accuracy.recorded-untold"_s,
                u"output %1 of delegate %2 was recorded, and no operation writes it as such"_s
                    .arg(output)
                    .arg(delegate));
            continue;
        }
        side(Against::Board) = { Against::Board, true, {} };
    }
}

Result<void> Measurement::compareNode(int partition, const Tap &tap, const ModelSample &sample)
{
    const auto name = nodeOf(partition, tap.name);
    const auto node = sample.nodes.find(name);
    if (node == sample.nodes.end() || !node->second.scale)
        return {};
    const auto &[floating, quantised, scale] = node->second;
    if (!quantised.isEmpty()) {
        const auto file = TRY(ByteSource::map(quantised));
        if (!m_result.table.addReal(partition, name, tap, *scale,
                { TRY(localrun::readArray(*file)), scale }, Against::Quantised))
            return {};
    }
    if (!floating.isEmpty()) {
        const auto file = TRY(ByteSource::map(floating));
        m_result.table.addReal(
            partition, name, tap, *scale, { TRY(localrun::readArray(*file)), {} }, Against::Float);
    }
    return {};
}

Result<void> Measurement::compareOutputs(
    const LocalResult &run, const std::vector<QString> &files, Against against)
{
    for (size_t i = 0; i < std::min(files.size(), run.outputs.size()); ++i) {
        const auto file = TRY(ByteSource::map(files[i]));
        const auto expected = localrun::numbersOf(TRY(localrun::readArray(*file)));
        const auto computed = localrun::numbersOf(run.outputs[i]);
        if (computed.size() != expected.size())
            continue;
        auto found = std::ranges::find_if(m_result.outputs,
            [&](const auto &one) { return one.index == i && one.against == against; });
        if (found == m_result.outputs.end())
            found = m_result.outputs.insert(found, { i, against, {} });
        for (size_t at = 0; at < computed.size(); ++at)
            found->measures.add(computed[at], expected[at]);
    }
    return {};
}

Result<void> Measurement::compareWithModel(const Tapped &tapped, const ModelSample &sample)
{
    for (const auto &[delegate, taps] : tapped.taps) {
        const auto files = m_files.find(delegate);
        if (files == m_files.end())
            continue;
        const auto partition = files->second.partition;
        std::map<QString, const Tap *> last; // the same numbers may come in several orders
        for (const auto &tap : taps) {
            if (m_results.contains({ partition, tap.name }))
                last[nodeOf(partition, tap.name)] = &tap;
        }
        for (const auto &[node, tap] : last)
            TRY(compareNode(partition, *tap, sample));
    }
    TRY(compareOutputs(tapped.run, sample.quantisedOutputs, Against::Quantised));
    return compareOutputs(tapped.run, sample.floatOutputs, Against::Float);
}

Result<void> Measurement::compare(const Tapped &tapped, size_t index)
{
    TRY(compareWithReference(tapped));
    if (index == 0)
        TRY(compareWithBoard(tapped));
    if (m_model)
        TRY(compareWithModel(tapped, m_model->samples[index]));
    return {};
}

Result<AccuracyResult> Measurement::measure()
{
    side(Against::Reference);
    TRY(open());
    TRY(askModel());
    if (!m_request.kept.empty() && m_samples.size() > 1)
        return fail(ErrorCode::SpecInvalid, u"kept values are those of one sample"_s);
    for (size_t i = 0; i < m_samples.size(); ++i) {
        auto one = TRY(tapped(m_samples[i]));
        TRY(compare(one, i));
        m_result.run = std::move(one.run);
        ++m_result.samples;
    }
    m_result.untold = m_untold.size();
    m_result.table.setNames(m_request.names);
    return std::move(m_result);
}

} // namespace

Result<AccuracyResult> measureAccuracy(const AccuracyRequest &request)
{
    return Measurement(request).measure();
}

} // namespace tosaic::accuracy
