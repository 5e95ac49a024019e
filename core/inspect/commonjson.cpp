// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/commonjson.h"

#include "core/base/knownjson.h"

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

QJsonArray diagnosticsToJson(const std::vector<Diagnostic> &diagnostics)
{
    QJsonArray result;
    for (const auto &diagnostic : diagnostics) {
        result.append(QJsonObject{
            { u"severity"_s, severityText(diagnostic.severity) },
            { u"code"_s, diagnostic.id },
            { u"location"_s, diagnostic.location.toText() },
            { u"text"_s, diagnostic.text },
        });
    }
    return result;
}

QJsonObject commonToJson(const QString &format, const QString &formatVersion,
    const ByteSource &source, const std::vector<Diagnostic> &diagnostics)
{
    QJsonObject result{
        { u"format"_s, format },
        { u"file"_s,
            QJsonObject{
                { u"name"_s, source.fileName() },
                { u"size"_s, static_cast<qint64>(source.size()) },
                { u"sha256"_s, sha256Hex(source.bytes()) },
            } },
        { u"diagnostics"_s, diagnosticsToJson(diagnostics) },
    };
    insertKnown(result, u"formatVersion"_s, formatVersion);
    return result;
}

} // namespace tosaic::inspect
