// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"

#include "profiler/parsers/binarycheck.h"
#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/etdumpblock.h"
#include "profiler/parsers/layertable.h"
#include "profiler/parsers/linefilter.h"
#include "profiler/parsers/linerules.h"
#include "profiler/parsers/linesplitter.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Where in a line another message begins, because a thread or a second writer cut in; 0 = nowhere.
qsizetype overrunAt(const QString &text, bool &isThread)
{
    isThread = false;
    if (text.contains(u"executorch:")) {
        static const QRegularExpression tag(u"(?<=[^\\s>|\\]])[DIEF] \\[executorch:"_s);
        return qMax<qsizetype>(tag.match(text).capturedStart(), 0);
    }
    if (!text.contains(u"runner ") && !text.contains(u"sender "))
        return 0;
    static const QRegularExpression threads(u"(?:runner|sender) \\d+: "_s);
    isThread = true;
    for (auto it = threads.globalMatch(text); it.hasNext();) {
        const auto start = it.next().capturedStart();
        const bool startsWithThread = text.startsWith(u"sender ") || text.startsWith(u"runner ");
        if (start > 0 && (startsWithThread || !text[start - 1].isSpace()))
            return start;
    }
    return 0;
}

bool saysTextWasLeftOut(const QString &text)
{
    const auto trimmed = QStringView(text).trimmed();
    if (trimmed.size() > 80 || trimmed.isEmpty())
        return false;
    if (trimmed == u":" || trimmed == u"⋮" || trimmed == u"…")
        return true;
    if (!trimmed.startsWith(u"...") && !trimmed.startsWith(u"…") && !trimmed.startsWith(u'[')
        && !trimmed.startsWith(u'<'))
        return false;
    static const QRegularExpression form(
        u"^(?:\\.\\.\\.|…)\\s*(?:[(\\[<][^)\\]>]*[)\\]>])?$|^[\\[<(](?:[^\\]>]*\\.\\.\\.|…|snip|skipped|truncated)[\\]>)]$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form.match(trimmed).hasMatch();
}

quint32 hintsOfPrefix(const ConsoleLine &line)
{
    switch (line.prefix) {
    case LinePrefix::Executorch:
        return HintExecutorch | HintNpu;
    case LinePrefix::Mlek:
        return HintMlek | HintNpu;
    case LinePrefix::ZephyrThread:
        return HintZephyr | HintNpu;
    case LinePrefix::ZephyrLog:
        return line.module == u"ethos_u"_s ? HintZephyr | HintNpu : HintNone;
    case LinePrefix::Driver:
    case LinePrefix::Other:
    case LinePrefix::None:
        break;
    }
    return HintNone;
}

LogFamily familyOf(quint32 hints)
{
    if (hints & HintExecutorch)
        return LogFamily::ExecutorchRunner;
    if (hints & HintMlek)
        return LogFamily::Mlek;
    if (hints & HintZephyr)
        return LogFamily::Zephyr;
    return hints & HintCoreSoftware ? LogFamily::CoreSoftware : LogFamily::Other;
}

RunStatus statusOf(const ParseState &state)
{
    const bool ended = state.hints & HintEnded;
    if ((state.hints & HintFailed) || state.jobs.hasFailed()
        || ((state.hints & HintFault) && !ended))
        return RunStatus::Failed;
    if (ended)
        return RunStatus::Complete;
    return state.hints & HintStarted ? RunStatus::Truncated : RunStatus::NoInference;
}

} // namespace

class ConsoleParser::Private
{
public:
    Private()
        : splitter([this](QByteArrayView text, quint64 number,
                       bool isEnded) { takeBytes(text, number, isEnded); },
            [this](QByteArrayView text, char mark, quint64 &count) {
                return skipIdle(text, mark, count);
            })
    {
    }

    void feed(QByteArrayView bytes);
    qsizetype skipIdle(QByteArrayView text, char mark, quint64 &count);

    void takeBytes(QByteArrayView bytes, quint64 number, bool isEnded);
    void takeText(const QString &text, quint64 number, LineEnd end);
    void takeLine(const ConsoleLine &line);
    void listError(const ConsoleLine &line, quint32 hints);
    void flushFragment();
    void noteLimits();
    Result<Run> finish();

    BinaryCheck head;
    LineSplitter splitter;
    ParseState state;
    LayerCollector layers;
    QString fragment; ///< beginning of a message that another thread cut in two
    quint64 fragmentLine = 0;
    quint64 byteCount = 0;
    quint64 garbageCount = 0; ///< bytes that no text has
};

void ConsoleParser::Private::feed(QByteArrayView bytes)
{
    // The head is read before it is judged: the pieces it comes in must not matter.
    const auto judged = head.take(bytes);
    splitter.feed(bytes.first(judged));
    if (!head.isBinary())
        splitter.feed(bytes.sliced(judged));
}

/// Passes over lines that no rule can match, as far as nothing waits for the next line.
qsizetype ConsoleParser::Private::skipIdle(QByteArrayView text, char mark, quint64 &count)
{
    static const LineFilter filter;
    if (!fragment.isEmpty() || layers.isOpen())
        return 0;
    const auto skipped = filter.skip(text, mark);
    count += skipped.count;
    byteCount += skipped.textSize;
    garbageCount += skipped.highBytes;
    if (!skipped.last.isNull()) // perhaps the header of a table
        layers.setBefore(QString::fromUtf8(skipped.last));
    return skipped.size;
}

void ConsoleParser::Private::takeBytes(QByteArrayView bytes, quint64 number, bool isEnded)
{
    if (takeEtdump(state, bytes, number))
        return;
    if (number == 1 && (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff")))
        bytes = bytes.sliced(2); // UTF-16; its zero bytes are dropped below
    const auto ruled = bytes.first(qMin(bytes.size(), limits::RuleBytes));
    garbageCount += static_cast<quint64>(std::count_if(ruled.begin(), ruled.end(), isGarbage));
    byteCount += static_cast<quint64>(ruled.size());
    const auto end = isEnded ? LineEnd::Newline : LineEnd::EndOfText;
    takeText(QString::fromUtf8(withoutControls(ruled)), number, end);
}

void ConsoleParser::Private::takeText(const QString &text, quint64 number, LineEnd end)
{
    bool isThread = false;
    const auto cut = overrunAt(text, isThread);
    if (cut > 0 && !isThread) { // a message without its line end
        takeLine(parseLine(text.first(cut), number, LineEnd::Overrun));
        takeLine(parseLine(text.sliced(cut), number, end));
        return;
    }
    if (cut > 0) { // the rest of the first message comes on the next line
        flushFragment();
        fragment = text.first(cut);
        fragmentLine = number;
        takeLine(parseLine(text.sliced(cut), number, end));
        return;
    }
    auto line = parseLine(text, number, end);
    if (!fragment.isEmpty() && line.prefix == LinePrefix::None && !text.trimmed().isEmpty()) {
        takeLine(parseLine(std::exchange(fragment, {}) + text, fragmentLine, end));
        return;
    }
    flushFragment();
    takeLine(line);
}

void ConsoleParser::Private::flushFragment()
{
    if (!fragment.isEmpty())
        takeLine(parseLine(std::exchange(fragment, {}), fragmentLine, LineEnd::Overrun));
}

void ConsoleParser::Private::takeLine(const ConsoleLine &line)
{
    state.hints |= hintsOfPrefix(line);
    if (line.message.isEmpty())
        return;
    // The last integer of a row may be cut where the text stops.
    const bool isWhole = line.end == LineEnd::Newline;
    if (auto table = layers.next(isWhole ? line.message : QString()))
        state.profiles.addLayers(std::move(*table));
    if (state.outputs.take(line.message, !isWhole)) {
        state.hints |= HintExecutorch | HintNpu | HintEnded;
        return;
    }
    if (saysTextWasLeftOut(line.text)) {
        state.isAbridged = true;
        return;
    }
    const auto hints = applyRules(state, line);
    state.hints |= hints;
    listError(line, hints);
}

void ConsoleParser::Private::listError(const ConsoleLine &line, quint32 hints)
{
    static const QRegularExpression status(
        u"failed with status (0x[0-9a-fA-F]+)|failed @ \\S+: (0x[0-9a-fA-F]+)"_s);
    QString code;
    bool hasStatus = false;
    if (line.message.contains(u"failed ")) {
        const auto match = status.match(line.message);
        hasStatus = match.capturedLength(1) > 0;
        code = hasStatus ? match.captured(1) : match.captured(2);
    }
    if (line.isError || hasStatus || (hints & HintError))
        state.addError(line.number, code, line.errorText);
}

void ConsoleParser::Private::noteLimits()
{
    const std::pair<bool, QString> parts[] = { { splitter.wasLimited(), u"a line was cut"_s },
        { state.profiles.wasLimited(), u"not all measurements were kept"_s },
        { layers.wasLimited(), u"not all layers were kept"_s },
        { state.outputs.wasLimited(), u"not all output values were kept"_s },
        { state.jobs.wasLimited(), u"not all jobs were kept"_s },
        { state.areErrorsLimited, u"not all errors were kept"_s } };
    for (const auto &[wasLimited, text] : parts) {
        if (wasLimited)
            state.diagnostics.add(u"log.limit"_s, Severity::Warning, text);
    }
}

Result<Run> ConsoleParser::Private::finish()
{
    splitter.finish();
    flushFragment();
    if (auto table = layers.finish())
        state.profiles.addLayers(std::move(*table));
    state.endTimes();
    const bool isText = !head.isBinary() && garbageCount * 4 <= byteCount;
    if (!isText || !(state.hints & HintNpu))
        return fail(ErrorCode::FormatUnknown, u"nothing in the text points to the log of an NPU"_s);
    noteLimits();
    Run run;
    run.family = familyOf(state.hints);
    run.status = statusOf(state);
    run.isAbridged = state.isAbridged;
    run.cpuClockHz = state.cpuClockHz;
    run.inferences = state.inferences.finish(state.jobs.succeeded(), state.isAbridged);
    run.jobs = state.jobs.take();
    run.profiles = state.profiles.take();
    run.npu = state.npu.finish(run.profiles);
    run.model = state.model.finish(
        run.family == LogFamily::ExecutorchRunner, state.isAbridged, state.compiledFor);
    run.memory = state.memory;
    run.outputs = state.outputs.finish();
    run.errors = std::move(state.errors);
    run.etdump = std::move(state.etdump);
    run.diagnostics = state.diagnostics.take();
    return run;
}

ConsoleParser::ConsoleParser() : d(std::make_unique<Private>()) { }
ConsoleParser::~ConsoleParser() = default;
ConsoleParser::ConsoleParser(ConsoleParser &&) noexcept = default;
ConsoleParser &ConsoleParser::operator=(ConsoleParser &&) noexcept = default;

void ConsoleParser::feed(QByteArrayView bytes)
{
    d->feed(bytes);
}

Result<Run> ConsoleParser::finish()
{
    return d->finish();
}

Result<Run> parseConsole(QByteArrayView bytes)
{
    ConsoleParser parser;
    parser.feed(bytes);
    return parser.finish();
}

} // namespace tosaic::profile
