// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tflite/tflitesupport.h"

#include "tests/support/samples.h"

#include <QDirIterator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test {

Result<NetworkPointer> readModel(const QByteArray &bytes)
{
    return formats::readTfLite(ByteSource::fromBytes(bytes, u"memory.tflite"_s));
}

Result<NetworkPointer> readModelFile(const QString &path)
{
    auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    return formats::readTfLite(*source);
}

QStringList sampleModels()
{
    QStringList result;
    if (samplesDir().isEmpty())
        return result;
    QDirIterator files(samplesDir(), { u"*.tflite"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = files.next();
        if (!path.contains("/fail-not-a-model/"_L1) && !path.endsWith("/truncated.tflite"_L1))
            result << path;
    }
    result.sort();
    return result;
}

bool hasDiagnostic(const model::Network &network, const QString &id)
{
    return std::any_of(network.diagnostics.begin(), network.diagnostics.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

model::AttributeValue attribute(const model::NetworkOperator &op, const QString &name)
{
    for (const auto &entry : op.attributes) {
        if (entry.name == name)
            return entry.value;
    }
    return {};
}

} // namespace tosaic::test
