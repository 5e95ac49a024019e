// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/readcontext.h"

#include "core/base/visibletext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

quint32 tableLimit(QByteArrayView flatBuffer)
{
    // A table that is shared counts each time; without sharing each takes its offset of four bytes,
    // and a union in it another.
    const auto unshared = 4 * (4'096 + quint64(flatBuffer.size()) / 4);
    return static_cast<quint32>(std::min<quint64>(Limits::Tables, unshared));
}

flatbuffers::Verifier verifierOf(QByteArrayView flatBuffer, quint32 tables)
{
    // More than the usual is asked for to tell a file with too much in it from a damaged one.
    const auto allowed = tables > Limits::Tables
        ? std::min<quint64>(
            tables, std::max<quint64>(Limits::Tables, 4 * quint64(tableLimit(flatBuffer))))
        : std::min<quint64>(tables, tableLimit(flatBuffer));
    return flatbuffers::Verifier(reinterpret_cast<const quint8 *>(flatBuffer.data()),
        static_cast<size_t>(flatBuffer.size()), Limits::Depth, static_cast<quint32>(allowed));
}

ReadContext::ReadContext(const ByteSource &source, Limits limits)
    : m_source(source), m_limits(std::move(limits))
{
    // An entry takes its offset of four bytes, an element of a list and a character one byte; texts
    // are also made of others (names with their overload). What small files may have besides is
    // little enough.
    m_limits.entries = std::min(m_limits.entries, 4'096 + size() / 4);
    m_limits.listElements = std::min(m_limits.listElements, 65'536 + size());
    m_limits.textBytes = std::min(m_limits.textBytes, (quint64(1) << 20) + 4 * size());
}

QByteArrayView ReadContext::flatBuffer(quint64 size) const
{
    constexpr quint64 Largest = FLATBUFFERS_MAX_BUFFER_SIZE - 1;
    return bytes().first(static_cast<qsizetype>(std::min({ size, this->size(), Largest })));
}

void ReadContext::report(
    const QString &id, Severity severity, const QString &text, Location location)
{
    if (location.file.isEmpty())
        location.file = m_source.name();
    m_sink.add(id, severity, text, std::move(location));
}

Location ReadContext::inFile(std::optional<quint64> offset) const
{
    return { .file = m_source.name(), .offset = offset };
}

Location ReadContext::inSection(const QString &section, std::optional<quint64> offset) const
{
    return { .file = m_source.name(), .offset = offset, .section = section };
}

Location ReadContext::inEntity(const QString &entity, std::optional<quint64> offset) const
{
    return { .file = m_source.name(), .offset = offset, .entity = entity };
}

quint64 ReadContext::offsetOf(const void *inside) const
{
    return static_cast<quint64>(static_cast<const char *>(inside) - bytes().data());
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
        m_exceeded = u"the %1 needs more than the limit %2 = %3 allows"_s.arg(
            m_limits.subject, QLatin1StringView(name), QString::number(limit));
    return false;
}

QString ReadContext::exactText(const flatbuffers::String *string)
{
    if (!string || !takeText(string->size()))
        return {};
    return QString::fromUtf8(string->c_str(), static_cast<qsizetype>(string->size()));
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
    return *m_strings.insert(offset,
        visibleText(QString::fromUtf8(string->c_str(), static_cast<qsizetype>(string->size()))));
}

QByteArray ReadContext::data(const flatbuffers::Vector<quint8> *data)
{
    if (!data || !takeText(data->size()))
        return {};
    return QByteArray(
        reinterpret_cast<const char *>(data->Data()), static_cast<qsizetype>(data->size()));
}

} // namespace tosaic::formats
