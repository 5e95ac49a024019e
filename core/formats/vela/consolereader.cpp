// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/consolereader.h"

#include "core/formats/byteordermark.h"
#include "core/formats/consolemarks.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

constexpr qsizetype KeptLines = 200; // enough for a Python traceback
constexpr qsizetype LongestText = 4000; // characters of one problem
constexpr qsizetype LongestLine = 65'536; // characters that are looked at
constexpr qsizetype ReasonLines = 32; // of one refusal
constexpr size_t SummaryLimit = 1000;
constexpr quint64 TextLimit = quint64(64) << 20; // bytes

QString shortened(const QString &text)
{
    return text.size() <= LongestText ? text : text.left(LongestText) + u" [...]"_s;
}

/// A line without decoration: "- **Total SRAM used**: 2 KiB" -> "Total SRAM used 2 KiB".
QString plainLine(const QString &line)
{
    static const QRegularExpression labelEnd(
        u"^([A-Z][\\w/ -]*?)(?:\\*\\*:|:\\*\\*|\\*\\*|:)\\s*"_s);
    if (line.isEmpty())
        return line;
    const auto plain = line.sliced(lineDecoration().match(line).capturedLength());
    const bool isDecorated = plain.size() < line.size();
    return isDecorated ? QString(plain).replace(labelEnd, u"\\1 "_s) : plain;
}

std::optional<double> number(QStringView text)
{
    bool isNumber = false;
    const auto value = text.toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

/// "<MEM>" of the grammar.
constexpr auto MemoryPattern = u"(SRAM|DRAM|On-chip Flash|Off-chip Flash)";

void readMemoryLine(ConsoleSummary &summary, const QString &line)
{
    static const QRegularExpression used(
        u"^Total %1 used +([\\d.]+) KiB"_s.arg(QString::fromUtf16(MemoryPattern)));
    static const QRegularExpression traffic(
        u"^(Design peak|Average|Input|Weight|Output|Total) +%1 bandwidth +([\\d.]+) (GB/s|MB/batch)"_s
            .arg(QString::fromUtf16(MemoryPattern)));
    if (const auto match = used.match(line); match.hasMatch()) {
        summary.memories[match.captured(1)].usedKiB = number(match.capturedView(2));
    } else if (const auto flow = traffic.match(line); flow.hasMatch()) {
        auto &memory = summary.memories[flow.captured(2)];
        const auto what = flow.capturedView(1);
        auto &into = what == u"Design peak" ? memory.designPeakGbPerS
            : what == u"Average"            ? memory.averageGbPerS
            : what == u"Input"              ? memory.inputMb
            : what == u"Weight"             ? memory.weightMb
            : what == u"Output"             ? memory.outputMb
                                            : memory.totalMb;
        into = number(flow.capturedView(3));
    }
}

/// Lines "<label>   <value>".
bool readTextLine(ConsoleSummary &summary, const QString &line)
{
    const std::pair<QLatin1StringView, QString *> texts[] = {
        { "Accelerator configuration "_L1, &summary.accelerator },
        { "System configuration "_L1, &summary.systemConfig },
        { "Memory mode "_L1, &summary.memoryMode },
    };
    for (const auto &[label, into] : texts) {
        if (line.startsWith(label)) {
            *into = line.sliced(label.size()).trimmed();
            return true;
        }
    }
    return false;
}

void readNumberLine(ConsoleSummary &summary, const QString &line)
{
    static const QRegularExpression pattern(
        u"^(Accelerator clock|Original Weights Size|NPU Encoded Weights Size|Neural network macs|"
        "Network Tops/s|Batch Inference time) +(-?[\\d.]+|(?:nan|inf)\\b)(?: ([\\w/]+))?"
        "(?:, +([\\d.]+) inferences?/s)?"_s);
    const auto match = pattern.match(line);
    if (!match.hasMatch())
        return;
    const auto label = match.capturedView(1);
    const auto value = number(match.capturedView(2));
    if (label == u"Accelerator clock")
        summary.clockMHz = value;
    else if (label == u"Original Weights Size")
        summary.originalWeightsKiB = value;
    else if (label == u"NPU Encoded Weights Size")
        summary.encodedWeightsKiB = value;
    else if (label == u"Neural network macs")
        summary.macs = match.capturedView(2).toULongLong();
    else if (label == u"Network Tops/s")
        summary.topsPerS = value;
    else {
        summary.inferenceMs = value;
        summary.inferencesPerS = number(match.capturedView(4));
    }
}

void readCountLine(ConsoleSummary &summary, const QString &line)
{
    static const QRegularExpression count(u"^(CPU|NPU) operators = (\\d+)"_s);
    static const QRegularExpression cycles(
        u"^(NPU|(?:SRAM|DRAM|On-chip Flash|Off-chip Flash) Access|Total) cycles +([\\d.]+) "
        "cycles/batch"_s);
    // Early releases count those on the CPU and all.
    static const QRegularExpression fallBack(
        u"^(\\d+)/(\\d+) \\( *[\\d.]+%\\) operations falling back to the CPU"_s);
    if (const auto counted = count.match(line); counted.hasMatch()) {
        auto &into
            = counted.capturedView(1) == u"CPU" ? summary.cpuOperators : summary.npuOperators;
        into = counted.capturedView(2).toULongLong();
    } else if (const auto found = cycles.match(line); found.hasMatch()) {
        summary.cycles[found.captured(1)] = found.capturedView(2).toDouble();
    } else if (const auto fallen = fallBack.match(line); fallen.hasMatch()) {
        const auto onCpu = fallen.capturedView(1).toULongLong();
        const auto all = fallen.capturedView(2).toULongLong();
        if (onCpu <= all) {
            summary.cpuOperators = onCpu;
            summary.npuOperators = all - onCpu;
        }
    }
}

/// "Ethos_U55_128".
bool isAccelerator(const QString &text)
{
    static const QRegularExpression name(u"^Ethos_U\\d+_\\d+$"_s);
    return name.match(text).hasMatch();
}

} // namespace

void ConsoleReader::feed(const QString &whole)
{
    const auto line = whole.left(LongestLine);
    ++m_line;
    m_tail.append(line);
    if (m_tail.size() > KeptLines)
        m_tail.removeFirst();
    if (readRefusal(line))
        return;
    readNotice(line);
    readSummaryLine(line);
}

void ConsoleReader::readSummaryLine(const QString &printed)
{
    constexpr QLatin1StringView Start("Network summary for ");
    const auto line = plainLine(printed);
    if (line.startsWith(Start) && m_summaries.size() < SummaryLimit) {
        m_summaries.emplace_back().network = line.sliced(Start.size()).trimmed();
        return;
    }
    if (line.isEmpty() || (!line.front().isUpper() && !line.front().isDigit()))
        return;
    ConsoleSummary texts;
    const bool isText = readTextLine(texts, line);
    // A console may be cut at its beginning, and lists have no title.
    const bool beginsOne = isText ? isAccelerator(texts.accelerator)
            && (m_summaries.empty() || !m_summaries.back().accelerator.isEmpty())
                                  : m_summaries.empty()
            && (line.startsWith("CPU operators = "_L1) || line.startsWith("NPU operators = "_L1));
    if (beginsOne && m_summaries.size() < SummaryLimit)
        m_summaries.emplace_back();
    if (m_summaries.empty())
        return;
    auto &summary = m_summaries.back();
    if (readTextLine(summary, line))
        return;
    readMemoryLine(summary, line);
    readNumberLine(summary, line);
    readCountLine(summary, line);
}

/// Blocks that say why an operator stays on the CPU, in the words of either compiler core.
bool ConsoleReader::readRefusal(const QString &line)
{
    static const QRegularExpression core(
        u"^Warning \\(supported operators\\) operator: ([^,]*), ofm: '(.*)'\\s*$"_s);
    static const QRegularExpression python(
        u"^Warning: (\\S+) '(.*)' is not supported on the NPU\\. Placing on CPU instead"_s);
    static const QRegularExpression semantic(
        u"^Warning: Unsupported TensorFlow Lite semantics for (\\S+) '(.*)'\\. Placing on CPU"_s);
    if (line.startsWith("Warning"_L1)) {
        for (const auto *pattern : { &core, &python, &semantic }) {
            const auto match = pattern->match(line);
            if (!match.hasMatch())
                continue;
            finishRefusal();
            m_isRefused = true;
            m_areReasonsIndented = pattern != &core;
            m_refusalLine = m_line;
            m_refusedOperator = match.captured(1);
            m_refusedTensor = match.captured(2);
            return true;
        }
    }
    if (!m_isRefused)
        return false;
    if (!line.trimmed().isEmpty() && !line.startsWith("Warning"_L1)
        && !line.startsWith("Network summary"_L1) && !line.startsWith("Info: "_L1)
        && (!m_areReasonsIndented || line.startsWith(u' '))
        && m_refusalLines.size() < ReasonLines) {
        m_refusalLines.append(line.trimmed());
        return true;
    }
    finishRefusal();
    return false;
}

void ConsoleReader::finishRefusal()
{
    if (!std::exchange(m_isRefused, false))
        return;
    auto why = m_refusalLines.join(u' ');
    for (const auto &mark : { "Reason: "_L1, "- "_L1 }) {
        if (why.startsWith(mark))
            why = why.sliced(mark.size());
    }
    if (why.isEmpty())
        why = u"Vela does not say why"_s;
    m_warnings.add(u"vela.cpu-operator"_s, Severity::Warning,
        u"%1 stays on the CPU: %2"_s.arg(m_refusedOperator, shortened(why)),
        Location{ .line = m_refusalLine, .entity = std::exchange(m_refusedTensor, {}) });
    m_refusalLines.clear();
}

void ConsoleReader::readNotice(const QString &line)
{
    static const QRegularExpression version(
        u"^(?:vela|ethos-u-vela|Vela)[ =:]+(?:version )?v?(\\d+\\.\\d+\\.\\d+)\\s*$"_s);
    static const QRegularExpression bare(u"^(\\d+\\.\\d+\\.\\d+)\\s*$"_s);
    const auto place = Location{ .line = m_line };
    if (line.startsWith("Warning: "_L1))
        m_warnings.add(u"vela.warning"_s, Severity::Warning, shortened(line.sliced(9)), place);
    else if (line.startsWith("WARNING: "_L1))
        m_warnings.add(u"vela.warning"_s, Severity::Warning, shortened(line.sliced(9)), place);
    else if (line.startsWith("Error: "_L1))
        m_warnings.add(u"vela.error"_s, Severity::Error, shortened(line.sliced(7)), place);
    else if (line.startsWith("Info: Changing "_L1) || line.endsWith("is a CPU only op"_L1))
        m_warnings.add(u"vela.note"_s, Severity::Info,
            shortened(line.startsWith("Info: "_L1) ? line.sliced(6) : line), place);
    else if (line.startsWith("inherit= refers to"_L1) || line.startsWith("Memory '"_L1)
        || line.startsWith("Skipping parsing of unrecognised"_L1)
        || line.startsWith("Failed to load TfLite model"_L1)
        || line.startsWith("Ignoring ignore_ops"_L1) || line.startsWith("TfLiteReader: "_L1))
        m_warnings.add(u"vela.warning"_s, Severity::Warning, shortened(line), place);
    else if (m_version.isEmpty()) {
        auto match = version.match(line);
        if (!match.hasMatch() && m_line == 1)
            match = bare.match(line); // what "vela --version" prints
        m_version = match.captured(1);
    }
}

void ConsoleReader::finish()
{
    finishRefusal();
}

std::optional<quint64> ConsoleReader::cpuOperators() const
{
    return m_summaries.empty() ? std::nullopt : m_summaries.back().cpuOperators;
}

std::optional<quint64> ConsoleReader::npuOperators() const
{
    return m_summaries.empty() ? std::nullopt : m_summaries.back().npuOperators;
}

std::vector<Diagnostic> ConsoleReader::takeWarnings()
{
    finishRefusal();
    return m_warnings.take();
}

std::optional<QString> ConsoleReader::errorText() const
{
    static const QRegularExpression blame(
        u"^([A-Za-z_][\\w.]*(Error|Exception)(: |$)|vela: error: |.*: No module named )"_s);
    for (auto i = m_tail.size(); i-- > 0;) {
        if (blame.match(m_tail[i]).hasMatch())
            return shortened(m_tail.sliced(i).join(u'\n').trimmed());
    }
    return std::nullopt;
}

QString ConsoleReader::lastLine() const
{
    for (auto i = m_tail.size(); i-- > 0;) {
        if (!m_tail[i].trimmed().isEmpty())
            return shortened(m_tail[i].trimmed());
    }
    return {};
}

Result<ConsoleText> readConsoleText(const std::shared_ptr<const ByteSource> &source)
{
    if (source->size() > TextLimit)
        return fail(ErrorCode::LimitExceeded,
            u"more than TextLimit = %1 bytes of console"_s.arg(TextLimit),
            { .file = source->name() });
    ConsoleReader reader;
    const auto decoded = inUtf8(source);
    for (auto rest = decoded->bytes(); !rest.isEmpty();) {
        const auto end = rest.indexOf('\n');
        auto line = end < 0 ? rest : rest.first(end);
        if (line.endsWith('\r'))
            line.chop(1);
        reader.feed(QString::fromUtf8(line));
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
    }
    ConsoleText text;
    text.problems = reader.takeWarnings();
    text.summaries = reader.summaries();
    text.version = reader.version();
    // "Error: ..." lines of the Python core are among the problems already.
    if (const auto error = reader.errorText();
        error && !error->startsWith("Error: "_L1) && !error->startsWith("Error\n"_L1))
        text.problems.push_back({ u"vela.error"_s, Severity::Error, {}, *error });
    return text;
}

} // namespace tosaic::formats::vela
