// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/readcontext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

namespace {

/// The Verifier asserts on larger buffers; offsets are 32-bit, so nothing can lie beyond.
constexpr quint64 LargestFlatBuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;

} // namespace

ReadContext::ReadContext(const ByteSource &source)
    : m_source(source),
      m_bytes(source.bytes().first(qsizetype(std::min(source.size(), LargestFlatBuffer))))
{
}

flatbuffers::Verifier ReadContext::verifier(quint32 tables) const
{
    return flatbuffers::Verifier(reinterpret_cast<const quint8 *>(m_bytes.data()),
        size_t(m_bytes.size()), Limits::Depth, tables);
}

void ReadContext::report(
    const QString &id, Severity severity, const QString &text, Location location)
{
    if (location.file.isEmpty())
        location.file = m_source.name();
    m_sink.add(id, severity, text, std::move(location));
}

void ReadContext::noteLongData(const QString &text, const Location &place)
{
    if (m_longData++ > 0)
        return;
    m_longDataText = text;
    m_longDataPlace = place;
}

std::vector<Diagnostic> ReadContext::takeDiagnostics()
{
    if (m_longData > 0)
        report(u"tosa.data-too-long"_s, Severity::Info,
            m_longData == 1
                ? m_longDataText
                : u"%1 constants hold more bytes than their shapes take, which is harmless; the "
                  "first: %2"_s.arg(QString::number(m_longData), m_longDataText),
            m_longDataPlace);
    m_longData = 0;
    return m_sink.take();
}

Location ReadContext::inFile(std::optional<quint64> offset) const
{
    return { .file = m_source.name(), .offset = offset };
}

Location ReadContext::inEntity(const QString &entity, const void *inside) const
{
    return { .file = m_source.name(), .offset = offsetOf(inside), .entity = entity };
}

quint64 ReadContext::offsetOf(const void *inside) const
{
    return quint64(static_cast<const char *>(inside) - m_bytes.data());
}

std::optional<Error> ReadContext::limitError() const
{
    if (m_exceeded.isEmpty())
        return std::nullopt;
    return Error{ ErrorCode::LimitExceeded, m_exceeded, inFile() };
}

bool ReadContext::take(quint64 &used, quint64 count, const char *name, quint64 limit)
{
    if (count <= limit - used) {
        used += count;
        return true;
    }
    if (m_exceeded.isEmpty())
        m_exceeded = u"the graph needs more than the limit %1 = %2 allows"_s.arg(
            QLatin1StringView(name), QString::number(limit));
    return false;
}

QString ReadContext::text(const flatbuffers::String *string)
{
    if (!string)
        return {};
    const auto offset = offsetOf(string);
    if (const auto known = m_strings.constFind(offset); known != m_strings.constEnd())
        return *known;
    if (!takeText(string->size()))
        return {};
    return *m_strings.insert(offset, QString::fromUtf8(string->c_str(), qsizetype(string->size())));
}

} // namespace tosaic::formats::tosa
