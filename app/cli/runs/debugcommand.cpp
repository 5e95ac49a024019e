// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"

#include "app/cli/frame/commandline.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/runs/accuracyoutput.h"
#include "app/cli/runs/debugoutput.h"
#include "core/accuracy/streamdifference.h"
#include "core/base/jsonlist.h"
#include "core/documents/externaldata.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/programin.h"
#include "core/inspect/openstreams.h"
#include "core/localrun/array.h"
#include "core/localrun/debugmemory.h"
#include "core/npu/access.h"
#include "core/npu/disassemble.h"
#include "core/npusim/invocation.h"
#include "core/npusim/simulator.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace debugcommand {
namespace {

constexpr qint64 LargestPrint = 65536; ///< numbers or bytes of one thing that is printed

constexpr quint64 ShownLength = 16; ///< bytes, where no length is said

/// "1+0x40" or, with a length, "1+0x40:16".
struct Place
{
    int region = 0;
    quint64 address = 0;
    quint64 length = 1;
    bool mayBeShorter = false; ///< at the end of the region
};

struct Break
{
    std::optional<quint32> operation;
    std::optional<quint32> offset;
    std::optional<Place> write;
    bool isDifference = false; ///< becomes `operation` once it is known
};

struct Question
{
    QString path;
    std::optional<int> stream; ///< EntityRef::streamNumber(); absent: the first
    quint64 seed = 0;
    std::vector<std::pair<QString, QString>> inputs; ///< by index of the stream
    Break stopAt;
    QStringList prints;
    QStringList dataFiles; ///< .ptd that are not beside the program, absolute
    accuracy::RightValues right; ///< of a break at a difference
    bool wantsJson = false;
};

std::optional<Place> placeOf(const QString &text, bool mayHaveLength)
{
    const auto plus = text.indexOf(u'+');
    const auto found = mayHaveLength ? text.indexOf(u':', plus) : -1;
    const auto colon = found < 0 ? text.size() : found;
    if (plus < 1)
        return std::nullopt;
    bool isRegion = false;
    bool isAddress = false;
    bool isLength = true;
    Place place;
    place.region = text.first(plus).toInt(&isRegion);
    place.address = text.sliced(plus + 1, colon - plus - 1).toULongLong(&isAddress, 0);
    if (found >= 0)
        place.length = text.sliced(colon + 1).toULongLong(&isLength, 0);
    const bool isGood = isRegion && isAddress && isLength && place.region >= 0
        && place.region < npusim::Memory::RegionCount && place.length > 0
        && place.length <= quint64(LargestPrint) && place.address < npu::AddressEnd;
    return isGood ? std::optional(place) : std::nullopt;
}

bool readBreak(const QString &text, Break &stopAt)
{
    const auto value = text.section(u':', 1);
    bool isNumber = false;
    const auto number = value.toUInt(&isNumber, 0);
    if (text.startsWith("op:"_L1) && isNumber)
        stopAt.operation = number;
    else if (text.startsWith("offset:"_L1) && isNumber)
        stopAt.offset = number;
    else if (text.startsWith("write:"_L1))
        stopAt.write = placeOf(value, false);
    stopAt.isDifference = text == "difference"_L1;
    return stopAt.operation || stopAt.offset || stopAt.write || stopAt.isDifference;
}

/// Without a length, one line of bytes.
std::optional<Place> printedPlace(const QString &text)
{
    const auto where = text.section(u':', 1);
    auto place = text.startsWith("region:"_L1) ? placeOf(where, true) : std::nullopt;
    if (place && !where.contains(u':')) {
        place->length = ShownLength;
        place->mayBeShorter = true;
    }
    return place;
}

bool isPrint(const QString &text)
{
    return text == "registers"_L1 || text == "map:ifm"_L1 || text == "map:ifm2"_L1
        || text == "map:ofm"_L1 || printedPlace(text);
}

class Debugger
{
public:
    Debugger(Question question, Streams &streams)
        : m_question(std::move(question)), m_streams(streams)
    {
    }

    Answer run();

private:
    Result<npusim::Memory> prepare(
        const npu::PlacedStream &placed, const std::shared_ptr<const ByteSource> &source);
    Result<void> findDifference(
        const npu::PlacedStream &placed, const std::shared_ptr<const ByteSource> &source);
    bool isReached(const npu::Operation &operation) const;
    void printBefore(npusim::Simulator &simulator);
    void printBehind(npusim::Simulator &simulator, const npu::Stream &stream);
    QJsonObject mapJson(npusim::Simulator &simulator, const Result<npusim::MapSetup> &map,
        const std::optional<npu::FeatureMap> &known) const;
    QJsonObject regionJson(const npusim::Simulator &simulator, const Place &place) const;
    QJsonArray registersJson(const npu::Stream &stream, quint32 operation) const;
    int answer(const npusim::Simulator &simulator, bool isStopped);

    Question m_question;
    Streams &m_streams;
    std::vector<QByteArray> m_inputs; ///< of the stream, as prepared
    QJsonObject m_difference; ///< empty: there is none, or nobody asked
    std::map<qsizetype, QJsonObject> m_printed; ///< by the order of the options
};

Result<npusim::Memory> Debugger::prepare(
    const npu::PlacedStream &placed, const std::shared_ptr<const ByteSource> &source)
{
    std::map<size_t, QByteArray> given;
    const auto takes
        = placed.place.payload ? placed.place.payload->inputs : std::vector<model::IoDescriptor>();
    for (const auto &[key, array] : TRY(localrun::readArrays(m_question.inputs))) {
        const auto index = size_t(key.toUInt());
        if (index >= takes.size())
            return fail(ErrorCode::SpecInvalid,
                u"the stream has no input %1; it has %2"_s.arg(key).arg(takes.size()));
        const auto bytes = npusim::bytesOf(takes[index]).value_or(0);
        if (bytes != quint64(array.bytes.size()))
            return fail(ErrorCode::SpecInvalid,
                u"input %1 of the stream takes %2 bytes, the file has %3 (%4); give what the NPU "
                "gets, which is quantised"_s.arg(key)
                    .arg(bytes)
                    .arg(array.bytes.size())
                    .arg(model::dtypeName(array.type)));
        given.emplace(index, array.bytes);
    }
    m_inputs = TRY(localrun::debugInputs(placed, given, m_question.seed));
    return localrun::debugMemory(placed, source, m_inputs, m_question.seed);
}

/// A whole run before the one that stops: which operation is it?
Result<void> Debugger::findDifference(
    const npu::PlacedStream &placed, const std::shared_ptr<const ByteSource> &source)
{
    auto memory = TRY(prepare(placed, source));
    const auto table
        = TRY(accuracy::compareStream(*placed.stream, memory, m_inputs, m_question.right));
    if (const auto *first = table.first()) {
        m_question.stopAt.operation = first->operation;
        m_difference = breakJson(*first, table.closer());
    }
    return {};
}

bool Debugger::isReached(const npu::Operation &operation) const
{
    const auto &[index, offset, write, isDifference] = m_question.stopAt;
    Q_UNUSED(isDifference)
    if (index)
        return operation.index == *index;
    if (offset)
        return operation.offset == *offset;
    if (!write)
        return false;
    return std::ranges::any_of(npu::accessesOf(operation).writes, [&](const auto &range) {
        return range.region == write->region && write->address >= range.address
            && write->address < npu::endOf(range);
    });
}

QJsonObject Debugger::mapJson(npusim::Simulator &simulator, const Result<npusim::MapSetup> &map,
    const std::optional<npu::FeatureMap> &known) const
{
    if (!map || !known)
        return { { u"problem"_s, map ? u"the operation has no such map"_s : map.error().detail } };
    const auto shape = known->memoryShape();
    const npusim::Shape read{ shape[0], shape[1], shape[2] };
    QJsonObject json{ { u"shape"_s, jsonList(shape) }, { u"region"_s, map->region },
        { u"address"_s, map->base[0] }, { u"zeroPoint"_s, map->zeroPoint },
        { u"bits"_s, 8 * map->bytes }, { u"signed"_s, map->isSigned } };
    if (read.elements() > LargestPrint) {
        json.insert(u"problem"_s, u"more than %1 numbers"_s.arg(LargestPrint));
        return json;
    }
    const auto values = simulator.valuesOf(*map, read);
    if (values)
        json.insert(u"values"_s, jsonList(values->numbers));
    else
        json.insert(u"problem"_s, values.error().detail);
    return json;
}

QJsonObject Debugger::regionJson(const npusim::Simulator &simulator, const Place &place) const
{
    auto length = place.length;
    auto bytes = simulator.memory().get(place.region, qint64(place.address), length);
    while (!bytes && place.mayBeShorter && length > 1)
        bytes = simulator.memory().get(place.region, qint64(place.address), --length);
    if (!bytes)
        return { { u"problem"_s, bytes.error().detail } };
    return { { u"address"_s, qint64(place.address) },
        { u"hex"_s, QString::fromLatin1(bytes->toByteArray().toHex()) },
        { u"written"_s,
            simulator.memory().isWritten(place.region, qint64(place.address), length) } };
}

QJsonArray Debugger::registersJson(const npu::Stream &stream, quint32 operation) const
{
    return jsonList(npu::registersAt(stream, operation), [](const npu::RegisterValue &value) {
        return QJsonObject{ { u"name"_s, value.name }, { u"value"_s, qint64(value.value) } };
    });
}

/// Inputs are what the operation finds: it may write over them.
void Debugger::printBefore(npusim::Simulator &simulator)
{
    auto setup = simulator.setup();
    const auto &operation = *simulator.nextOperation();
    for (qsizetype i = 0; i < m_question.prints.size(); ++i) {
        if (m_question.prints[i] == "map:ifm"_L1)
            m_printed[i] = mapJson(simulator, setup.ifm(), operation.ifm);
        else if (m_question.prints[i] == "map:ifm2"_L1)
            m_printed[i] = mapJson(simulator, setup.ifm2(), operation.ifm2);
    }
}

void Debugger::printBehind(npusim::Simulator &simulator, const npu::Stream &stream)
{
    const auto *operation = simulator.operation();
    for (qsizetype i = 0; i < m_question.prints.size(); ++i) {
        const auto &what = m_question.prints[i];
        if (what == "registers"_L1 && operation)
            m_printed[i] = { { u"registers"_s, registersJson(stream, operation->index) } };
        else if (what == "map:ofm"_L1)
            m_printed[i] = simulator.output() && operation
                ? mapJson(simulator, simulator.output()->map, operation->ofm)
                : QJsonObject{ { u"problem"_s, u"the operation has no such map"_s } };
        else if (what.startsWith("region:"_L1))
            m_printed[i] = regionJson(simulator, *printedPlace(what));
    }
}

int Debugger::answer(const npusim::Simulator &simulator, bool isStopped)
{
    if (simulator.refusal())
        tellProblem(
            { u"debug.refused"_s, Severity::Error,
                { .offset = simulator.refusal()->offset, .entity = simulator.refusal()->command },
                simulator.refusal()->error.detail },
            m_streams);
    else if (!isStopped)
        tellProblem({ u"debug.not-reached"_s, Severity::Error, {},
                        m_question.stopAt.isDifference
                            ? u"every operation that can be compared is as the reference says"_s
                            : u"the stream ended without coming there"_s },
            m_streams);
    QJsonArray printed;
    for (auto &[index, json] : m_printed) {
        json.insert(u"what"_s, m_question.prints[index]);
        printed.append(json);
    }
    QJsonObject document{ { u"printed"_s, printed } };
    if (!m_difference.isEmpty())
        document.insert(u"difference"_s, m_difference);
    if (const auto *operation = simulator.operation())
        document.insert(u"stoppedAt"_s,
            QJsonObject{ { u"offset"_s, qint64(operation->offset) },
                { u"operation"_s, qint64(operation->index) },
                { u"kind"_s, npu::operationKindName(operation->kind) } });
    if (m_question.wantsJson) {
        printDocument(document, m_streams);
    } else if (const auto *operation = simulator.operation()) {
        m_streams.out << "behind operation " << operation->index << ", "
                      << npu::operationKindName(operation->kind) << ' ' << operation->mode
                      << " at offset " << operation->offset << '\n';
        for (const auto &value : printed)
            m_streams.out << printedText(value.toObject(), m_streams.width);
    }
    if (simulator.refusal())
        return ToolFailed;
    return isStopped ? Fine : BadInput;
}

Answer Debugger::run()
{
    const auto source = TRY(ByteSource::map(m_question.path));
    auto opened = TRY(inspect::openStreams(source));
    const auto external
        = findExternal(opened, QFileInfo(m_question.path).absolutePath(), m_question.dataFiles);
    if (external)
        tellProblems(external->diagnostics, m_streams);
    const auto placed = npu::disassembleAll(*opened.source, opened.places);
    const auto isAsked = [&, place = 0](const npu::PlacedStream &one) mutable {
        const auto number = one.place.owner.streamNumber(place++);
        return number == m_question.stream.value_or(number);
    };
    const auto asked = std::ranges::find_if(placed, isAsked);
    if (asked == placed.end())
        return fail(ErrorCode::FormatUnsupported,
            placed.empty() ? u"there is no command stream in it: nothing of it runs on an NPU"_s
                           : u"there is no command stream %1; there are %2"_s
                                 .arg(m_question.stream.value_or(0))
                                 .arg(placed.size()),
            { .file = m_question.path });
    const auto &one = *asked;
    if (!one.stream)
        return fail(one.error.value_or(Error()));
    if (m_question.stopAt.isDifference)
        TRY(findDifference(one, source));
    auto memory = TRY(prepare(one, source));
    npusim::Simulator simulator(*one.stream, memory, {});
    bool isStopped = false;
    while (!isStopped && simulator.seek()) {
        const auto *next = simulator.nextOperation();
        isStopped = next && isReached(*next);
        if (isStopped)
            printBefore(simulator);
        if (!simulator.step())
            break;
    }
    printBehind(simulator, *one.stream);
    return answer(simulator, isStopped && !simulator.refusal());
}

Answer debug(const Input &in)
{
    Question question{ .path = in.names.value(0), .wantsJson = in.wantsJson() };
    std::optional<int> stream;
    std::optional<quint64> seed;
    if (in.names.size() != 1 || !in.number(u"delegate"_s, stream) || !in.number(u"seed"_s, seed))
        return misuse(u"tosaic-cli debug FILE --break op:N [--print map:ofm]..."_s);
    question.stream = stream;
    question.seed = seed.value_or(0);
    if (!in.isSet(u"break"_s))
        return misuse(u"--break says where to stop: tosaic-cli debug FILE --break op:N"_s);
    if (!readBreak(in.value(u"break"_s), question.stopAt))
        return misuse(u"--break takes op:N, offset:X, write:REGION+ADDRESS or difference"_s);
    question.path = TRY(programIn(question.path));
    const QFileInfo file(question.path);
    const auto beside = file.suffix() == "npz"_L1
        ? file.path()
        : file.dir().filePath(u"partition%1"_s.arg(stream.value_or(0)));
    question.right
        = accuracy::rightValuesIn(in.isSet(u"partition"_s) ? in.value(u"partition"_s) : beside);
    question.right.kept = in.value(u"reference"_s);
    question.right.interpreter = interpreterOf(in);
    if (question.stopAt.isDifference && question.right.kept.isEmpty())
        question.right.interpreter = findInterpreter(toolchain::EnvironmentSearch::Need::Vela,
            question.right.interpreter, [](const auto &) {});
    for (const auto &path : in.values(u"data"_s))
        question.dataFiles.append(QFileInfo(path).absoluteFilePath());
    question.prints = in.values(u"print"_s);
    if (!std::ranges::all_of(question.prints, isPrint))
        return misuse(
            u"--print takes region:N+ADDRESS[:LENGTH], map:ifm, map:ifm2, map:ofm or registers"_s);
    for (const auto &value : in.values(u"input"_s)) {
        bool isIndex = false;
        const auto index = value.section(u'=', 0, 0).toUInt(&isIndex);
        if (!isIndex || !value.contains(u'='))
            return misuse(u"--input takes INDEX=FILE"_s);
        question.inputs.emplace_back(QString::number(index), value.section(u'=', 1));
    }
    return Debugger(std::move(question), in.streams).run();
}

} // namespace
} // namespace debugcommand

Command debugCommand()
{
    return commandOf({ .name = u"debug"_s,
        .summary = u"run a command stream to a place and look around"_s,
        .description = u"Runs one Ethos-U command stream in the simulator, stops behind an "
                       u"operation, and prints "
                       "registers, bytes and feature maps. Inputs are those of the stream."_s,
        .names = { { u"FILE"_s,
            u"The program, or the folder of its compile; content decides, not the name."_s } },
        .options = { { u"break"_s, u"Where to stop: behind the first operation that fits."_s,
                         u"op:N|offset:X|write:REGION+ADDRESS|difference"_s },
            { u"print"_s,
                u"What to print: region:N+ADDRESS[:LENGTH] (16 bytes), map:ifm, map:ifm2, map:ofm, "
                "registers."_s,
                u"WHAT"_s },
            { u"delegate"_s,
                u"Which stream, the first if not given: in a .pte the delegate's index, else the "
                "stream's; both count from 0."_s,
                u"N"_s },
            { u"partition"_s,
                u"Of a difference: folder with the stream's partition.tosa and debug.xml (beside "
                "a .npz; partitionN beside a .pte)."_s,
                u"DIR"_s },
            { u"reference"_s,
                u"Of a difference: a kept run of `reference --intermediates` on these inputs."_s,
                u"DIR"_s },
            { u"python"_s, u"Of a difference: interpreter with tosa-tools."_s, u"INTERPRETER"_s },
            { u"input"_s, u"An input of the stream (.npy, .npz); others are seeded."_s,
                u"INDEX=FILE"_s },
            { u"data"_s, u"A .ptd that is not beside the program; again for more."_s,
                u"FILE.ptd"_s },
            { u"seed"_s, u"Seed of the other inputs (0)."_s, u"N"_s } },
        .answer = debugcommand::debug });
}

} // namespace tosaic::cli
