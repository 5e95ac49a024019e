// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/velanpz.h"

#include "core/formats/ethosu/payloadcommands.h"
#include "core/formats/zip/ziparchive.h"

#include <QtEndian>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

constexpr quint64 IntegerLimit = 65'536; ///< elements of an array that is read as numbers
constexpr quint64 InflateLimit = quint64(1) << 28; ///< bytes of one compressed array

template <typename T>
std::vector<qint64> numbers(QByteArrayView bytes, bool isBigEndian)
{
    std::vector<qint64> result;
    for (qsizetype at = 0; at + qsizetype(sizeof(T)) <= bytes.size(); at += qsizetype(sizeof(T))) {
        const auto *here = bytes.data() + at;
        result.push_back(
            qint64(isBigEndian ? qFromBigEndian<T>(here) : qFromLittleEndian<T>(here)));
    }
    return result;
}

class NpzReader
{
public:
    NpzReader(std::shared_ptr<VelaNpz> result, ZipArchive &archive)
        : m_result(std::move(result)), m_archive(archive)
    {
    }

    void read()
    {
        const auto &members = m_archive.members();
        for (size_t i = 0; i < members.size(); ++i) {
            if (members[i].name.endsWith(".npy"_L1))
                readMember(i);
            else if (!members[i].isFolder())
                m_sink.add(u"npz.foreign-member"_s, Severity::Info, u"not an array: left out"_s,
                    { .section = members[i].name });
        }
        readPayload();
        for (auto &diagnostic : m_sink.take())
            m_result->diagnostics.push_back(std::move(diagnostic));
    }

private:
    void readMember(size_t index)
    {
        const auto &member = m_archive.members()[index];
        const auto content = m_archive.data(index, member.data ? member.size : InflateLimit);
        if (!content)
            return report(member, content.error());
        auto header = readNpyHeader((*content)->bytes());
        if (!header)
            return report(member, header.error());
        NpzArray array;
        array.name = member.name.chopped(4);
        array.header = std::move(*header);
        if (array.header.isObject()) {
            m_sink.add(u"npz.pickle"_s, Severity::Info,
                u"a pickled object array: its content is not read, unpickling runs code"_s,
                { .section = member.name });
        } else {
            const auto wanted = array.header.dataBytes();
            const auto offset = array.header.dataOffset;
            const auto there = (*content)->size() - offset;
            if (!wanted || *wanted > there)
                m_sink.add(u"npz.cut"_s, Severity::Error,
                    u"shape and type need more bytes than the %1 that are there"_s.arg(there),
                    { .section = member.name });
            else if (auto part = ByteSource::part(*content, offset, *wanted)) {
                array.data = *part;
                if (member.data)
                    array.range = model::ByteRange{ member.data->offset + offset, *wanted };
            }
        }
        m_result->arrays.push_back(std::move(array));
    }

    void report(const ZipMember &member, const Error &error)
    {
        auto diagnostic = diagnosticOf(error);
        diagnostic.location.section = member.name;
        m_sink.add(std::move(diagnostic));
    }

    std::vector<qint64> integers(const QString &name)
    {
        const auto *array = m_result->array(name);
        // NumPy makes an empty list an array of float64.
        if (!array || array->header.isObject() || array->header.elements() == 0U)
            return {};
        auto values = integersOf(*array);
        if (!values)
            m_sink.add(u"npz.array"_s, Severity::Warning,
                u"should hold at most %1 whole numbers, but is %2"_s.arg(IntegerLimit)
                    .arg(array->header.dtype),
                { .section = name });
        return values.value_or(std::vector<qint64>());
    }

    std::optional<quint64> size(const QString &name, const QString &otherwise)
    {
        for (const auto &key : { name, otherwise }) {
            const auto values = integers(key);
            if (values.size() == 1 && values[0] >= 0)
                return quint64(values[0]);
        }
        return std::nullopt;
    }

    std::vector<model::IoDescriptor> descriptors(const QString &which)
    {
        std::vector<model::IoDescriptor> result;
        const auto shapes = integers(which + u"_shape"_s);
        const auto sizes = integers(which + u"_elem_size"_s);
        const auto offsets = integers(which + u"_offset"_s);
        const auto regions = integers(which + u"_region"_s);
        const auto count = offsets.size();
        if (sizes.size() != count || regions.size() != count
            || (count > 0 && shapes.size() % count != 0)) {
            m_sink.add(u"npz.descriptors"_s, Severity::Warning,
                u"the arrays %1_shape, _elem_size, _offset and _region do not fit together"_s.arg(
                    which),
                { .section = which });
            return result;
        }
        const auto rank = count > 0 ? shapes.size() / count : 0;
        for (size_t i = 0; i < count; ++i) {
            model::IoDescriptor descriptor;
            for (size_t d = 0; d < rank; ++d)
                descriptor.shape.push_back(small(shapes[i * rank + d]));
            descriptor.elementSize = small(sizes[i]);
            descriptor.offset = offsets[i];
            descriptor.region = small(regions[i]);
            result.push_back(std::move(descriptor));
        }
        return result;
    }

    /// Numbers of a tensor that 32 bits do not hold are damage; the nearest one shows it.
    static qint32 small(qint64 value)
    {
        return qint32(std::clamp<qint64>(
            value, std::numeric_limits<qint32>::min(), std::numeric_limits<qint32>::max()));
    }

    void readPayload()
    {
        if (m_result->commandData().isEmpty()) {
            m_sink.add(u"npz.no-commands"_s, Severity::Error,
                u"there is no array cmd_data: nothing to run"_s);
            return;
        }
        auto payload = std::make_shared<model::EthosUPayload>();
        for (const auto &array : m_result->arrays) {
            if (array.range)
                payload->blocks.push_back({ .name = array.name,
                    .headerOffset = array.range->offset - array.header.dataOffset,
                    .offset = array.range->offset,
                    .size = array.range->size });
        }
        payload->arenaBytes = size(u"scratch_size"_s, u"scratch_shape"_s);
        payload->fastArenaBytes = size(u"scratch_fast_size"_s, u"scratch_fast_shape"_s);
        payload->inputs = descriptors(u"input"_s);
        payload->outputs = descriptors(u"output"_s);
        readCommands(*payload);
        m_result->payload = std::move(payload);
    }

    void readCommands(model::EthosUPayload &payload)
    {
        const auto range = m_result->commandRange();
        Location place{ .section = u"cmd_data"_s };
        if (range)
            place.offset = range->offset;
        ethosu::CommandBudget budget;
        ethosu::readPayloadCommands(m_result->commandData(), payload, m_sink, place, budget);
    }

    std::shared_ptr<VelaNpz> m_result;
    ZipArchive &m_archive;
    DiagnosticSink m_sink;
};

} // namespace

const NpzArray *VelaNpz::array(const QString &name) const
{
    const auto found = std::find_if(
        arrays.begin(), arrays.end(), [&](const NpzArray &array) { return array.name == name; });
    return found == arrays.end() ? nullptr : &*found;
}

QByteArrayView VelaNpz::dataOf(QStringView name) const
{
    const auto *found = array(name.toString());
    return found && found->data ? found->data->bytes() : QByteArrayView();
}

std::optional<model::ByteRange> VelaNpz::commandRange() const
{
    const auto *commands = array(u"cmd_data"_s);
    return commands ? commands->range : std::nullopt;
}

std::optional<std::vector<qint64>> integersOf(const NpzArray &array)
{
    const auto count = array.header.elements();
    if (!array.data || !count || *count > IntegerLimit)
        return std::nullopt;
    const auto bytes = array.data->bytes();
    const auto isBig = array.header.isBigEndian;
    const auto isSigned = array.header.kind == 'i';
    if (!isSigned && array.header.kind != 'u')
        return std::nullopt;
    switch (array.header.itemBytes) {
    case 1:
        return isSigned ? numbers<qint8>(bytes, isBig) : numbers<quint8>(bytes, isBig);
    case 2:
        return isSigned ? numbers<qint16>(bytes, isBig) : numbers<quint16>(bytes, isBig);
    case 4:
        return isSigned ? numbers<qint32>(bytes, isBig) : numbers<quint32>(bytes, isBig);
    case 8:
        return isSigned ? numbers<qint64>(bytes, isBig) : numbers<quint64>(bytes, isBig);
    default:
        return std::nullopt;
    }
}

Result<std::shared_ptr<const VelaNpz>> readNpz(const std::shared_ptr<const ByteSource> &source)
{
    auto archive = ZipArchive::open(source);
    if (!archive)
        return fail(archive.error());
    auto result = std::make_shared<VelaNpz>();
    result->source = source;
    result->diagnostics = archive->diagnostics();
    NpzReader(result, *archive).read();
    return std::shared_ptr<const VelaNpz>(std::move(result));
}

} // namespace tosaic::formats::vela
