// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/program/partitionoutput.h"
#include "core/analysis/pinholds.h"
#include "core/base/jsonlist.h"
#include "core/base/try.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"
#include "core/pinsearch/searchjson.h"
#include "core/pinsearch/toolevaluator.h"
#include "core/spec/pins.h"
#include "core/toolchain/warmcompiler.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <memory>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace partitioncommand {
namespace {

using compiled::CompileResult;

const auto Pins = u"node:NAME, module:PATH, kind:OPERATOR, pattern:GLOB, line:FILE.py:N, island:N "
                  "or, with its neighbours, island:N+"_s;

struct Arguments
{
    toolchain::CompileRequest request;
    QString specPath;
    QStringList places; ///< "line:model.py:42", "island:1", with neighbours "island:1+"
    pinsearch::SearchRequest search;
    QString folder; ///< keeps what a search asked
};

/// Asks the partitioner, or searches with it.
class PartitionRun : private ToolRun
{
public:
    PartitionRun(Arguments arguments, Streams &streams)
        : ToolRun(streams), m_arguments(std::move(arguments))
    {
    }

    CompileResult run()
    {
        CompileResult result;
        if (prepare()) {
            toolchain::WarmCompiler compiler; // pins by a place are cut twice
            result = cut(compiler);
            if (!m_arguments.places.isEmpty() && pinPlaces(result))
                result = cut(compiler);
            if (m_isInterrupted)
                result.status = compiled::Status::Cancelled;
        }
        result.problems = m_problems;
        return result;
    }

    /// What it found, and what went wrong. Pins by a place are not for it.
    pinsearch::SearchResult search()
    {
        pinsearch::SearchResult result{ .request = m_arguments.search };
        if (prepare() && !m_isInterrupted)
            result = searched();
        result.isCancelled = m_isInterrupted;
        for (const auto &problem : result.problems)
            refuse(problem);
        result.problems = m_problems;
        return result;
    }

private:
    CompileResult cut(toolchain::WarmCompiler &compiler)
    {
        m_folders.push_back(std::make_unique<QTemporaryDir>());
        auto request = m_arguments.request;
        request.outputFolder = m_folders.back()->path();
        toolchain::CompileJob job(request);
        if (!m_arguments.places.isEmpty())
            job.setWarmCompiler(&compiler);
        return m_isInterrupted ? CompileResult() : compile(job);
    }

    /// From the first cut into the spec; false: nothing is to be cut again.
    bool pinPlaces(const CompileResult &first)
    {
        if (first.status != compiled::Status::Succeeded)
            return false;
        m_problems.clear(); // the second cut tells them again
        for (const auto &place : m_arguments.places) {
            const auto what = place.section(u':', 1);
            const auto kept = place.startsWith("line:"_L1)
                ? analysis::pinsOfLine(first, what)
                : analysis::pinsOfIsland(
                    first, what.chopped(what.endsWith(u'+')).toInt(), what.endsWith(u'+'));
            if (kept.isEmpty())
                refuse({ u"override.unmatched"_s, Severity::Warning, {},
                    u"--pin %1: no operator is there"_s.arg(place) });
            auto &all = m_arguments.request.spec.keepOnCpu;
            all = spec::united(all, kept);
        }
        return true;
    }

    bool prepare()
    {
        auto &request = m_arguments.request;
        const auto spec = m_arguments.specPath.isEmpty() ? std::optional(request.spec)
                                                         : readSpec(m_arguments.specPath);
        if (!spec)
            return false;
        const auto pins = request.spec.keepOnCpu;
        request.spec = *spec;
        request.spec.keepOnCpu = spec::united(request.spec.keepOnCpu, pins);
        request.trusted = mayRunCode(request.input, request.trusted);
        request.interpreter = findInterpreter(
            toolchain::EnvironmentSearch::Need::ExecuTorch, request.interpreter, canceller());
        return true;
    }

    pinsearch::SearchResult searched()
    {
        m_arguments.search.spec = m_arguments.request.spec;
        toolchain::WarmCompiler compiler;
        pinsearch::ToolEvaluator tools(m_arguments.request, m_arguments.folder, compiler);
        pinsearch::PinSearch search(m_arguments.search, tools);
        QEventLoop loop;
        QObject::connect(
            &search, &pinsearch::PinSearch::progressed, &loop, [this](int done, int all) {
                m_streams.err << u"searching [%1/%2]\n"_s.arg(done).arg(all) << Qt::flush;
            });
        QObject::connect(&search, &pinsearch::PinSearch::finished, &loop, &QEventLoop::quit);
        const auto setCancel = canceller();
        setCancel([&search] { search.cancel(); });
        search.start();
        loop.exec();
        setCancel({});
        return search.result();
    }

    Arguments m_arguments;
    std::vector<std::unique_ptr<QTemporaryDir>> m_folders; ///< of result.json and console
};

/// Those by a place are known only when the model has been cut.
Result<void> addPin(const QString &text, Arguments &given)
{
    static const QRegularExpression place(u"^(line:.+:[0-9]+|island:[0-9]{1,6}[+]?)$"_s);
    if (place.match(text).hasMatch()) {
        given.places.append(text);
        return {};
    }
    const auto pin = spec::pinOf(text);
    if (!pin)
        return fail(ErrorCode::SpecInvalid, u"--pin %1: give %2"_s.arg(text, Pins));
    auto &kept = given.request.spec.keepOnCpu;
    kept = spec::united(kept, *pin);
    return {};
}

Result<Arguments> argumentsOf(const Input &in)
{
    Arguments given{ .specPath = in.value(u"spec"_s) };
    given.request.input = QFileInfo(in.names.constFirst()).absoluteFilePath();
    given.request.interpreter = interpreterOf(in);
    given.request.trusted = in.isSet(u"trust"_s);
    given.request.onlyPartitions = true;
    given.request.spec.target = in.value(u"target"_s);
    for (const auto &text : in.values(u"pin"_s))
        TRY(addPin(text, given));
    if (!in.isSet(u"search"_s))
        return given;
    given.search.goal = TRY(pinsearch::goalOf(in.value(u"search"_s)));
    if (in.isSet(u"cpu-cost"_s))
        given.search.cpuCost = TRY(pinsearch::cpuCostOf(in.value(u"cpu-cost"_s)));
    std::optional<int> compiles;
    if (!in.number(u"budget"_s, compiles, 1))
        return fail(ErrorCode::SpecInvalid, u"--budget is a number of compiles"_s);
    given.search.compiles = compiles.value_or(given.search.compiles);
    given.search.previews = 20 * given.search.compiles;
    return given;
}

Answer searchAnswer(Arguments given, const Input &in)
{
    if (!given.places.isEmpty())
        return misuse(u"a search starts with pins by node, module, kind or pattern"_s);
    const QTemporaryDir temporary;
    const bool isKept = in.isSet(u"output"_s);
    given.folder = isKept ? QFileInfo(in.value(u"output"_s)).absoluteFilePath() : temporary.path();
    const auto result = PartitionRun(std::move(given), in.streams).search();
    if (in.wantsJson()) {
        auto json = pinsearch::toJson(result, isKept);
        json.insert(u"problems"_s, jsonList(result.problems, compiled::problemToJson));
        printDocument(json, in.streams);
    } else if (!result.found.empty()) {
        printSearch(result, in.streams);
    }
    if (result.isCancelled)
        return Cancelled;
    const auto code = exitCodeOf(result.problems);
    return code == Fine && !result.isMet() ? BadInput : code;
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"give one MODEL.py, MODEL.pt2 or the folder of a compile"_s);
    const bool isPreview = !QFileInfo(in.names.constFirst()).isDir();
    if (in.isSet(u"spec"_s) && in.isSet(u"target"_s))
        return misuse(u"give --spec SPEC.json or --target TARGET, not both"_s);
    CompileResult result;
    if (isPreview) {
        const auto kind = toolchain::inputKindOf(in.names.constFirst());
        auto parsed = argumentsOf(in);
        if (!parsed)
            return misuse(parsed.error().detail);
        auto given = std::move(*parsed);
        if (QFileInfo::exists(in.names.constFirst()) && !(kind && toolchain::runsCode(*kind)))
            return misuse(u"only a .py or .pt2 model is partitioned; this is none"_s);
        if (in.isSet(u"search"_s) && in.isSet(u"preview"_s))
            return misuse(u"give --preview or --search, not both: a search compiles"_s);
        if (in.isSet(u"search"_s))
            return searchAnswer(std::move(given), in);
        result = PartitionRun(std::move(given), in.streams).run();
    } else if (in.isSet(u"pin"_s) || in.isSet(u"search"_s) || in.isSet(u"preview"_s)) {
        return misuse(u"what is compiled is cut already; give its model to try a pin"_s);
    } else {
        result = TRY(compiled::readCompileResult(in.names.constFirst()));
    }
    if (in.wantsJson())
        printDocument(partitionJson(result, isPreview), in.streams);
    else if (!result.nodes.empty())
        printPartition(result, isPreview, in.streams);
    if (result.status == compiled::Status::Cancelled)
        return Cancelled;
    return exitCodeOf(result.problems);
}

} // namespace
} // namespace partitioncommand

Command partitionCommand()
{
    return commandOf({ .name = u"partition"_s,
        .summary = u"what the NPU would take of a model, why not the rest, and what crosses"_s,
        .description
        = u"Asks ExecuTorch's partitioner without compiling, or tells what a compile decided: "
          "partitions, the operators on the CPU with every reason, and the boundaries with the "
          "bytes and conversions they cost."_s,
        .names = { { u"MODEL"_s, u".py or .pt2, or the folder of a compile"_s } },
        .options = { { u"spec"_s, u"compile spec"_s, u"SPEC.json"_s },
            { u"target"_s, u"without a spec: the target, all else as usual"_s, u"TARGET"_s,
                u"ethos-u55-128"_s },
            { u"preview"_s, u"asks the partitioner without compiling, as is done for any model"_s },
            { u"pin"_s,
                u"keeps this on the CPU, beside what the spec does: %1; may be repeated"_s.arg(
                    partitioncommand::Pins),
                u"PIN"_s },
            { u"search"_s,
                u"looks for the best pins: cycles, sram<BYTES, boundaries or cpu<OPERATORS; what "
                "is told was compiled; 1 if nothing meets it"_s,
                u"GOAL"_s },
            { u"budget"_s,
                u"compiles that a search may take, that without its pins among them; 8"_s, u"N"_s },
            { u"cpu-cost"_s,
                u"of a search: cycles of the CPU for a MAC and for a byte written; 4,2"_s,
                u"MAC,BYTE"_s },
            { { u"o"_s, u"output"_s },
                u"keeps what a search asked, so that it goes on where it was"_s, u"DIR"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"trust"_s, u"allows the model to run its code"_s } },
        .answer = partitioncommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
