// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tosa/tosasupport.h"

#include "core/formats/tosa/tosareader.h"
#include "core/inspect/tosadescription.h"
#include "core/model/constantvalues.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

template <typename T>
std::optional<T> value(const model::NetworkOperator &op, const QString &name)
{
    for (const auto &attribute : op.attributes) {
        if (attribute.name != name)
            continue;
        if (const auto *found = std::get_if<T>(&attribute.value))
            return *found;
    }
    return std::nullopt;
}

NetworkPointer orFailure(Result<NetworkPointer> result)
{
    if (result)
        return *result;
    ADD_FAILURE() << result.error().toText().toStdString();
    return nullptr;
}

} // namespace

Result<NetworkPointer> readResult(const QByteArray &bytes)
{
    return formats::readTosa(ByteSource::fromBytes(bytes, u"test.tosa"_s));
}

NetworkPointer readBytes(const QByteArray &bytes)
{
    return orFailure(readResult(bytes));
}

NetworkPointer readPath(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source) {
        ADD_FAILURE() << source.error().toText().toStdString();
        return nullptr;
    }
    return orFailure(formats::readTosa(*source));
}

QStringList sampleGraphs()
{
    QStringList paths;
    QDirIterator files(samplesDir(), { u"*.tosa"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        paths << files.next();
    paths.sort();
    return paths;
}

QString metadata(const model::Network &network, const QString &name)
{
    for (const auto &[key, text] : network.metadata) {
        if (key == name)
            return text;
    }
    return {};
}

QStringList ids(const model::Network &network)
{
    QStringList result;
    for (const auto &diagnostic : network.diagnostics)
        result << diagnostic.id;
    return result;
}

QStringList operatorTypes(const model::Subgraph &block)
{
    QStringList result;
    for (const auto &op : block.operators)
        result << op.type;
    return result;
}

const model::NetworkTensor &tensor(const model::Subgraph &block, const QString &name)
{
    static const model::NetworkTensor none;
    for (const auto &entry : block.tensors) {
        if (entry.name == name)
            return entry;
    }
    ADD_FAILURE() << "no tensor " << name.toStdString();
    return none;
}

std::optional<qint64> integer(const model::NetworkOperator &op, const QString &name)
{
    return value<qint64>(op, name);
}

std::optional<double> real(const model::NetworkOperator &op, const QString &name)
{
    return value<double>(op, name);
}

std::optional<bool> flag(const model::NetworkOperator &op, const QString &name)
{
    return value<bool>(op, name);
}

std::optional<QString> text(const model::NetworkOperator &op, const QString &name)
{
    return value<QString>(op, name);
}

std::optional<std::vector<qint64>> list(const model::NetworkOperator &op, const QString &name)
{
    return value<std::vector<qint64>>(op, name);
}

std::optional<QByteArray> bytes(const model::NetworkOperator &op, const QString &name)
{
    return value<QByteArray>(op, name);
}

QJsonValue jsonOf(const model::AttributeValue &value)
{
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag;
    if (const auto *integer = std::get_if<qint64>(&value))
        return *integer;
    if (const auto *real = std::get_if<double>(&value))
        return *real;
    if (const auto *text = std::get_if<QString>(&value))
        return *text;
    QJsonArray array;
    if (const auto *list = std::get_if<std::vector<qint64>>(&value)) {
        for (const auto entry : *list)
            array.append(entry);
    } else if (const auto *bytes = std::get_if<QByteArray>(&value)) {
        for (const auto entry : *bytes)
            array.append(quint8(entry));
    }
    return array;
}

void patchVersion(QByteArray &file, TosaVersion version)
{
    auto *graph = flatbuffers::GetMutableRoot<tosa::fb::Graph>(file.data());
    auto *table
        = reinterpret_cast<flatbuffers::Table *>(const_cast<tosa::fb::Version *>(graph->version()));
    using V = tosa::fb::Version;
    EXPECT_TRUE(table->SetField<qint32>(V::VT_MAJOR, version.major, -1));
    EXPECT_TRUE(table->SetField<qint32>(V::VT_MINOR, version.minor, -1));
    EXPECT_TRUE(table->SetField<qint32>(V::VT_PATCH, version.patch, -1));
    EXPECT_TRUE(table->SetField<quint8>(V::VT_DRAFT, version.isDraft ? 1 : 0, 1));
}

void exerciseTosa(const QByteArray &bytes)
{
    const auto read = readResult(bytes);
    if (!read)
        return;
    const auto &network = **read;
    const auto description = inspect::describeTosa(network);
    static_cast<void>(descriptionText(u"test"_s, description.sections));
    for (const auto &block : network.subgraphs) {
        for (const auto &tensor : block.tensors) {
            const auto values = model::ConstantValues::of(network, tensor);
            if (!values || values->count() == 0)
                continue;
            static_cast<void>(values->text(0));
            static_cast<void>(values->text(values->count() - 1));
            static_cast<void>(model::statisticsOf(*values));
        }
    }
}

} // namespace tosaic::test
