// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/interruptwatch.h"
#include "app/cli/needoutput.h"
#include "app/cli/toolcommand.h"
#include "core/base/units.h"
#include "core/documents/estimatesource.h"
#include "core/toolchain/resultwriter.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace estimatecommand {
namespace {

using toolchain::CompileResult;
using toolchain::Estimate;
using toolchain::PartitionEstimate;
using toolchain::Summary;

struct Arguments
{
    QString input;
    QString specPath;
    QString interpreter;
    QString workspace; ///< may know the compile of a .pte; empty: none
    bool json = false;
};

/// One run of the command: what to run on, environment, estimate, print.
class EstimateRun
{
public:
    EstimateRun(Arguments arguments, Streams &streams)
        : m_arguments(std::move(arguments)), m_streams(streams)
    {
    }

    int run();

private:
    bool gather();
    void estimate();
    int print() const;
    QJsonObject json() const;
    void printText() const;
    void printNumbers(
        const Summary &summary, const analysis::MemoryNeed &need, const QString &indent) const;
    void printBytes(
        const char *label, const std::optional<quint64> &bytes, const QString &indent) const;

    Arguments m_arguments;
    Streams &m_streams;
    spec::CompileSpec m_spec;
    EstimateSource m_source;
    Estimate m_estimate;
    std::vector<Diagnostic> m_problems;
    std::function<void()> m_cancel;
    bool m_isInterrupted = false;
};

int EstimateRun::run()
{
    const InterruptWatch watch([this] {
        m_isInterrupted = true;
        if (m_cancel)
            m_cancel();
    });
    if (gather()) {
        m_arguments.interpreter
            = findInterpreter(toolchain::EnvironmentSearch::Need::Vela, m_arguments.interpreter,
                [this](std::function<void()> cancel) { m_cancel = std::move(cancel); });
        if (!m_isInterrupted)
            estimate();
    }
    tellProblems(m_problems, m_streams);
    return print();
}

bool EstimateRun::gather()
{
    const auto spec = readSpecFile(m_arguments.specPath, m_problems);
    if (!spec)
        return false;
    m_spec = *spec;
    auto source = findKeptTosa(m_arguments.input, m_arguments.workspace);
    if (!source) {
        m_problems.push_back(diagnosticOf(source.error()));
        return false;
    }
    m_source = std::move(*source);
    const auto keys = m_source.baseline && m_source.baseline->isCompiled
        ? toolchain::loweringKeys(m_source.baseline->spec, m_spec)
        : QStringList();
    if (!keys.isEmpty())
        m_problems.push_back({ u"estimate.needs-lowering"_s, Severity::Warning, {},
            u"the numbers are about the kept TOSA, which a compile with this spec would make "
            "anew: %1"_s.arg(keys.join(u", "_s)) });
    const bool isCompiled = m_source.baseline && m_source.baseline->isCompiled;
    if (const auto untold = isCompiled ? QStringList() : toolchain::untoldKeys(m_spec);
        !untold.isEmpty())
        m_problems.push_back({ u"estimate.needs-lowering"_s, Severity::Warning, {},
            u"%1 cannot be compared, because no result of the compile is there; the numbers are "
            "about the TOSA as it is"_s.arg(untold.join(u", "_s)) });
    return true;
}

void EstimateRun::estimate()
{
    m_estimate = estimated(m_spec, m_source.inputs, m_source.baseFolder, m_arguments.interpreter,
        [this](std::function<void()> cancel) { m_cancel = std::move(cancel); });
    m_problems.insert(m_problems.end(), m_estimate.problems.begin(), m_estimate.problems.end());
}

QJsonObject EstimateRun::json() const
{
    CompileResult shape;
    shape.status = m_isInterrupted ? toolchain::Status::Cancelled
        : m_estimate.isComplete()  ? toolchain::Status::Succeeded
                                   : toolchain::Status::Failed;
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
            { u"summary"_s, toolchain::toJson(one).value(u"summary"_s).toObject() } };
        const std::pair<QString, std::optional<quint64>> sizes[]
            = { { u"commandBytes"_s, partition.commandBytes },
                  { u"weightBytes"_s, partition.weightBytes },
                  { u"scratchBytes"_s, partition.scratchBytes },
                  { u"fastScratchBytes"_s, partition.fastScratchBytes } };
        for (const auto &[key, size] : sizes) {
            if (size)
                object.insert(key, static_cast<qint64>(*size));
        }
        partitions.append(object);
    }
    const auto all = toolchain::toJson(shape);
    QJsonObject result{ { u"partitions"_s, partitions } };
    for (const auto &key : { u"status"_s, u"tools"_s, u"summary"_s, u"problems"_s }) {
        if (all.contains(key))
            result.insert(key, all.value(key));
    }
    analysis::insertNeed(
        result, analysis::memoryNeed(analysis::memoryFacts(m_estimate, m_source.program)));
    return result;
}

int EstimateRun::print() const
{
    if (m_arguments.json)
        m_streams.out << QString::fromUtf8(QJsonDocument(json()).toJson(QJsonDocument::Indented));
    else
        printText();
    m_streams.out.flush();
    return m_isInterrupted ? Cancelled : exitCodeOf(m_problems);
}

void EstimateRun::printBytes(
    const char *label, const std::optional<quint64> &bytes, const QString &indent) const
{
    if (bytes)
        m_streams.out << indent << QString::fromLatin1(label).leftJustified(22)
                      << formatBytes(*bytes) << '\n';
}

void EstimateRun::printNumbers(
    const Summary &summary, const analysis::MemoryNeed &need, const QString &indent) const
{
    const auto count = [&](const char *label, const auto &value) {
        if (value)
            m_streams.out << indent << QString::fromLatin1(label).leftJustified(22)
                          << formatCount(static_cast<quint64>(*value)) << '\n';
    };
    count("operators on NPU", summary.npuOperators);
    count("operators on CPU", summary.cpuOperators);
    count("cycles (est)", summary.cyclesTotal);
    count("NPU cycles (est)", summary.cyclesNpu);
    count("MACs (est)", summary.macs);
    printNeed(need, indent, m_streams.out);
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
    const auto facts = analysis::memoryFacts(m_estimate, m_source.program);
    printNumbers(m_estimate.summary, analysis::memoryNeed(facts), u"  "_s);
    const auto needs = analysis::partitionNeeds(facts);
    for (std::size_t i = 0; i < m_estimate.partitions.size(); ++i) {
        const auto &partition = m_estimate.partitions[i];
        const auto indent = u"    "_s;
        out << "  partition " << partition.partition << '\n';
        if (partition.vela && m_estimate.partitions.size() > 1)
            printNumbers(partition.vela->summary, needs[i], indent);
        printBytes("commands (est)", partition.commandBytes, indent);
        printBytes("weights (est)", partition.weightBytes, indent);
        printBytes("scratch (est)", partition.scratchBytes, indent);
        printBytes("fast scratch (est)", partition.fastScratchBytes, indent);
        if (!partition.vela)
            out << indent << "no numbers: Vela failed\n";
    }
}

Parsed<Arguments> parse(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Runs Vela with a spec and prints its estimates; keeps nothing. INPUT is a .tosa or "
        "tflite file, the folder of a compile, or its .pte, whose kept TOSA is used."_s);
    parser.addPositionalArgument(u"INPUT"_s, u"what to run Vela on"_s);
    parser.addOptions(
        { { u"spec"_s, u"compile spec, a JSON file; only target is required"_s, u"SPEC.json"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"workspace"_s, u"where the compile of a .pte may be recorded"_s, u"W.tosaic"_s },
            { u"json"_s, u"prints the estimate as JSON"_s } });
    const auto refuse
        = [&](const QString &why) { return tl::make_unexpected(usageError(why, streams)); };
    if (const auto end = endsAtArguments(parser, u"estimate"_s, arguments, streams))
        return tl::make_unexpected(*end);
    if (parser.positionalArguments().size() != 1 || !parser.isSet(u"spec"_s))
        return refuse(u"give one INPUT and --spec SPEC.json"_s);
    return Arguments{ QFileInfo(parser.positionalArguments().first()).absoluteFilePath(),
        parser.value(u"spec"_s), parser.value(u"python"_s), parser.value(u"workspace"_s),
        parser.isSet(u"json"_s) };
}

} // namespace
} // namespace estimatecommand

Command estimateCommand()
{
    using namespace estimatecommand;
    return { u"estimate"_s, u"runs Vela with a spec on kept TOSA and prints its numbers"_s, false,
        [](const QStringList &arguments, Streams &streams) {
            auto parsed = parse(arguments, streams);
            return parsed ? EstimateRun(std::move(*parsed), streams).run() : parsed.error();
        } };
}

} // namespace tosaic::cli
