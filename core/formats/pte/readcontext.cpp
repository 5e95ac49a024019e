// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/readcontext.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

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
    if (m_exceeded.isEmpty()) {
        m_exceeded
            = u"the program needs more than the limit %1 = %2 allows"_s.arg(QLatin1StringView(name))
                  .arg(limit);
    }
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
    return *m_strings.insert(
        offset, QString::fromUtf8(string->c_str(), static_cast<qsizetype>(string->size())));
}

QByteArray ReadContext::data(const flatbuffers::Vector<quint8> *data)
{
    if (!data || !takeText(data->size()))
        return {};
    return QByteArray(
        reinterpret_cast<const char *>(data->Data()), static_cast<qsizetype>(data->size()));
}

} // namespace tosaic::formats::pte
