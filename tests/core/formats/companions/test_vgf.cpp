// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// VGF containers: synthetic ones of both layouts, stated facts of the sample, damage.
#include "core/inspect/vgfdescription.h"
#include "tests/core/formats/companions/companionbuilder.h"
#include "tests/core/formats/companions/companionsupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QtEndian>

namespace tosaic::test::vgftests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

TEST(Vgf, TablesOfBothLayouts)
{
    for (const bool isOld : { false, true }) {
        const auto bytes = smallVgf(isOld);
        const auto file = formats::readVgf(ByteSource::fromBytes(bytes, u"m.vgf"_s));
        ASSERT_TRUE(file) << file.error().toText().toStdString();
        const auto &vgf = **file;
        EXPECT_TRUE(vgf.diagnostics.empty());
        EXPECT_EQ(vgf.version, isOld ? u"0.3.0"_s : u"0.4.0"_s);
        ASSERT_EQ(vgf.modules.size(), 1);
        EXPECT_EQ(vgf.modules[0].codeKind, u"SPIRV"_s);
        EXPECT_EQ(vgf.modules[0].magic, 0x07230203U);
        EXPECT_EQ(vgf.modules[0].spirvVersion, u"1.6"_s);
        EXPECT_EQ(vgf.modules[0].code->size, 12);
        ASSERT_EQ(vgf.resources.size(), 3);
        EXPECT_EQ(vgf.resources[2].category, u"CONSTANT"_s);
        ASSERT_EQ(vgf.segments.size(), 1);
        EXPECT_EQ(vgf.segments[0].constants, std::vector<quint32>{ 0 });
        EXPECT_EQ(vgf.inputs.at(0).name, u"x"_s);
        ASSERT_EQ(vgf.constants.size(), 1);
        EXPECT_EQ(vgf.constants[0].resource, 2);
        EXPECT_EQ(bytes.sliced(qsizetype(vgf.constants[0].bytes->offset), 4), "cons");
        const auto json = inspect::describeVgf(vgf).json;
        EXPECT_EQ(json[u"resources"_s][0][u"format"_s], u"VK_FORMAT_R8_SINT"_s);
        EXPECT_EQ(json[u"modules"_s][0][u"name"_s], u"graph"_s);
    }
}

TEST(Vgf, TextGroupsDigitsAndLeavesNoCellBlank)
{
    auto file = **formats::readVgf(ByteSource::fromBytes(smallVgf(), u"m.vgf"_s));
    file.sections.at(0).range = { 4'096, 1'234'567 };
    file.modules.at(0).code.reset();
    const auto sections = inspect::describeVgf(file).sections;
    EXPECT_TRUE(sections[0].table.rows[0].contains(u"1,234,567"_s));
    for (const auto &section : sections) {
        for (const auto &row : section.table.rows)
            EXPECT_FALSE(row.contains(QString())) << row.join(u'|').toStdString();
    }
}

TEST(Vgf, OneDamagedSectionLeavesTheOthers)
{
    auto bytes = smallVgf();
    qToLittleEndian<quint64>(1ULL << 40, bytes.data() + 24); // size of the modules
    const auto file = formats::readVgf(ByteSource::fromBytes(bytes, u"m.vgf"_s));
    ASSERT_TRUE(file);
    EXPECT_TRUE((*file)->modules.empty());
    EXPECT_EQ((*file)->resources.size(), 3);
    EXPECT_TRUE(has((*file)->diagnostics, u"vgf.section-outside-file"_s));
    EXPECT_TRUE(has((*file)->diagnostics, u"vgf.index-out-of-range"_s));
}

TEST(Vgf, SectionsAtOddPlaces)
{
    // Older writers did not align sections.
    auto bytes = smallVgf();
    const auto at = qFromLittleEndian<quint64>(bytes.data() + 48);
    const auto size = qFromLittleEndian<quint64>(bytes.data() + 56);
    const auto resources = bytes.sliced(qsizetype(at), qsizetype(size));
    bytes.append('\0');
    qToLittleEndian<quint64>(quint64(bytes.size()), bytes.data() + 48);
    const auto file = formats::readVgf(ByteSource::fromBytes(bytes + resources, u"m.vgf"_s));
    ASSERT_TRUE(file);
    EXPECT_TRUE((*file)->diagnostics.empty());
    EXPECT_EQ((*file)->resources.size(), 3);
}

TEST(Vgf, AnyBytes)
{
    for (const bool isOld : { false, true })
        exercise(smallVgf(isOld), [](const auto &source) {
            if (const auto read = formats::readVgf(source))
                static_cast<void>(inspect::describeVgf(**read));
        });
}

TEST(Vgf, FactsOfTheReadme)
{
    TOSAIC_NEED_SAMPLES();
    const auto file = formats::readVgf(mapped(samplesDir() + u"/models/vgf/vww4.vgf"_s));
    ASSERT_TRUE(file) << file.error().toText().toStdString();
    const auto &vgf = **file;
    for (const auto &diagnostic : vgf.diagnostics)
        ADD_FAILURE() << diagnostic.toText().toStdString();
    EXPECT_EQ(vgf.version, u"0.3.0"_s);
    const std::vector<model::ByteRange> stated{ { 128, 152576 }, { 152704, 680 }, { 153384, 6432 },
        { 159816, 252912 } };
    for (size_t i = 0; i < stated.size(); ++i)
        EXPECT_EQ(vgf.sections.at(i).range, stated[i]);
    ASSERT_EQ(vgf.modules.size(), 1);
    EXPECT_EQ(vgf.modules[0].name, u"graph_partition_0"_s);
    EXPECT_EQ(vgf.modules[0].magic, 0x07230203U);
    EXPECT_FALSE(vgf.resources.empty());
    EXPECT_FALSE(vgf.constants.empty());
    EXPECT_EQ(vgf.segments.size(), 1);
}

} // namespace tosaic::test::vgftests
