// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"

#include "core/base/mappedfile.h"
#include "profiler/parsers/binarycheck.h"
#include "profiler/parsers/captureprefix.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/etdumpblock.h"
#include "profiler/parsers/layertable.h"
#include "profiler/parsers/linedamage.h"
#include "profiler/parsers/linefilter.h"
#include "profiler/parsers/linerules.h"
#include "profiler/parsers/lineshapes.h"
#include "profiler/parsers/linesplitter.h"
#include "profiler/parsers/metricsblock.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Who prints its outputs has run the model.
constexpr quint32 OutputHints = HintExecutorch | HintNpu | HintEnded;

/// Whether a count at the end of a line may go on behind it; so too where that is not there yet.
bool mayGoOn(QByteArrayView behind)
{
    return behind.isEmpty() || behind.front() == ','
        || (behind.front() >= '0' && behind.front() <= '9');
}

/// The same of the line at the beginning of `rest`, which may have something put before it.
bool mayNextGoOn(QByteArrayView rest)
{
    return !rest.contains('\n') || mayGoOn(rest.sliced(capturePrefixOf(rest).size));
}

/// A line, or the beginning of one, without what a terminal program put before it.
struct BareLine
{
    QString text;
    quint64 number = 0;
    bool hasPrefix = false; ///< a line goes on only in one that is captured alike
};

QString droppedText(const ParseState::Measurements &measurements)
{
    return u"%1 of %2 measurements were kept; the others are in none of the numbers"_s
        .arg(measurements.kept)
        .arg(measurements.kept + measurements.dropped);
}

} // namespace

class ConsoleParser::Private
{
public:
    Private()
        : splitter([this](QByteArrayView text, quint64 number,
                       bool isEnded) { takeBytes(text, number, isEnded); },
            [this](QByteArrayView text, char mark, quint64 &count) {
                return takeEasy(text, mark, count);
            })
    {
    }

    void feed(QByteArrayView bytes);
    qsizetype takeEasy(QByteArrayView text, char mark, quint64 &count);
    QByteArrayView takeExpected(QByteArrayView text, quint64 &count, QByteArrayView &last);
    QByteArrayView takeKnown(QByteArrayView line, QByteArrayView behind, quint64 number);
    QByteArrayView begin(const LineShape &shape, QByteArrayView line);

    void takeBytes(QByteArrayView bytes, quint64 number, bool isEnded);
    void takePort(QByteArrayView port);
    void remember(QByteArrayView line, const CapturePrefix &prefix, LineShape shape);
    LineShape takeText(const BareLine &line, LineEnd end);
    LineShape takeLine(const ConsoleLine &line);
    void flushFragment();
    bool takeWrapped(const BareLine &line, LineEnd end);
    bool holdWrapped(const BareLine &line, LineEnd end);
    void flushHeld(LineEnd end);
    void noteLimits();
    Result<Run> finish();
    Result<Run> snapshot() const;
    Result<Run> collected();
    void separatePrograms(Run &run);

    std::shared_ptr<const FamilyRules> families = shippedFamilies();
    BinaryCheck head;
    LineSplitter splitter;
    ParseState state;
    LineShapes shapes;
    LayerCollector layers;
    MetricsBlock metrics;
    BareLine fragment; ///< beginning of a message that another thread cut in two
    /// Beginning of a line that a narrow terminal wrapped.
    struct
    {
        BareLine line;
        qsizetype width = 0; ///< of the terminal, characters; 0: not known
    } wrapped;
    /// A line that ends in a count, until the next one shows that the count is whole.
    struct
    {
        BareLine line;
        QByteArray bytes; ///< the whole line
    } held;
    quint64 byteCount = 0;
    quint64 garbageCount = 0; ///< bytes that no text has
    quint64 cutLines = 0;
    quint64 cutBytes = 0; ///< of those lines
};

void ConsoleParser::Private::feed(QByteArrayView bytes)
{
    // The head is read before it is judged: the pieces it comes in must not matter.
    const auto judged = head.take(bytes);
    splitter.feed(bytes.first(judged));
    if (!head.isBinary())
        splitter.feed(bytes.sliced(judged));
}

/// Takes lines as long as they are easy: no rule can match, or their shape was read before. Only
/// as far as nothing waits for the next line.
qsizetype ConsoleParser::Private::takeEasy(QByteArrayView text, char mark, quint64 &count)
{
    const auto &filter = families->filter();
    if (!fragment.text.isEmpty() || !wrapped.line.text.isNull() || !held.line.text.isNull()
        || layers.isOpen() || metrics.isOpen() || state.outputs.isOpen() || state.ticks.isOpen())
        return 0;
    auto rest = text;
    QByteArrayView last; // perhaps the header of a table
    while (!rest.isEmpty()) {
        if (mark == '\n')
            rest = takeExpected(rest, count, last);
        const auto skipped = filter.skip(rest, mark);
        count += skipped.count;
        byteCount += skipped.textSize;
        garbageCount += skipped.garbage;
        rest = rest.sliced(skipped.size);
        if (!skipped.last.isNull())
            last = skipped.last;
        const auto end = mark == '\n' ? rest.indexOf('\n') : -1;
        const auto message
            = end > 0 ? takeKnown(rest.first(end), rest.sliced(end + 1), count) : QByteArrayView();
        if (message.isNull())
            break;
        last = message.isEmpty() ? last : message;
        rest = rest.sliced(end + 1);
        ++count;
    }
    if (!last.isNull())
        layers.setBefore(QString::fromUtf8(last));
    return text.size() - rest.size();
}

/// Takes a line of a known shape and returns its message; null for other lines.
QByteArrayView ConsoleParser::Private::takeKnown(
    QByteArrayView line, QByteArrayView behind, quint64 number)
{
    while (line.endsWith('\r'))
        line.chop(1);
    const auto takeOutput = [&](QByteArrayView bare) {
        if (!state.outputs.takePlain(bare))
            return false;
        state.hints |= OutputHints;
        byteCount += static_cast<quint64>(line.size());
        return true;
    };
    if (takeOutput(line))
        return line;
    const auto *shape = shapes.find(line);
    if (!shape) {
        const auto prefix = capturePrefixOf(line);
        const auto bare = line.sliced(prefix.size);
        const bool isTaken = prefix.size > 0 && prefix.port.isEmpty() && takeOutput(bare);
        return isTaken ? bare : QByteArrayView();
    }
    if ((shape->endsInCount && mayNextGoOn(behind)) || !shape->isOfPort(line))
        return {};
    const auto message = begin(*shape, line);
    const QLatin1String text(message.data(), message.size());
    for (const auto &hit : shape->hits)
        hit.rule->apply(state, RuleMatch(text, number, hit.captures, hit.texts));
    return message;
}

/// Takes lines as long as each is the one that followed the line before it last time; returns what
/// is left of the text.
QByteArrayView ConsoleParser::Private::takeExpected(
    QByteArrayView text, quint64 &count, QByteArrayView &last)
{
    for (auto line = shapes.expected(text); line.shape; line = shapes.expected(text)) {
        if (line.shape->endsInCount && mayNextGoOn(text.sliced(line.sizeWithEnd)))
            break;
        if (!line.shape->isOfPort(text.first(line.size)))
            break;
        const auto message = begin(*line.shape, text.first(line.size));
        const QLatin1String ascii(message.data(), message.size());
        for (const auto &hit : line.shape->hits)
            hit.rule->apply(state, RuleMatch(ascii, count, shapes.captures(hit), hit.texts));
        last = message.isEmpty() ? last : message;
        text = text.sliced(line.sizeWithEnd);
        ++count;
    }
    return text;
}

/// What every line of the shape does; returns its message.
QByteArrayView ConsoleParser::Private::begin(const LineShape &shape, QByteArrayView line)
{
    byteCount += static_cast<quint64>(line.size());
    state.hints |= shape.hints;
    if (!shape.port.isEmpty())
        state.selectPort(shape.port);
    return line.sliced(shape.messageAt);
}

void ConsoleParser::Private::takeBytes(QByteArrayView bytes, quint64 number, bool isEnded)
{
    const auto bare = bytes.sliced(capturePrefixOf(bytes).size);
    if (!held.line.text.isNull() && !mayGoOn(bare))
        flushHeld(LineEnd::Newline);
    if (metrics.take(state, bare, number) || takeEtdump(state, bytes, number, isEnded))
        return;
    if (number == 1 && (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff")))
        bytes = bytes.sliced(2); // UTF-16; its zero bytes are dropped below
    const auto ruled = bytes.first(qMin(bytes.size(), limits::RuleBytes));
    garbageCount += static_cast<quint64>(garbageOf(ruled));
    byteCount += static_cast<quint64>(ruled.size());
    const auto end = isEnded ? LineEnd::Newline : LineEnd::EndOfText;
    const auto clean = withoutControls(ruled);
    const auto prefix = capturePrefixOf(clean);
    takePort(prefix.port);
    const auto text = QString::fromUtf8(QByteArrayView(clean).sliced(prefix.size));
    auto shape = takeText({ text, number, prefix.size > 0 }, end);
    if (!held.line.text.isNull())
        held.bytes = ruled.toByteArray();
    else
        remember(ruled, prefix, std::move(shape));
}

/// What waits for the next line waits for one of the same port.
void ConsoleParser::Private::takePort(QByteArrayView port)
{
    if (port.isEmpty())
        return;
    const auto name = QString::fromLatin1(port);
    if (name == state.port())
        return;
    if (!held.line.text.isNull())
        flushHeld(LineEnd::Newline);
    flushFragment();
    state.selectPort(name);
}

/// `shape`: of the line without its prefix.
void ConsoleParser::Private::remember(
    QByteArrayView line, const CapturePrefix &prefix, LineShape shape)
{
    if (!shape.isFixed || !isPlainLine(line))
        return;
    shape.messageAt += prefix.size;
    shape.portText = prefix.port.toByteArray();
    shape.port = QString::fromLatin1(prefix.port);
    shape.portAt = prefix.port.isEmpty() ? 0 : line.indexOf(prefix.port);
    shapes.remember(line, std::move(shape));
}

LineShape ConsoleParser::Private::takeText(const BareLine &bare, LineEnd end)
{
    const auto &[text, number, hasPrefix] = bare;
    if (!held.line.text.isNull()) {
        const auto rest = held.line.hasPrefix == hasPrefix ? countRest(text) : CountRest::None;
        if (rest == CountRest::DigitsAndUnit) {
            const auto before = std::exchange(held, {}).line;
            takeLine(parseLine(before.text + text, before.number, end));
            return {}; // no line has the shape of both
        }
        flushHeld(rest == CountRest::Digits ? LineEnd::Wrapped : LineEnd::Newline);
    }
    if (takeWrapped(bare, end) || holdWrapped(bare, end))
        return {};
    const auto [cut, isThread] = overrunOf(text);
    if (cut > 0 && !isThread) { // a message without its line end
        takeLine(parseLine(text.first(cut), number, LineEnd::Overrun));
        takeLine(parseLine(text.sliced(cut), number, end));
        return {};
    }
    if (cut > 0) { // the rest of the first message comes on the next line
        flushFragment();
        fragment = { text.first(cut), number, hasPrefix };
        takeLine(parseLine(text.sliced(cut), number, end));
        return {};
    }
    auto line = parseLine(text, number, end);
    if (!fragment.text.isEmpty() && fragment.hasPrefix == hasPrefix
        && line.prefix == LinePrefix::None && !text.trimmed().isEmpty()) {
        const auto before = std::exchange(fragment, {});
        takeLine(parseLine(before.text + text, before.number, end));
        return {};
    }
    flushFragment();
    if (end == LineEnd::Newline && endsInCount(line.message)) {
        held = { .line = bare, .bytes = {} };
        return {};
    }
    return takeLine(line);
}

/// Puts the text behind the beginning that was kept, if it is its rest. A tag that is whole then
/// tells how wide the terminal is.
bool ConsoleParser::Private::takeWrapped(const BareLine &line, LineEnd end)
{
    if (wrapped.line.text.isNull())
        return false;
    constexpr qsizetype Longest = 400; // of a message
    const auto &text = line.text;
    const auto [before, number, hasPrefix] = std::exchange(wrapped.line, {});
    const bool isTag = stopsInTag(before);
    const BareLine whole{ before + text, number, hasPrefix };
    const bool isRest = hasPrefix == line.hasPrefix && !text.trimmed().isEmpty()
        && whole.text.size() <= Longest && parseLine(text, 0, end).prefix == LinePrefix::None
        && !OutputCollector::mayTake(text)
        && (!isTag || wrapped.width > 0 || !stopsInTag(whole.text));
    if (!isRest) {
        takeLine(parseLine(before, number, isTag ? LineEnd::Overrun : LineEnd::Newline));
        return false;
    }
    if (isTag && wrapped.width == 0)
        wrapped.width = before.size();
    if (text.size() == wrapped.width && end == LineEnd::Newline)
        wrapped.line = whole; // and on
    else
        takeText(whole, end);
    return true;
}

/// Keeps a line that may go on in the next one: its tag is not whole, or it is as long as lines of
/// this terminal are at most.
bool ConsoleParser::Private::holdWrapped(const BareLine &line, LineEnd end)
{
    const bool isFull = wrapped.width > 0 && line.text.size() == wrapped.width;
    if (end != LineEnd::Newline || !fragment.text.isEmpty() || (!isFull && !stopsInTag(line.text)))
        return false;
    wrapped.line = line;
    return true;
}

void ConsoleParser::Private::flushHeld(LineEnd end)
{
    const auto [line, bytes] = std::exchange(held, {});
    auto shape = takeLine(parseLine(line.text, line.number, end));
    shape.endsInCount = true;
    remember(bytes, capturePrefixOf(bytes), std::move(shape));
}

void ConsoleParser::Private::flushFragment()
{
    if (!wrapped.line.text.isNull()) {
        const auto line = std::exchange(wrapped.line, {});
        takeLine(parseLine(line.text, line.number, LineEnd::Newline));
    }
    if (!fragment.text.isEmpty()) {
        const auto line = std::exchange(fragment, {});
        takeLine(parseLine(line.text, line.number, LineEnd::Overrun));
    }
}

/// Returns what every line of the same shape means; not fixed if that depends on more.
LineShape ConsoleParser::Private::takeLine(const ConsoleLine &line)
{
    LineShape shape{ .hints = hintsOfPrefix(line) };
    state.hints |= shape.hints;
    if (line.message.isEmpty())
        return shape;
    // The last integer of a row may be cut where the text stops.
    const bool isWhole = line.end == LineEnd::Newline;
    if (auto table = layers.next(isWhole ? line.message : QString()))
        state.profiles.addLayers(std::move(*table));
    if (state.outputs.take(line.message, !isWhole)) {
        state.hints |= OutputHints;
        return shape;
    }
    if (state.ticks.isOpen()) {
        if (state.ticks.take(line))
            return shape;
        endTickTable(state);
    }
    if (saysTextWasLeftOut(line.bare)) {
        state.isAbridged = true;
        return shape;
    }
    auto outcome = applyRules(state, line);
    families->apply(state, line, outcome);
    shape.hints |= outcome.hints;
    state.hints |= shape.hints;
    const bool isListed = listError(state, line, outcome.hints);
    shape.messageAt = line.text.size() - line.message.size();
    shape.hits = std::move(outcome.hits);
    shape.isFixed = outcome.isFixed && isWhole && !isListed && !state.ticks.isOpen()
        && !OutputCollector::mayTake(line.message) && !LayerCollector::mayBeRow(line.message)
        && line.text.endsWith(line.message);
    // That text was left out is said by short lines only, which begin and end like this.
    const auto visible = QStringView(line.bare).trimmed();
    const bool maySayLeftOut = !visible.isEmpty()
        && (u".:"_s.contains(visible.front())
                ? !visible.back().isLetterOrNumber()
                : u"[<("_s.contains(visible.front()) && u"]>)"_s.contains(visible.back()));
    shape.isElastic = outcome.isElastic && !visible.isEmpty() && !maySayLeftOut;
    return shape;
}

void ConsoleParser::Private::noteLimits()
{
    const auto measurements = state.measurements();
    const std::pair<bool, QString> parts[] = {
        { cutLines > 0,
            u"lines are kept up to %1 bytes: of %2 lines that are longer, %3 bytes were not read; "
            "the console itself is kept whole"_s.arg(limits::LineBytes)
                .arg(cutLines)
                .arg(cutBytes) },
        { measurements.dropped > 0, droppedText(measurements) },
        { measurements.wereCountersDropped, u"not all counters of a measurement were kept"_s },
        { layers.wasLimited(), u"not all layers were kept"_s },
        { state.outputs.wasLimited(), u"not all output values were kept"_s },
        { state.jobs.wasLimited(), u"not all jobs were kept"_s },
        { state.areErrorsLimited, u"not all errors were kept"_s }
    };
    for (const auto &[wasLimited, text] : parts) {
        if (wasLimited)
            state.diagnostics.add(u"log.limit"_s, Severity::Warning, text);
    }
}

Result<Run> ConsoleParser::Private::finish()
{
    splitter.finish();
    if (!held.line.text.isNull())
        flushHeld(LineEnd::Newline);
    flushFragment();
    metrics.finish(state);
    cutLines = splitter.cutLines();
    cutBytes = splitter.cutBytes();
    return collected();
}

/// Of a copy of what was collected. A line that has not ended, or half of a block, is not read: a
/// number of which more digits are to come would be wrong.
Result<Run> ConsoleParser::Private::snapshot() const
{
    Private copy;
    copy.families = families;
    copy.head = head;
    copy.state = state;
    copy.layers = layers;
    if (!held.line.text.isNull())
        copy.takeLine(parseLine(held.line.text, held.line.number, LineEnd::Newline));
    copy.byteCount = byteCount;
    copy.garbageCount = garbageCount;
    copy.cutLines = splitter.cutLines();
    copy.cutBytes = splitter.cutBytes();
    return copy.collected();
}

/// The run from what was collected, which is empty afterwards.
Result<Run> ConsoleParser::Private::collected()
{
    if (auto table = layers.finish())
        state.profiles.addLayers(std::move(*table));
    endTickTable(state);
    const bool isText = !head.isBinary() && garbageCount * 4 <= byteCount;
    if (!isText || !(state.hints & HintNpu))
        return fail(ErrorCode::FormatUnknown, u"nothing in the text points to the log of an NPU"_s);
    noteLimits();
    Run run;
    run.family = familyOf(state.hints);
    run.status = statusOf(state);
    run.isAbridged = state.isAbridged;
    run.cpuClockHz = state.cpuClockHz;
    run.npuClockHz = state.npuClockHz;
    run.inferences = state.inferences.finish(state.jobs.succeeded(), state.isAbridged);
    run.jobs = state.jobs.take();
    run.profiles = state.takeProfiles();
    run.npu = state.npu.finish(run.profiles);
    state.driverCounters.addTo(run.profiles, run.npu ? run.npu->product : QString());
    if (state.programs.areSeveral())
        state.model.model.pteBytes.reset();
    run.model = state.model.finish(
        run.family == LogFamily::ExecutorchRunner, state.isAbridged, state.compiledFor);
    run.memory = state.memory;
    if (const auto planned = state.plannedBuffers.bytes())
        run.memory.plannedBytes = planned;
    if (state.programs.areSeveral())
        separatePrograms(run);
    run.outputs = state.outputs.finish();
    run.errors = std::move(state.errors);
    run.etdump = std::move(state.etdump);
    run.diagnostics = state.diagnostics.take();
    return run;
}

/// What was said of one of several programs is not said of the others.
void ConsoleParser::Private::separatePrograms(Run &run)
{
    state.programs.label(run.profiles);
    run.memory = {};
    state.diagnostics.add(u"log.programs"_s, Severity::Warning,
        u"programs of different sizes were loaded: measurements are told apart by them, sizes and "
        "memory are of none alone"_s);
}

ConsoleParser::ConsoleParser(std::shared_ptr<const FamilyRules> families)
    : d(std::make_unique<Private>())
{
    if (families)
        d->families = std::move(families);
}
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

Result<Run> ConsoleParser::snapshot() const
{
    return d->snapshot();
}

Result<Run> parseConsole(QByteArrayView bytes, std::shared_ptr<const FamilyRules> families)
{
    constexpr qsizetype PieceSize = 16 << 20; // a console may be larger than the memory
    ConsoleParser parser(std::move(families));
    for (qsizetype at = 0; at < bytes.size(); at += PieceSize) {
        const auto piece = bytes.sliced(at, std::min(PieceSize, bytes.size() - at));
        parser.feed(piece);
        MappedFile::release(piece);
    }
    return parser.finish();
}

} // namespace tosaic::profile
