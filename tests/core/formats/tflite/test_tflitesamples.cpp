// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Stated facts of other people's models and of Vela's output.
#include "core/inspect/tflitedescription.h"
#include "tests/core/formats/formatsupport.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/core/formats/tflite/tflitesupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>

namespace tosaic::test::tflitesamplestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

/// "INT8[1, 49, 10, 1], UINT8[0]" of a list in the JSON.
QString interfaceText(const QJsonArray &tensors)
{
    QStringList result;
    for (const auto tensor : tensors) {
        QStringList sizes;
        for (const auto size : tensor[u"shape"_s].toArray())
            sizes << QString::number(size.toInteger());
        result << tensor[u"dtype"_s].toString() + u'[' + sizes.join(u", "_s) + u']';
    }
    return result.join(u", "_s);
}

/// One row of the table of models in the README of the samples: path and facts.
struct ModelFacts
{
    QString path;
    QString facts;
};

std::vector<ModelFacts> statedModels()
{
    static const QRegularExpression row(
        u"^\\| `(models/tflite[^`]*)` \\|.*\\| (identifier TFL3.*) \\|[^|]*\\|$"_s,
        QRegularExpression::MultilineOption);
    std::vector<ModelFacts> result;
    const auto text = QString::fromUtf8(fileBytes(samplesDir() + u"/README.md"_s));
    for (auto match = row.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        result.push_back({ found.captured(1), found.captured(2) });
    }
    return result;
}

QString between(const QString &text, const QString &from, const QString &to)
{
    const auto at = text.indexOf(from);
    if (at < 0)
        return {};
    const auto start = at + from.size();
    const auto end = text.indexOf(to, start);
    return text.sliced(start, (end < 0 ? text.size() : end) - start);
}

void checkOperators(const QJsonObject &operators, const QString &stated)
{
    qint64 listed = 0;
    static const QRegularExpression entry(u"^(\\S+) (\\d+)$"_s);
    for (const auto &part : stated.split(u", "_s)) {
        const auto match = entry.match(part);
        if (!match.hasMatch())
            continue; // "... (18 kinds)"
        EXPECT_EQ(operators[match.captured(1)].toInteger(), match.captured(2).toLongLong())
            << part.toStdString();
        ++listed;
    }
    EXPECT_GT(listed, 0);
    static const QRegularExpression kinds(u"\\((\\d+) kinds\\)"_s);
    const auto more = kinds.match(stated);
    EXPECT_EQ(operators.size(), more.hasMatch() ? more.captured(1).toLongLong() : listed);
}

QString npuName(const QString &configWord)
{
    const auto word = configWord.toUInt(nullptr, 16);
    constexpr std::array Products{ "U55", "U65", "U85" };
    return u"Ethos-%1-%2"_s.arg(QLatin1StringView(Products.at(word >> 28))).arg(1U << (word & 15));
}

QJsonArray payloadsOf(const QJsonObject &description)
{
    QJsonArray result;
    for (const auto op : description[u"subgraphs"_s][0][u"operatorList"_s].toArray()) {
        if (op.toObject().contains(u"ethosu"_s))
            result.append(op[u"ethosu"_s]);
    }
    return result;
}

void comparePayloads(const QJsonArray &payloads, const QJsonObject &run)
{
    const auto parts = run[u"tflite"_s][u"parts"_s].toArray();
    ASSERT_EQ(payloads.size(), parts.size());
    std::map<QString, qint64> kinds;
    const auto dump = run[u"registerDump"_s].toObject();
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const auto ours = payloads[i].toObject();
        EXPECT_EQ(ours[u"commandBytes"_s], parts[i][u"cmd_bytes"_s]);
        EXPECT_EQ(ours[u"blocks"_s][1][u"size"_s], parts[i][u"flash"_s]);
        EXPECT_EQ(ours[u"arenaBytes"_s], parts[i][u"scratch"_s][0]);
        EXPECT_EQ(ours[u"fastArenaBytes"_s], parts[i][u"fast"_s][0]);
        const auto name
            = u"Ethos-%1-%2"_s.arg(ours[u"product"_s].toString()).arg(ours[u"macs"_s].toInteger());
        EXPECT_EQ(name, npuName(run[u"config_words"_s][i].toString()));
        if (!dump.isEmpty()) {
            EXPECT_EQ(ours[u"commandStreamWords"_s], dump[u"words"_s][i]);
        }
        const auto counts = ours[u"operationKinds"_s].toObject();
        for (const auto &kind : counts.keys())
            kinds[u"NPU_OP_"_s + kind] += counts[kind].toInteger();
    }
    if (dump.isEmpty())
        return;
    const auto stated = dump[u"operations"_s].toObject();
    EXPECT_EQ(qsizetype(kinds.size()), stated.size());
    for (const auto &[kind, count] : kinds)
        EXPECT_EQ(stated[kind].toInteger(), count) << kind.toStdString();
}

} // namespace

TEST(TfLiteSamples, ModelsOfTheReadme)
{
    TOSAIC_NEED_SAMPLES();
    const auto models = statedModels();
    EXPECT_GE(models.size(), 13);
    for (const auto &[path, facts] : models) {
        SCOPED_TRACE(path.toStdString());
        const auto network = readModelFile(samplesDir() + u'/' + path);
        ASSERT_TRUE(network) << network.error().toText().toStdString();
        const auto json = inspect::describeTfLite(**network).json;
        EXPECT_EQ(json[u"version"_s], between(facts, u"schema version "_s, u","_s));
        EXPECT_EQ(json[u"description"_s], between(facts, u"description \""_s, u"\""_s));
        const auto subgraphs = json[u"subgraphs"_s].toArray();
        ASSERT_EQ(subgraphs.size(), 1);
        EXPECT_EQ(subgraphs[0][u"tensorCount"_s].toInteger(),
            between(facts, u"subgraph: "_s, u" tensors"_s).toLongLong());
        EXPECT_EQ(qint64(subgraphs[0][u"operatorList"_s].toArray().size()),
            between(facts, u" tensors, "_s, u" operators"_s).toLongLong());
        auto operators = between(facts, u" operators ("_s, u"), inputs"_s);
        checkOperators(subgraphs[0][u"operators"_s].toObject(), operators);
        EXPECT_EQ(interfaceText(subgraphs[0][u"inputs"_s].toArray()),
            between(facts, u"inputs "_s, u", outputs"_s));
        EXPECT_EQ(interfaceText(subgraphs[0][u"outputs"_s].toArray()),
            between(facts, u"outputs "_s, u";"_s));
        QStringList metadata;
        for (const auto name : json[u"metadata"_s].toArray())
            metadata << name.toString();
        EXPECT_EQ(metadata.isEmpty() ? u"none"_s : metadata.join(u", "_s),
            between(facts, u"metadata "_s, u"|"_s).trimmed());
        const auto isVela = path.contains("vela"_L1);
        EXPECT_EQ(payloadsOf(json).size(), isVela ? 1 : 0);
    }
}

TEST(TfLiteSamples, VelasOutput)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/vela/"_s;
    const auto runs = jsonFile(folder + u"expected.json"_s);
    int compared = 0;
    for (const auto &name : runs.keys()) {
        const auto run = runs[name].toObject();
        const auto stated = run[u"tflite"_s].toObject();
        if (stated.isEmpty())
            continue;
        SCOPED_TRACE(name.toStdString());
        const QDir results(folder + name);
        const auto files = results.entryList({ u"*_vela.tflite"_s });
        ASSERT_EQ(files.size(), 1);
        const auto network = readModelFile(results.filePath(files[0]));
        ASSERT_TRUE(network) << network.error().toText().toStdString();
        for (const auto &diagnostic : (*network)->diagnostics)
            EXPECT_LT(diagnostic.severity, Severity::Warning) << diagnostic.toText().toStdString();
        const auto json = inspect::describeTfLite(**network).json;
        EXPECT_EQ(json[u"description"_s], stated[u"description"_s]);
        EXPECT_EQ(json[u"metadata"_s].toArray(), stated[u"metadata"_s].toArray());
        const auto ours = json[u"subgraphs"_s][0][u"operators"_s].toObject();
        const auto theirs = stated[u"operators"_s].toObject();
        EXPECT_EQ(ours.size(), theirs.size());
        for (const auto &key : theirs.keys()) {
            bool isNumber = false;
            const auto code = key.toInt(&isNumber);
            const auto type = isNumber
                ? QString::fromLatin1(tfl::EnumNameBuiltinOperator(tfl::BuiltinOperator(code)))
                : u"CUSTOM:"_s + key;
            EXPECT_EQ(ours[type], theirs[key]) << type.toStdString();
        }
        comparePayloads(payloadsOf(json), run);
        ++compared;
    }
    EXPECT_GE(compared, 24);
}

TEST(TfLiteSamples, AllOthersAreRead)
{
    TOSAIC_NEED_SAMPLES();
    const auto models = sampleModels();
    EXPECT_GE(models.size(), 48);
    for (const auto &path : models) {
        SCOPED_TRACE(path.toStdString());
        const auto network = readModelFile(path);
        ASSERT_TRUE(network) << network.error().toText().toStdString();
        for (const auto &diagnostic : (*network)->diagnostics)
            EXPECT_LT(diagnostic.severity, Severity::Error) << diagnostic.toText().toStdString();
        EXPECT_FALSE(inspect::describeTfLite(**network).sections.empty());
    }
}

TEST(TfLiteSamples, DamagedOnesAreRefused)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/vela/"_s;
    const auto cut = readModelFile(folder + u"fail-truncated-tflite-segfault/truncated.tflite"_s);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::FormatDamaged);
    const auto text = readModelFile(folder + u"fail-not-a-model/notes.tflite"_s);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::FormatUnknown);
}

/// An old converter named the weights' dimension in its biases, which have one only.
TEST(TfLiteSamples, OrdinaryModelsAreNotComplainedAbout)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &path : sampleModels()) {
        const auto network = readModelFile(path);
        ASSERT_TRUE(network);
        EXPECT_FALSE(hasDiagnostic(**network, u"tflite.quantisation"_s)) << path.toStdString();
    }
}

} // namespace tosaic::test::tflitesamplestests
