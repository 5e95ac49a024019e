// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/delegates.h"

#include "program_generated.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace fb = tosaic::pte::fb;

namespace {

bool isKnownBackend(const QString &id)
{
    constexpr std::array Known{ "EthosUBackend", "ArmBackend", "TOSABackend", "VgfBackend",
        "XnnpackBackend", "VulkanBackend", "CoreMLBackend", "MPSBackend", "QnnBackend",
        "NeuropilotBackend", "OpenvinoBackend", "CudaBackend", "MetalBackend", "EnnBackend",
        "NXPBackend", "NeutronBackend" };
    return std::any_of(Known.begin(), Known.end(),
        [&](const char *name) { return id == QLatin1StringView(name); });
}

/// XNNPACK's own container, or the bare FlatBuffer of older releases.
bool looksLikeXnnpack(QByteArrayView bytes)
{
    const auto has = [&](qsizetype at, const char *text) {
        return bytes.size() >= at + 4 && bytes.sliced(at, 4) == QByteArrayView(text);
    };
    const auto isFlatBuffer
        = [&](qsizetype at) { return has(at + 4, "XN00") || has(at + 4, "XN01"); };
    if (!has(4, "XH00"))
        return isFlatBuffer(0);
    // The length of the header stands behind its magic; the FlatBuffer follows, padded.
    for (qsizetype at = 0; at <= 64; at += 2) {
        if (isFlatBuffer(at))
            return true;
    }
    return false;
}

bool looksLikeTosa(QByteArrayView bytes)
{
    return bytes.size() >= 8 && bytes.sliced(4, 4) == "TOSA";
}

} // namespace

DelegateReader::DelegateReader(ReadContext &context, const fb::Program &root,
    const Segments &segments, const std::vector<model::NamedData> &namedData,
    const ExternalBytes &external)
    : m_context(context), m_segments(segments), m_namedData(namedData), m_external(external)
{
    for (quint32 i = 0, count = context.count(root.backend_delegate_data()); i < count; ++i) {
        const auto *data = root.backend_delegate_data()->Get(i)->data();
        m_inline.push_back(data ? model::ByteRange{ context.offsetOf(data->Data()), data->size() }
                                : model::ByteRange{});
    }
}

model::Delegate DelegateReader::read(const fb::BackendDelegate &from, const QString &place)
{
    model::Delegate delegate;
    delegate.id = m_context.text(from.id());
    for (quint32 i = 0, count = m_context.count(from.compile_specs()); i < count; ++i) {
        const auto *spec = from.compile_specs()->Get(i);
        delegate.compileSpecs.push_back(
            { m_context.text(spec->key()), m_context.data(spec->value()) });
    }
    if (const auto *processed = from.processed()) {
        delegate.inSegment = processed->location() == fb::DataLocation::SEGMENT;
        delegate.dataIndex = processed->index();
        const auto location = int(processed->location());
        if (location < 0 || location > 1)
            m_context.report(u"pte.unknown-enum"_s, Severity::Error,
                u"data location %1 is not known: read as inline"_s.arg(location),
                m_context.inEntity(place));
        locate(delegate, place);
    } else {
        m_context.report(u"pte.delegate-without-data"_s, Severity::Error,
            u"no reference to its payload"_s, m_context.inEntity(place));
    }
    if (!isKnownBackend(delegate.id)) {
        m_context.report(u"pte.unknown-delegate"_s, Severity::Info,
            u"delegate '%1' is not known: its payload is shown as bytes"_s.arg(delegate.id),
            m_context.inEntity(place));
    }
    decode(delegate, place);
    return delegate;
}

void DelegateReader::locate(model::Delegate &delegate, const QString &place) const
{
    const auto index = delegate.dataIndex;
    const auto count = delegate.inSegment ? m_segments.stored().size() : m_inline.size();
    if (index >= count) {
        m_context.report(u"pte.index-out-of-range"_s, Severity::Error,
            u"its payload is %1 %2, the file has %3: the runtime cannot load the method"_s
                .arg(delegate.inSegment ? u"segment"_s : u"inline data"_s)
                .arg(index)
                .arg(count),
            m_context.inEntity(place));
    } else if (delegate.inSegment) {
        // A segment outside the file is reported by Segments; the delegate then has no bytes.
        delegate.data = m_segments.find(index).value_or(model::ByteRange{});
    } else {
        delegate.data = m_inline[index];
    }
}

void DelegateReader::decode(model::Delegate &delegate, const QString &place)
{
    const auto payload = bytes(delegate.data);
    const auto isArm = delegate.isEthosU();
    if (ethosu::isVelaStream(payload)) {
        delegate.ethosu = decodeVela(delegate.data, place);
    } else if (isArm && !payload.isEmpty() && !looksLikeTosa(payload)) {
        m_context.report(u"ethosu.not-a-vela-stream"_s, Severity::Error,
            u"the payload of %1 does not begin with vela_bin_stream: the runtime refuses it"_s.arg(
                delegate.id),
            m_context.inEntity(place, delegate.data.offset));
    } else if (delegate.id == "XnnpackBackend"_L1 && !payload.isEmpty()
        && !looksLikeXnnpack(payload)) {
        m_context.report(u"pte.delegate-payload"_s, Severity::Error,
            u"the payload of XnnpackBackend has neither XN00 nor XN01 inside: the runtime refuses it"_s,
            m_context.inEntity(place, delegate.data.offset));
    }
}

std::shared_ptr<const model::EthosUPayload> DelegateReader::decodeVela(
    const model::ByteRange &range, const QString &place)
{
    const auto known = m_decoded.find({ range.offset, range.size });
    if (known != m_decoded.end())
        return known->second;
    ethosu::StreamContext stream{ m_context.sink(), m_context.inEntity(place, range.offset),
        [this](const QString &key) { return externalBlock(key); }, m_budget };
    auto payload = ethosu::readVelaStream(bytes(range), stream);
    std::shared_ptr<const model::EthosUPayload> result;
    if (payload)
        result = std::make_shared<const model::EthosUPayload>(std::move(*payload));
    else
        m_context.sink().add(diagnosticOf(payload.error()));
    m_decoded.emplace(std::pair{ range.offset, range.size }, result);
    return result;
}

std::optional<QByteArrayView> DelegateReader::externalBlock(const QString &key) const
{
    const auto entry = std::find_if(m_namedData.begin(), m_namedData.end(),
        [&](const model::NamedData &data) { return data.key == key; });
    if (entry == m_namedData.end())
        return m_external ? m_external(key) : std::nullopt;
    const auto range = m_segments.find(entry->segmentIndex);
    return range ? std::optional(bytes(*range)) : std::nullopt;
}

QByteArrayView DelegateReader::bytes(const model::ByteRange &range) const
{
    // Ranges come from Segments::find or from the verified FlatBuffer: inside the file.
    return m_context.bytes().sliced(
        static_cast<qsizetype>(range.offset), static_cast<qsizetype>(range.size));
}

} // namespace tosaic::formats::pte
