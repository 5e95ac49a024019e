// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/flattensor/flattensorreader.h"

#include "core/formats/flattensor/extendedheader.h"

#include "flattensor_generated.h"
#include "flattensorlegacy_generated.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace current = tosaic::flattensor::fb;
namespace legacy = tosaic::flattensorlegacy::fb;

namespace {

/// Bytes of a root table's field list that has a fourth field: only the legacy layouts do.
constexpr flatbuffers::voffset_t LegacyTable = 12;

template <typename Root>
bool isSound(QByteArrayView bytes)
{
    return verifierOf(bytes).VerifyBuffer<Root>(nullptr);
}

enum class Layout
{
    Damaged,
    Current,
    Legacy
};

Layout layoutOf(QByteArrayView bytes)
{
    const auto root = verifierOf(bytes).VerifyOffset(0);
    if (root == 0)
        return Layout::Damaged;
    auto checker = verifierOf(bytes);
    const auto *table = reinterpret_cast<const flatbuffers::Table *>(bytes.data() + root);
    if (!table->VerifyTableStart(checker))
        return Layout::Damaged;
    const auto fields = qFromLittleEndian<flatbuffers::voffset_t>(table->GetVTable());
    if (fields >= LegacyTable && isSound<legacy::FlatTensor>(bytes))
        return Layout::Legacy;
    if (isSound<current::FlatTensor>(bytes))
        return Layout::Current;
    return isSound<legacy::FlatTensor>(bytes) ? Layout::Legacy : Layout::Damaged;
}

class FlatTensorReader
{
public:
    FlatTensorReader(ReadContext &context, FlatTensorFile &file) : m_context(context), m_file(file)
    {
    }

    void read(const current::FlatTensor &root)
    {
        m_file.version = root.version();
        readSegments(root.segments());
        for (quint32 i = 0, count = m_context.count(root.named_data()); i < count; ++i) {
            const auto *from = root.named_data()->Get(i);
            FlatTensorEntry entry;
            entry.key = m_context.text(from->key());
            entry.segment = from->segment_index();
            if (const auto *layout = from->tensor_layout())
                entry.layout = layoutFrom(*layout);
            add(std::move(entry));
        }
    }

    void read(const legacy::FlatTensor &root)
    {
        m_file.isLegacy = true;
        m_file.version = root.version();
        m_file.tensorAlignment = root.tensor_alignment();
        m_context.report(u"ptd.legacy"_s, Severity::Warning,
            u"the layout of ExecuTorch 0.5 and 0.6: later runtimes cannot read it"_s,
            m_context.inFile());
        readSegments(root.segments());
        for (quint32 i = 0, count = m_context.count(root.tensors()); i < count; ++i) {
            const auto *from = root.tensors()->Get(i);
            FlatTensorEntry entry;
            entry.key = m_context.text(from->fully_qualified_name());
            entry.segment = from->segment_index();
            entry.offset = from->offset();
            entry.layout = layoutFrom(*from);
            add(std::move(entry));
        }
        for (quint32 i = 0, count = m_context.count(root.named_data()); i < count; ++i) {
            const auto *from = root.named_data()->Get(i);
            FlatTensorEntry entry;
            entry.key = m_context.text(from->key());
            entry.segment = from->segment_index();
            add(std::move(entry));
        }
    }

private:
    void report(const QString &id, Severity severity, const QString &text, const QString &key)
    {
        m_context.report(id, severity, text, m_context.inEntity(u"'%1'"_s.arg(key)));
    }

    template <typename Segment>
    void readSegments(const flatbuffers::Vector<flatbuffers::Offset<Segment>> *segments)
    {
        for (quint32 i = 0, count = m_context.count(segments); i < count; ++i) {
            m_file.segments.push_back({ segments->Get(i)->offset(), segments->Get(i)->size() });
            const auto &stored = m_file.segments.back();
            if (m_file.header && !find(i, 0, stored.size))
                m_context.report(u"ptd.segment-outside-file"_s, Severity::Error,
                    u"%1 bytes at %2 behind the segment base do not lie inside the file: what uses "
                    "them cannot be read"_s.arg(stored.size)
                        .arg(stored.offset),
                    m_context.inSection(u"segment %1"_s.arg(i)));
        }
    }

    template <typename From>
    FlatTensorLayout layoutFrom(const From &from)
    {
        return { static_cast<model::ScalarType>(from.scalar_type()),
            m_context.list<qint32>(from.sizes()), m_context.list<quint8>(from.dim_order()) };
    }

    std::optional<model::ByteRange> find(quint64 index, quint64 offset, quint64 size) const
    {
        if (!m_file.header || index >= m_file.segments.size())
            return std::nullopt;
        const auto &segment = m_file.segments[index];
        quint64 start = 0;
        if (offset > segment.size || size > segment.size - offset
            || __builtin_add_overflow(m_file.header->segmentBaseOffset, segment.offset, &start)
            || __builtin_add_overflow(start, offset, &start) || start > m_context.size()
            || size > m_context.size() - start)
            return std::nullopt;
        return model::ByteRange{ start, size };
    }

    void add(FlatTensorEntry entry)
    {
        if (m_keys.contains(entry.key))
            report(u"ptd.duplicate-name"_s, Severity::Warning,
                u"the key occurs twice: only one of them is found"_s, entry.key);
        m_keys.insert(entry.key);
        if (entry.segment >= m_file.segments.size()) {
            report(u"ptd.index-out-of-range"_s, Severity::Error,
                u"segment %1, the file has %2: the runtime refuses the key"_s.arg(entry.segment)
                    .arg(m_file.segments.size()),
                entry.key);
        } else {
            place(entry);
        }
        m_file.tensors.push_back(std::move(entry));
    }

    void place(FlatTensorEntry &entry)
    {
        const auto &segment = m_file.segments[entry.segment];
        const auto rest = entry.offset <= segment.size ? segment.size - entry.offset : 0;
        entry.size = entry.layout ? bytesOf(*entry.layout) : std::optional(rest);
        if (!entry.size)
            entry.size = rest; // an unknown dtype: all there is
        entry.bytes = find(entry.segment, entry.offset, *entry.size);
        if (entry.layout && (entry.offset > segment.size || *entry.size > rest))
            report(u"ptd.constant-outside-segment"_s, Severity::Error,
                u"needs %1 bytes at %2 of segment %3, which has %4"_s.arg(*entry.size)
                    .arg(entry.offset)
                    .arg(entry.segment)
                    .arg(segment.size),
                entry.key);
        else if (entry.layout && !m_file.isLegacy && *entry.size != segment.size)
            report(u"ptd.constant-size"_s, Severity::Warning,
                u"needs %1 bytes, its segment has %2"_s.arg(*entry.size).arg(segment.size),
                entry.key);
    }

    static std::optional<quint64> bytesOf(const FlatTensorLayout &layout)
    {
        model::Tensor tensor;
        tensor.dtype = layout.dtype;
        tensor.shape = layout.shape;
        return tensor.byteSize();
    }

    ReadContext &m_context;
    FlatTensorFile &m_file;
    QSet<QString> m_keys;
};

} // namespace

Result<std::shared_ptr<const FlatTensorFile>> readFlatTensor(
    std::shared_ptr<const ByteSource> source)
{
    ReadContext context(*source);
    if (source->size() < 8 || source->bytes().sliced(4, 4) != "FT01")
        return fail(
            ErrorCode::FormatUnknown, u"not a file of external weights (.ptd)"_s, context.inFile());
    // The FlatBuffer is interrupted by the header; its offsets leap over it.
    const auto bytes = context.flatBuffer();
    const auto layout = layoutOf(bytes);
    if (layout == Layout::Damaged)
        return fail(ErrorCode::FormatDamaged,
            u"the FlatBuffer fits neither layout of .ptd files: the file was cut off, overwritten "
            u"or "
            "is of a newer kind"_s,
            context.inSection(u"root table"_s, qFromLittleEndian<quint32>(bytes.data())));
    auto file = std::make_shared<FlatTensorFile>();
    file->source = source;
    flattensor::readExtendedHeader(context, *file);
    FlatTensorReader reader(context, *file);
    if (layout == Layout::Current)
        reader.read(*flatbuffers::GetRoot<current::FlatTensor>(bytes.data()));
    else
        reader.read(*flatbuffers::GetRoot<legacy::FlatTensor>(bytes.data()));
    if (const auto limit = context.limitError())
        return fail(*limit);
    file->diagnostics = context.takeDiagnostics();
    return std::shared_ptr<const FlatTensorFile>(std::move(file));
}

} // namespace tosaic::formats
