// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic {

QString codeText(ErrorCode code)
{
    switch (code) {
    case ErrorCode::IoOpen:
        return u"io.open"_s;
    case ErrorCode::IoRead:
        return u"io.read"_s;
    case ErrorCode::IoWrite:
        return u"io.write"_s;
    case ErrorCode::IoDiskFull:
        return u"io.disk-full"_s;
    case ErrorCode::FormatUnknown:
        return u"format.unknown"_s;
    case ErrorCode::FormatDamaged:
        return u"format.damaged"_s;
    case ErrorCode::FormatUnsupported:
        return u"format.unsupported"_s;
    case ErrorCode::LimitExceeded:
        return u"limit.exceeded"_s;
    case ErrorCode::SpecInvalid:
        return u"spec.invalid"_s;
    case ErrorCode::RunUnknown:
        return u"run.unknown"_s;
    case ErrorCode::ToolMissing:
        return u"tool.missing"_s;
    case ErrorCode::ToolFailed:
        return u"tool.failed"_s;
    case ErrorCode::ToolTimeout:
        return u"tool.timeout"_s;
    case ErrorCode::WorkspaceDamaged:
        return u"workspace.damaged"_s;
    case ErrorCode::WorkspaceVersion:
        return u"workspace.version"_s;
    case ErrorCode::StoreUnreachable:
        return u"store.unreachable"_s;
    case ErrorCode::StoreRefused:
        return u"store.refused"_s;
    case ErrorCode::StoreVersion:
        return u"store.version"_s;
    case ErrorCode::Cancelled:
        return u"cancelled"_s;
    case ErrorCode::Internal:
        return u"internal"_s;
    }
    return u"internal"_s;
}

bool Location::isEmpty() const
{
    return *this == Location{};
}

QString Location::toText() const
{
    QStringList parts;
    if (!file.isEmpty())
        parts << (line ? u"%1:%2"_s.arg(file).arg(*line) : file);
    else if (line)
        parts << u"line %1"_s.arg(*line);
    if (!section.isEmpty())
        parts << section;
    if (!entity.isEmpty())
        parts << entity;
    if (offset)
        parts << u"offset %1"_s.arg(*offset);
    return parts.join(u", "_s);
}

QString Error::toText() const
{
    QStringList parts{ codeText(code) };
    if (const auto place = location.toText(); !place.isEmpty())
        parts << place;
    parts << detail;
    return parts.join(u": "_s);
}

} // namespace tosaic
