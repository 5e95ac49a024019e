// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// .bpte: synthetic ones, stated facts of the samples, damage.
#include "core/inspect/bundleddescription.h"
#include "tests/core/formats/companions/companionbuilder.h"
#include "tests/core/formats/companions/companionsupport.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>

namespace tosaic::test::bundledtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

QByteArray smallProgram()
{
    ProgramBuilder builder;
    builder.addTensor({});
    return builder.finish();
}

void compareValue(
    const formats::BundledFile &file, const formats::BundledValue &ours, const QJsonObject &stated)
{
    const auto kind = stated[u"kind"_s].toString();
    if (const auto *tensor = std::get_if<formats::BundledTensor>(&ours)) {
        EXPECT_EQ(kind, u"Tensor"_s);
        EXPECT_EQ(model::scalarTypeName(tensor->dtype), stated[u"dtype"_s].toString());
        QJsonArray shape;
        for (const auto size : tensor->shape)
            shape.append(size);
        EXPECT_EQ(shape, stated[u"sizes"_s].toArray());
        QJsonArray order;
        for (const auto dimension : tensor->dimOrder)
            order.append(dimension);
        EXPECT_EQ(order, stated[u"dim_order"_s].toArray());
        EXPECT_EQ(qint64(tensor->data.size), stated[u"bytes"_s].toInteger());
        EXPECT_EQ(sha256Of(*file.source, tensor->data.offset, tensor->data.size),
            stated[u"sha256"_s].toString());
    } else if (const auto *integer = std::get_if<qint64>(&ours)) {
        EXPECT_EQ(kind, u"Int"_s);
        EXPECT_EQ(*integer, stated[u"value"_s].toInteger());
    } else if (const auto *boolean = std::get_if<bool>(&ours)) {
        EXPECT_EQ(kind, u"Bool"_s);
        EXPECT_EQ(*boolean, stated[u"value"_s].toBool());
    } else if (const auto *real = std::get_if<double>(&ours)) {
        EXPECT_EQ(kind, u"Double"_s);
        EXPECT_EQ(*real, stated[u"value"_s].toDouble());
    } else {
        ADD_FAILURE() << "no value for a " << kind.toStdString();
    }
}

void compareValues(const formats::BundledFile &file, const std::vector<formats::BundledValue> &ours,
    const QJsonArray &stated)
{
    ASSERT_EQ(ours.size(), size_t(stated.size()));
    for (qsizetype i = 0; i < stated.size(); ++i)
        compareValue(file, ours[size_t(i)], stated[i].toObject());
}

void compareFacts(const formats::BundledFile &file, const QJsonObject &facts)
{
    EXPECT_EQ(file.identifier, facts[u"identifier"_s].toString());
    EXPECT_EQ(qint64(file.version), facts[u"version"_s].toInteger());
    EXPECT_EQ(qint64(file.programRange.offset), facts[u"program_offset"_s].toInteger());
    EXPECT_EQ(qint64(file.programRange.size), facts[u"program_bytes"_s].toInteger());
    EXPECT_EQ(sha256Of(*file.source, file.programRange.offset, file.programRange.size),
        facts[u"program_sha256"_s].toString());
    const auto suites = facts[u"suites"_s].toArray();
    ASSERT_EQ(file.suites.size(), size_t(suites.size()));
    for (qsizetype s = 0; s < suites.size(); ++s) {
        const auto &suite = file.suites[size_t(s)];
        EXPECT_EQ(suite.method, suites[s][u"method"_s].toString());
        const auto cases = suites[s][u"cases"_s].toArray();
        ASSERT_EQ(suite.cases.size(), size_t(cases.size()));
        for (qsizetype i = 0; i < cases.size(); ++i) {
            compareValues(file, suite.cases[size_t(i)].inputs, cases[i][u"inputs"_s].toArray());
            compareValues(file, suite.cases[size_t(i)].expected, cases[i][u"expected"_s].toArray());
        }
    }
    const auto program = facts[u"program"_s].toObject();
    EXPECT_EQ(qint64(file.program->segments.size()), program[u"segments"_s].toArray().size());
    EXPECT_EQ(file.program->identifier, program[u"identifier"_s].toString());
}

} // namespace

TEST(Bundled, SuitesAndTheProgramInside)
{
    const auto file
        = formats::readBundled(ByteSource::fromBytes(smallBundle(smallProgram()), u"m.bpte"_s));
    ASSERT_TRUE(file) << file.error().toText().toStdString();
    EXPECT_TRUE((*file)->diagnostics.empty());
    ASSERT_TRUE((*file)->program);
    EXPECT_EQ((*file)->program->methods.at(0).name, u"forward"_s);
    ASSERT_EQ((*file)->suites.size(), 1);
    const auto &cases = (*file)->suites[0].cases;
    ASSERT_EQ(cases.size(), 2);
    ASSERT_EQ(cases[0].inputs.size(), 4);
    EXPECT_EQ(std::get<qint64>(cases[0].inputs[1]), -3);
    EXPECT_TRUE(std::get<bool>(cases[0].inputs[2]));
    EXPECT_EQ(std::get<double>(cases[0].inputs[3]), 0.5);
    EXPECT_TRUE(cases[1].expected.empty());
    const auto json = inspect::describeBundled(**file).json;
    EXPECT_EQ(json[u"testSuites"_s][0][u"method"_s], u"forward"_s);
    EXPECT_EQ(json[u"testSuites"_s][0][u"cases"_s].toArray(), (QJsonArray{ 4, 4 }));
    EXPECT_EQ(json[u"testSuites"_s][0][u"values"_s][0][u"inputs"_s][0][u"dtype"_s], u"CHAR"_s);
    EXPECT_EQ(json[u"program"_s][u"methods"_s][0][u"name"_s], u"forward"_s);
    const auto sections = inspect::describeBundled(**file).sections;
    EXPECT_EQ(sections.back().table.rows[1][2], u"none"_s) << "nothing is compared";
}

TEST(Bundled, WhatCannotRunIsSaid)
{
    const auto other = formats::readBundled(
        ByteSource::fromBytes(smallBundle(smallProgram(), "backward"), u"m.bpte"_s));
    ASSERT_TRUE(other);
    EXPECT_TRUE(has((*other)->diagnostics, u"bpte.unknown-method"_s));
    const auto empty = formats::readBundled(ByteSource::fromBytes(smallBundle({}), u"m.bpte"_s));
    ASSERT_TRUE(empty);
    EXPECT_FALSE((*empty)->program);
    EXPECT_TRUE(has((*empty)->diagnostics, u"bpte.no-program"_s));
    const auto text
        = formats::readBundled(ByteSource::fromBytes(smallBundle("no program"), u"m.bpte"_s));
    ASSERT_TRUE(text);
    EXPECT_FALSE((*text)->program);
    EXPECT_FALSE((*text)->diagnostics.empty());
}

TEST(Bundled, AnyBytes)
{
    exercise(smallBundle(smallProgram()), [](const auto &source) {
        if (const auto read = formats::readBundled(source))
            static_cast<void>(inspect::describeBundled(**read));
    });
}

TEST(Bundled, Samples)
{
    TOSAIC_NEED_SAMPLES();
    const auto paths = sampleFiles(u"bpte"_s);
    EXPECT_GE(paths.size(), 8);
    int stated = 0;
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto file = formats::readBundled(mapped(path));
        ASSERT_TRUE(file) << file.error().toText().toStdString();
        ASSERT_TRUE((*file)->program);
        EXPECT_TRUE((*file)->diagnostics.empty());
        const auto facts = factsOf(path);
        if (!facts.isEmpty()) {
            compareFacts(**file, facts);
            ++stated;
        }
    }
    EXPECT_GE(stated, 5);
}

TEST(Bundled, FactsOfTheReadme)
{
    TOSAIC_NEED_SAMPLES();
    const auto file
        = formats::readBundled(mapped(samplesDir() + u"/models/other/et-bundled-program.bpte"_s));
    ASSERT_TRUE(file);
    const auto json = inspect::describeBundled(**file).json;
    EXPECT_EQ(json[u"version"_s], 2);
    EXPECT_EQ(json[u"programSize"_s], 1696);
    EXPECT_EQ(json[u"testSuites"_s][0][u"cases"_s].toArray(),
        (QJsonArray{ 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 }));
    EXPECT_EQ(json[u"program"_s][u"methods"_s][0][u"operators"_s].toObject(),
        (QJsonObject{ { u"aten::mul.out"_s, 1 }, { u"aten::add.out"_s, 2 } }));
    const auto debug = formats::readBundled(
        mapped(samplesDir() + u"/generated/aot/rescnn-int8-u55-128-debug/model.bpte"_s));
    ASSERT_TRUE(debug);
    ASSERT_EQ((*debug)->suites.size(), 1);
    EXPECT_EQ((*debug)->suites[0].cases.size(), 2);
}

} // namespace tosaic::test::bundledtests
