// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "core/compiled/resultwriter.h"
#include "core/documents/estimatesource.h"

#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace estimatecommand {
namespace {

using compiled::CompileResult;
using compiled::Estimate;

struct Arguments
{
    QString input;
    QString specPath;
    QString interpreter;
    QString workspace; ///< may know the compile of a .pte; empty: none
    bool json = false;
};

/// One run of the command: what to run on, environment, estimate, print.
class EstimateRun : private ToolRun
{
public:
    EstimateRun(Arguments arguments, Streams &streams)
        : ToolRun(streams), m_arguments(std::move(arguments))
    {
    }

    int run();

private:
    bool gather();
    QJsonObject json() const;
    void printText() const;

    Arguments m_arguments;
    spec::CompileSpec m_spec;
    EstimateSource m_source;
    Estimate m_estimate;
};

int EstimateRun::run()
{
    if (gather()) {
        const auto interpreter = findInterpreter(
            toolchain::EnvironmentSearch::Need::Vela, m_arguments.interpreter, canceller());
        if (!m_isInterrupted)
            m_estimate = estimated(m_spec, m_source.inputs, m_source.baseFolder, interpreter,
                canceller(), m_arguments.workspace);
        for (const auto &problem : m_estimate.problems)
            refuse(problem);
    }
    if (m_arguments.json)
        printDocument(json(), m_streams);
    else
        printText();
    return m_isInterrupted ? Cancelled : exitCodeOf(m_problems);
}

bool EstimateRun::gather()
{
    const auto spec = readSpec(m_arguments.specPath);
    if (!spec)
        return false;
    m_spec = *spec;
    auto source = findKeptTosa(m_arguments.input, m_arguments.workspace);
    if (!source)
        return refuse(diagnosticOf(source.error()));
    m_source = std::move(*source);
    const auto keys = m_source.baseline && m_source.baseline->isCompiled
        ? compiled::loweringKeys(m_source.baseline->spec, m_spec)
        : QStringList();
    if (!keys.isEmpty())
        refuse({ u"estimate.needs-lowering"_s, Severity::Warning, {},
            u"the numbers are about the kept TOSA, which a compile with this spec would make "
            "anew: %1"_s.arg(keys.join(u", "_s)) });
    const bool isCompiled = m_source.baseline && m_source.baseline->isCompiled;
    if (const auto untold = isCompiled ? QStringList() : compiled::untoldKeys(m_spec);
        !untold.isEmpty())
        refuse({ u"estimate.needs-lowering"_s, Severity::Warning, {},
            u"%1 cannot be compared, because no result of the compile is there; the numbers are "
            "about the TOSA as it is"_s.arg(untold.join(u", "_s)) });
    return true;
}

QJsonObject EstimateRun::json() const
{
    CompileResult shape;
    shape.status = m_isInterrupted ? compiled::Status::Cancelled
        : m_estimate.isComplete()  ? compiled::Status::Succeeded
                                   : compiled::Status::Failed;
    shape.summary = m_estimate.summary;
    shape.problems = m_problems;
    if (!m_estimate.velaVersion.isEmpty())
        shape.tools.emplace(u"vela"_s, m_estimate.velaVersion);
    QJsonArray partitions;
    for (const auto &partition : m_estimate.partitions) {
        CompileResult one;
        if (partition.vela)
            one.summary = partition.vela->summary;
        QJsonObject object{ { u"index"_s, partition.partition },
            { u"summary"_s, compiled::toJson(one).value(u"summary"_s).toObject() } };
        insertKnown(object, u"commandBytes"_s, partition.commandBytes);
        insertKnown(object, u"weightBytes"_s, partition.weightBytes);
        insertKnown(object, u"scratchBytes"_s, partition.scratchBytes);
        insertKnown(object, u"fastScratchBytes"_s, partition.fastScratchBytes);
        partitions.append(object);
    }
    const auto all = compiled::toJson(shape);
    QJsonObject result{ { u"partitions"_s, partitions } };
    for (const auto &key : { u"status"_s, u"tools"_s, u"summary"_s, u"problems"_s }) {
        if (all.contains(key))
            result.insert(key, all.value(key));
    }
    insertKnown(result, u"key"_s, m_estimate.key);
    if (m_estimate.isComplete())
        result.insert(u"source"_s, compiled::sourceText(m_estimate.source));
    analysis::insertNeed(
        result, analysis::memoryNeed(analysis::memoryFacts(m_estimate, m_source.program)));
    return result;
}

void EstimateRun::printText() const
{
    auto &out = m_streams.out;
    if (m_estimate.partitions.empty())
        return;
    out << QFileInfo(m_arguments.input).fileName() << " for " << m_spec.target;
    if (!m_estimate.velaVersion.isEmpty())
        out << ", Vela " << m_estimate.velaVersion;
    out << '\n';
    const auto memory = analysis::memoryFacts(m_estimate, m_source.program);
    out << factsText(
        summaryFacts(m_estimate.summary, analysis::memoryNeed(memory)), m_streams.width);
    const auto needs = analysis::partitionNeeds(memory);
    for (std::size_t i = 0; i < m_estimate.partitions.size(); ++i) {
        const auto &partition = m_estimate.partitions[i];
        out << "  partition " << partition.partition << '\n';
        std::vector<DescriptionFact> facts;
        if (partition.vela && m_estimate.partitions.size() > 1)
            facts = summaryFacts(partition.vela->summary, needs[i]);
        const auto add = [&facts](const QString &label, const std::optional<quint64> &bytes) {
            if (bytes)
                facts.push_back({ label, formatBytes(*bytes) });
        };
        add(u"commands (est)"_s, partition.commandBytes);
        add(u"weights (est)"_s, partition.weightBytes);
        add(u"scratch (est)"_s, partition.scratchBytes);
        add(u"fast scratch (est)"_s, partition.fastScratchBytes);
        out << factsText(facts, m_streams.width, u"    "_s);
        if (!partition.vela)
            out << "    no numbers: Vela failed\n";
    }
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1 || !in.isSet(u"spec"_s))
        return misuse(u"give one INPUT and --spec SPEC.json"_s);
    return EstimateRun({ QFileInfo(in.names.first()).absoluteFilePath(), in.value(u"spec"_s),
                           interpreterOf(in), in.value(u"workspace"_s), in.wantsJson() },
        in.streams)
        .run();
}

} // namespace
} // namespace estimatecommand

Command estimateCommand()
{
    return commandOf({ .name = u"estimate"_s,
        .summary = u"runs Vela with a spec on kept TOSA and prints its numbers"_s,
        .description
        = u"Runs Vela with a spec and prints its estimates; keeps no files. INPUT is a "
          ".tosa or tflite file, the folder of a compile, or its .pte, whose kept "
          "TOSA is used."_s,
        .names = { { u"INPUT"_s, u"what to run Vela on"_s } },
        .options
        = { { u"spec"_s, u"compile spec, a JSON file; only target is required"_s, u"SPEC.json"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"workspace"_s,
                u"may know the compile of a .pte, or these very numbers; keeps new ones"_s,
                u"W.tosaic"_s } },
        .answer = estimatecommand::answer });
}

} // namespace tosaic::cli
