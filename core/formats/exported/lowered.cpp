// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/lowered.h"

#include "core/formats/exported/pythonjson.h"

#include <QJsonArray>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

/// Bytes that base64 text stands for, without decoding it.
quint64 decodedSize(const QString &base64)
{
    const auto padding = base64.endsWith("=="_L1) ? 2 : base64.endsWith(u'=') ? 1 : 0;
    return quint64((base64.size() - padding) * 3 / 4);
}

model::AttributeValue textOrBytes(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder.decode(bytes);
    if (decoder.hasError())
        return bytes;
    return text;
}

} // namespace

bool isDelegateCall(const QString &operatorType)
{
    return operatorType == "higher_order.executorch_call_delegate"_L1;
}

Result<LoweredModule> readLowered(const QString &text, const Location &where)
{
    const auto json = readPythonJson(text.toUtf8(), where);
    if (!json)
        return fail(json.error());
    LoweredModule lowered;
    lowered.backend = (*json)[u"backend_id"_s].toString();
    lowered.payloadBytes = decodedSize((*json)[u"processed_bytes"_s].toString());
    for (const auto &spec : (*json)[u"compile_specs"_s].toArray())
        lowered.compileSpecs.push_back({ spec[u"key"_s].toString(),
            textOrBytes(QByteArray::fromBase64(spec[u"value"_s].toString().toLatin1())) });
    lowered.program = (*json)[u"original_module"_s].toObject();
    return lowered;
}

} // namespace tosaic::formats
