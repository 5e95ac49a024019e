// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"
#include "tests/core/spec/specsupport.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::spec::specschematests {

namespace {

QJsonObject schema()
{
    return QJsonDocument::fromJson(specSchema()).object();
}

/// A value that the schema allows and that is not the default.
QJsonValue valueFor(const QJsonObject &schema)
{
    const auto type = schema[u"type"_s].toString();
    if (const auto choices = schema[u"enum"_s].toArray(); !choices.isEmpty())
        return choices.first() == schema[u"default"_s] ? choices.last() : choices.first();
    if (type == u"boolean"_s)
        return !schema[u"default"_s].toBool();
    if (type == u"integer"_s)
        return schema[u"minimum"_s].toInt() + 1;
    if (type == u"number"_s)
        return 1.5;
    if (type == u"array"_s)
        return QJsonArray{ valueFor(schema[u"items"_s].toObject()) };
    if (type == u"object"_s) {
        QJsonObject object;
        const auto properties = schema[u"properties"_s].toObject();
        for (auto entry = properties.begin(); entry != properties.end(); ++entry)
            object.insert(entry.key(), valueFor(entry.value().toObject()));
        return object;
    }
    return u"text.ini"_s;
}

/// A value of another type.
QJsonValue wrongFor(const QJsonObject &schema)
{
    return schema[u"type"_s] == u"string"_s ? QJsonValue(true) : QJsonValue(u"text"_s);
}

struct Leaf
{
    QStringList path; ///< "calibration", "random", "seed"
    QJsonObject schema;
};

void collect(const QJsonObject &schema, const QStringList &path, std::vector<Leaf> &leaves)
{
    const auto item = schema[u"items"_s].toObject();
    const auto properties = (item.isEmpty() ? schema : item)[u"properties"_s].toObject();
    for (auto entry = properties.begin(); entry != properties.end(); ++entry) {
        const auto child = entry.value().toObject();
        const auto where
            = path + QStringList{ (item.isEmpty() ? QString() : u"[]"_s) + entry.key() };
        leaves.push_back({ where, child });
        collect(child, where, leaves);
    }
}

std::vector<Leaf> leavesOfSchema()
{
    std::vector<Leaf> leaves;
    collect(schema(), {}, leaves);
    return leaves;
}

/// {"calibration":{"random":{"seed":value}}}
QJsonObject documentWith(const QStringList &path, QJsonValue value)
{
    for (auto key = path.rbegin(); key != path.rend(); ++key) {
        const bool isInList = key->startsWith("[]"_L1);
        const QJsonObject object{ { isInList ? key->sliced(2) : *key, value } };
        value = isInList ? QJsonValue(QJsonArray{ object }) : QJsonValue(object);
    }
    auto document = value.toObject();
    if (!document.contains(u"target"_s))
        document.insert(u"target"_s, u"ethos-u55-128"_s);
    return document;
}

/// Every key in a document that the schema does not name.
QStringList unnamed(const QJsonObject &object, const QJsonObject &schema)
{
    QStringList found;
    const auto properties = schema[u"properties"_s].toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const auto child = properties[entry.key()].toObject();
        if (child.isEmpty())
            found.append(entry.key());
        else if (entry->isObject())
            found += unnamed(entry->toObject(), child);
        else if (entry->isArray() && entry->toArray().first().isObject())
            found += unnamed(entry->toArray().first().toObject(), child[u"items"_s].toObject());
    }
    return found;
}

} // namespace

TEST(SpecSchema, IsTheInstalledFile)
{
    QFile file(test::sourcePath(u"resources/spec/spec.schema.json"_s));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), specSchema());
    EXPECT_EQ(schema()[u"$schema"_s], u"https://json-schema.org/draft/2020-12/schema"_s);
}

TEST(SpecSchema, EveryKeyIsDescribedReadAndWritten)
{
    const auto leaves = leavesOfSchema();
    EXPECT_GT(leaves.size(), 40U);
    for (const auto &leaf : leaves) {
        const auto name = leaf.path.join(u'.').toStdString();
        EXPECT_GT(leaf.schema[u"description"_s].toString().size(), 10) << name;
        if (leaf.path.constFirst() == u"calibration"_s && leaf.path.size() == 1)
            continue; // random and files exclude each other
        const auto document = documentWith(leaf.path, valueFor(leaf.schema));
        std::vector<Diagnostic> diagnostics;
        const auto spec = fromJson(document, &diagnostics);
        ASSERT_TRUE(spec) << name << ": " << spec.error().toText().toStdString();
        EXPECT_TRUE(diagnostics.empty()) << name;
        const auto written = toJson(*spec);
        for (const auto &step : leaf.path)
            EXPECT_TRUE(QJsonDocument(written).toJson().contains(
                '"' + step.section(u']', -1).toUtf8() + '"'))
                << name << QJsonDocument(written).toJson().constData();
        EXPECT_TRUE(unnamed(written, schema()).isEmpty()) << name;
        EXPECT_EQ(*fromJson(written), *spec) << name;
    }
}

TEST(SpecSchema, AWrongTypeIsRefusedWhereTheSchemaSaysSo)
{
    for (const auto &leaf : leavesOfSchema()) {
        const auto name = leaf.path.join(u'.');
        const auto spec = fromJson(documentWith(leaf.path, wrongFor(leaf.schema)));
        ASSERT_FALSE(spec) << name.toStdString();
        EXPECT_EQ(spec.error().code, ErrorCode::SpecInvalid);
        EXPECT_EQ(spec.error().location.entity.section(u'.', -1).section(u'[', 0, 0),
            leaf.path.constLast().section(u']', -1))
            << name.toStdString();
    }
}

TEST(SpecSchema, ChoicesAndDefaultsAreTheReaders)
{
    const auto properties = schema()[u"properties"_s].toObject();
    QStringList names;
    for (const auto &target : properties[u"target"_s][u"enum"_s].toArray())
        names.append(target.toString());
    EXPECT_EQ(names, targets());
    for (const auto &leaf : leavesOfSchema()) {
        const auto name = leaf.path.join(u'.').toStdString();
        if (leaf.schema.contains(u"enum"_s) && leaf.path.size() > 1) {
            EXPECT_FALSE(fromJson(documentWith(leaf.path, u"other"_s))) << name;
        }
        const auto standard = leaf.schema[u"default"_s];
        if (standard.isUndefined() || leaf.path.constFirst() == u"quantizer"_s)
            continue;
        const auto spec = fromJson(documentWith(leaf.path, standard));
        ASSERT_TRUE(spec) << name;
    }
    EXPECT_EQ(properties[u"configIni"_s][u"default"_s],
        resolved(CompileSpec{ .target = u"ethos-u55-128"_s }).configIni.value_or(QString()));
}

TEST(SpecSchema, RandomSpecsFit)
{
    for (quint32 seed = 0; seed < 100; ++seed) {
        const auto spec = randomSpec(seed);
        const auto json = toJson(spec);
        EXPECT_TRUE(unnamed(json, schema()).isEmpty());
        const auto read = fromJson(json);
        ASSERT_TRUE(read) << read.error().toText().toStdString();
        EXPECT_EQ(*read, spec);
    }
}

} // namespace tosaic::spec::specschematests
