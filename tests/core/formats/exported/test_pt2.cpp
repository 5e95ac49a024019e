// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/nodemetadata.h"
#include "core/formats/exported/pt2reader.h"
#include "core/inspect/exporteddescription.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/core/formats/zip/zipbuilder.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonObject>

#include <cmath>

namespace tosaic::test::pt2tests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;
using namespace tosaic::test;

namespace {

Result<model::Network> readBytes(const QByteArray &bytes)
{
    return readPt2(ByteSource::fromBytes(bytes, u"memory.pt2"_s));
}

class Pt2 : public testing::Test
{
protected:
    void SetUp() override
    {
        auto read = readBytes(pt2Bytes());
        ASSERT_TRUE(read) << read.error().toText().toStdString();
        m_network = std::move(*read);
        ASSERT_EQ(m_network.subgraphs.size(), 2U);
        ASSERT_EQ(main().operators.size(), 4U);
    }

    const model::Subgraph &main() const { return m_network.subgraphs.front(); }

    const model::NetworkTensor &tensor(const QString &name) const
    {
        static const model::NetworkTensor none;
        for (const auto &one : main().tensors) {
            if (one.name == name)
                return one;
        }
        ADD_FAILURE() << name.toStdString();
        return none;
    }

    const model::AttributeValue &value(size_t op, const QString &name) const
    {
        static const model::AttributeValue none;
        for (const auto &one : main().operators[op].attributes) {
            if (one.name == name)
                return one.value;
        }
        ADD_FAILURE() << name.toStdString();
        return none;
    }

    template <typename Type>
    Type get(size_t op, const QString &name) const
    {
        const auto *found = std::get_if<Type>(&value(op, name));
        EXPECT_TRUE(found) << name.toStdString();
        return found ? *found : Type();
    }

    QStringList names(const std::vector<qint32> &indices) const
    {
        QStringList result;
        for (const auto index : indices)
            result << (index < 0 ? u"-"_s : main().tensors[size_t(index)].name);
        return result;
    }

    model::Network m_network;
};

TEST_F(Pt2, ReadsNodesInOrder)
{
    EXPECT_EQ(m_network.format, u"pt2"_s);
    EXPECT_EQ(m_network.version, u"8.20"_s);
    EXPECT_EQ(main().name, u"model"_s);
    const auto &conv = main().operators[0];
    EXPECT_EQ(conv.type, u"aten.conv2d.default"_s);
    EXPECT_EQ(conv.name, u"conv"_s);
    EXPECT_EQ(names(conv.inputs), (QStringList{ u"x"_s, u"p_w"_s }));
    EXPECT_EQ(names(conv.outputs), (QStringList{ u"y"_s }));
    EXPECT_EQ(get<QString>(0, u"meta.target"_s), u"torch.ops.aten.conv2d.default"_s);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(value(0, u"bias"_s)));
}

TEST_F(Pt2, ReadsWhereANodeComesFrom)
{
    const auto &conv = main().operators[0];
    ASSERT_EQ(conv.stackTrace.size(), 2U);
    EXPECT_EQ(conv.stackTrace[0].file, u"/a/model.py"_s);
    EXPECT_EQ(conv.stackTrace[0].line, 7);
    EXPECT_EQ(conv.stackTrace[0].function, u"forward"_s);
    EXPECT_EQ(conv.stackTrace[0].context, u"return self.conv(x)"_s);
    EXPECT_EQ(conv.stackTrace[1].line, 30);
    EXPECT_EQ(conv.module, u"layers.slice(0, 2, None).conv"_s);
    EXPECT_EQ(get<QString>(0, u"meta.module_type"_s), u"torch.nn.Conv2d"_s);
    EXPECT_EQ(get<QString>(0, u"meta.from_node"_s), u"conv_early"_s);
    EXPECT_EQ(debugHandles(conv), std::vector<qint64>{ 5 });
    EXPECT_TRUE(debugHandles(main().operators[1]).empty());
}

TEST_F(Pt2, ReadsEveryKindOfArgument)
{
    EXPECT_TRUE(std::holds_alternative<std::monostate>(value(2, u"none"_s)));
    EXPECT_EQ(get<qint64>(2, u"int"_s), 9007199254740993LL);
    EXPECT_EQ(get<double>(2, u"float"_s), -INFINITY);
    EXPECT_EQ(get<double>(2, u"floatText"_s), INFINITY);
    EXPECT_TRUE(get<bool>(2, u"bool"_s));
    EXPECT_EQ(get<QString>(2, u"string"_s), u"not NaN but \"Infinity\""_s);
    EXPECT_EQ(get<std::vector<qint64>>(2, u"ints"_s), (std::vector<qint64>{ 1, -2 }));
    const auto floats = get<std::vector<double>>(2, u"floats"_s);
    ASSERT_EQ(floats.size(), 2U);
    EXPECT_EQ(floats[0], 0.5);
    EXPECT_TRUE(std::isnan(floats[1]));
    EXPECT_EQ(get<std::vector<bool>>(2, u"bools"_s), (std::vector<bool>{ true, false }));
    EXPECT_EQ(get<std::vector<QString>>(2, u"strings"_s), (std::vector{ u"a"_s, u"b"_s }));
    EXPECT_EQ(get<QString>(2, u"dtype"_s), u"torch.int8"_s);
    EXPECT_EQ(get<QString>(2, u"layout"_s), u"torch.strided"_s);
    EXPECT_EQ(get<QString>(2, u"format"_s), u"torch.channels_last"_s);
    EXPECT_EQ(get<QString>(2, u"device"_s), u"cuda:1"_s);
    EXPECT_EQ(get<QString>(2, u"complex"_s), u"1-2j"_s);
    EXPECT_EQ(get<QString>(2, u"size"_s), u"n"_s);
    EXPECT_EQ(get<std::vector<QString>>(2, u"sizes"_s), (std::vector{ u"n"_s, u"3"_s }));
    EXPECT_EQ(get<QString>(2, u"new"_s), u"[[1]]"_s);
    EXPECT_EQ(names(main().operators[2].inputs), (QStringList{ u"n"_s, u"n"_s, u"-"_s, u"y"_s }));
    EXPECT_EQ(names(main().operators[2].outputs), (QStringList{ u"z"_s }));
}

TEST_F(Pt2, ReadsTensorsAndTheirRoles)
{
    EXPECT_EQ(names(main().inputs), (QStringList{ u"p_w"_s, u"b_s"_s, u"x"_s, u"scale"_s }));
    EXPECT_EQ(names(main().outputs), (QStringList{ u"z"_s, u"c"_s, u"output_2"_s }));
    const auto &weight = tensor(u"p_w"_s);
    EXPECT_EQ(weight.role, u"parameter"_s);
    EXPECT_EQ(weight.qualifiedName, u"conv.weight"_s);
    EXPECT_EQ(weight.typeText, u"torch.float32"_s);
    EXPECT_EQ(weight.type, model::ElementType::Float32);
    EXPECT_FALSE(weight.isVariable);
    EXPECT_EQ(tensor(u"b_s"_s).role, u"buffer"_s);
    EXPECT_TRUE(tensor(u"b_s"_s).isVariable);
    EXPECT_EQ(tensor(u"x"_s).role, u"input"_s);
    EXPECT_EQ(tensor(u"x"_s).shape, (std::vector<qint64>{ -1, 2 }));
    EXPECT_EQ(tensor(u"scale"_s).role, u"constant"_s);
    EXPECT_EQ(tensor(u"scale"_s).typeText, u"float"_s);
    EXPECT_EQ(tensor(u"n"_s).typeText, u"SymInt"_s);
    EXPECT_EQ(tensor(u"y"_s).type, model::ElementType::BFloat16);
    EXPECT_EQ(tensor(u"z"_s).typeText, u"ScalarType(77)"_s);
    EXPECT_EQ(tensor(u"c"_s).shape, std::nullopt);
}

TEST_F(Pt2, FindsTheBytesOfWeights)
{
    const auto &weight = tensor(u"p_w"_s);
    ASSERT_TRUE(weight.data);
    EXPECT_EQ(weight.data->size, 16U);
    const auto bytes = m_network.source->bytes();
    // The storage has one float before it.
    EXPECT_EQ(bytes.sliced(qsizetype(weight.data->offset) - 4, 20), QByteArray(20, 'w'));
    EXPECT_NE(bytes[qsizetype(weight.data->offset) - 5], 'w');
    EXPECT_FALSE(tensor(u"b_s"_s).data);
    EXPECT_TRUE(hasDiagnostic(m_network.diagnostics, u"pt2.pickled-weight"_s));
}

TEST_F(Pt2, ReadsBranchesAsGraphs)
{
    const auto &cond = main().operators[3];
    EXPECT_EQ(cond.type, u"higher_order.cond"_s);
    ASSERT_EQ(cond.subgraphs, std::vector<qint32>{ 1 });
    EXPECT_EQ(get<qint64>(3, u"arg2"_s), 4);
    const auto &branch = m_network.subgraphs[1];
    EXPECT_EQ(branch.name, u"model/true_graph_0"_s);
    EXPECT_EQ(branch.operators.at(0).type, u"aten.relu.default"_s);
    EXPECT_EQ(branch.tensors.at(0).shape, std::vector<qint64>{ 3 });
    EXPECT_EQ(branch.tensors.at(0).role, u"input"_s);
}

TEST_F(Pt2, SaysWhatElseItHolds)
{
    const auto text = [&](const QString &name) {
        for (const auto &[key, value] : m_network.metadata) {
            if (key == name)
                return value;
        }
        return QString();
    };
    EXPECT_EQ(text(u"PyTorch version"_s), u"2.13.0"_s);
    EXPECT_EQ(text(u"Operator set aten"_s), u"10"_s);
    EXPECT_EQ(text(u"Range of s0"_s), u"1..10"_s);
    EXPECT_EQ(text(u"data/sample_inputs/model.pt"_s), u"6 bytes, pickled, not read"_s);
    EXPECT_EQ(text(u"extra/notes.txt"_s), u"5 bytes"_s);
}

TEST_F(Pt2, IsDescribedAsTheContractSays)
{
    const auto description = inspect::describePt2(m_network);
    EXPECT_EQ(description.format, u"pt2"_s);
    EXPECT_EQ(description.formatVersion, u"8.20"_s);
    const auto graphs = description.json[u"graphs"_s].toArray();
    ASSERT_EQ(graphs.size(), 1);
    EXPECT_EQ(graphs[0][u"name"_s], u"model"_s);
    EXPECT_EQ(graphs[0][u"nodes"_s], 4);
    EXPECT_EQ(graphs[0][u"operators"_s][u"aten.conv2d.default"_s], 1);
    EXPECT_EQ(graphs[0][u"subgraphs"_s][0][u"name"_s], u"model/true_graph_0"_s);
    EXPECT_EQ(graphs[0][u"parameterBytes"_s], 16 + 8 + 8);
    const auto text = descriptionText(u"memory.pt2"_s, description.sections);
    EXPECT_TRUE(text.contains(u"aten.conv2d.default"_s));
    EXPECT_TRUE(text.contains(u"x: torch.float32 [?, 2]"_s));
}

TEST(Pt2Archive, ReadsTheLayoutOfOlderReleases)
{
    const auto network
        = readBytes(storedZip({ { "serialized_exported_program.json", programJson() },
            { "serialized_state_dict.pt", "pickle" }, { "version", "5.1" } }));
    ASSERT_TRUE(network) << network.error().toText().toStdString();
    EXPECT_EQ(network->subgraphs.front().operators.size(), 4U);
    EXPECT_TRUE(
        std::any_of(network->metadata.begin(), network->metadata.end(), [](const auto &one) {
            return one.first == "serialized_state_dict.pt"_L1 && one.second.contains("pickled"_L1);
        }));
}

TEST(Pt2Archive, ReadsSeveralPrograms)
{
    const auto network = readBytes(storedZip({ { "a/models/first.json", programJson() },
        { "a/models/second.json", programJson() }, { "a/archive_format", "pt2" } }));
    ASSERT_TRUE(network);
    EXPECT_TRUE(graphNamed(*network, u"first"_s));
    EXPECT_TRUE(graphNamed(*network, u"second"_s));
    EXPECT_EQ(inspect::describePt2(*network).json[u"graphs"_s].toArray().size(), 2);
}

TEST(Pt2Archive, ReadsTheLastOfTwoProgramsOfOneName)
{
    const auto network = readBytes(storedZip(
        { { "a/models/model.json", "no program" }, { "a/models/model.json", programJson() } }));
    ASSERT_TRUE(network);
    EXPECT_EQ(inspect::describePt2(*network).json[u"graphs"_s].toArray().size(), 1);
    EXPECT_TRUE(hasDiagnostic(network->diagnostics, u"zip.duplicate-name"_s));
}

TEST(Pt2Archive, IsReadCompressed)
{
    const auto network = readBytes(
        zipBytes({ { .name = "a/models/model.json", .content = programJson(), .deflate = true } }));
    ASSERT_TRUE(network);
    EXPECT_EQ(network->subgraphs.front().operators.size(), 4U);
}

ErrorCode refusal(const QByteArray &program)
{
    const auto network = readBytes(pt2Bytes(program));
    return network ? ErrorCode::Internal : network.error().code;
}

TEST(Pt2Archive, RefusesWhatIsNoProgram)
{
    EXPECT_EQ(refusal("{"), ErrorCode::FormatDamaged);
    EXPECT_EQ(refusal("[]"), ErrorCode::FormatDamaged);
    EXPECT_EQ(refusal("{}"), ErrorCode::FormatDamaged);
    EXPECT_EQ(refusal(R"({"graph_module": {"graph": {"nodes": 3}}})"), ErrorCode::FormatDamaged);
    EXPECT_EQ(refusal(QByteArray(300, '[')), ErrorCode::LimitExceeded);
    const auto none = readBytes(storedZip({ { "a/archive_format", "pt2" } }));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::FormatUnsupported);
}

TEST(Pt2Archive, SurvivesEveryTruncatedProgram)
{
    const auto program = programJson();
    for (qsizetype size = 0; size < program.size(); size += 7)
        EXPECT_EQ(refusal(program.first(size)), ErrorCode::FormatDamaged) << size;
}

TEST(Pt2Archive, SurvivesValuesOfAnotherKind)
{
    // Each string, number and list in turn becomes something else that is still JSON.
    const auto program = programJson();
    for (qsizetype at = 0; at < program.size(); ++at) {
        auto changed = program;
        if (changed[at] >= '0' && changed[at] <= '9')
            changed.replace(at, 1, "[]");
        else if (changed[at] == '[')
            changed.replace(at, 1, "[null,{},\"\",-1,[],");
        else
            continue;
        const auto network = readBytes(pt2Bytes(changed));
        if (network)
            (void)inspect::describePt2(*network);
    }
}

struct WeightCase
{
    QByteArray from;
    QByteArray to;
    QString diagnostic;
};

class Pt2Weights : public testing::TestWithParam<WeightCase>
{
};

TEST_P(Pt2Weights, AreNotShownWhereTheyDoNotFit)
{
    auto config = weightConfig();
    ASSERT_TRUE(config.contains(GetParam().from));
    config.replace(GetParam().from, GetParam().to);
    const auto network = readBytes(pt2Bytes(programJson(), config));
    ASSERT_TRUE(network);
    const auto &weight = network->subgraphs.front().tensors.at(0);
    EXPECT_EQ(weight.qualifiedName, u"conv.weight"_s);
    EXPECT_FALSE(weight.data);
    EXPECT_TRUE(hasDiagnostic(network->diagnostics, GetParam().diagnostic));
}

INSTANTIATE_TEST_SUITE_P(Configs, Pt2Weights,
    testing::Values(WeightCase{ R"("storage_offset": {"as_int": 1})",
                        R"("storage_offset": {"as_int": 2})", u"pt2.weight-outside"_s },
        WeightCase{ R"("storage_offset": {"as_int": 1})",
            R"("storage_offset": {"as_int": 9223372036854775807})", u"pt2.weight-outside"_s },
        WeightCase{ R"({"as_int": 2}, {"as_int": 1}])", R"({"as_int": 1}, {"as_int": 2}])",
            u"pt2.weight-strided"_s },
        WeightCase{ R"("path_name": "weight_0")", R"("path_name": "../weight_0")",
            u"pt2.weight-missing"_s },
        WeightCase{ R"("is_param": true, "use_pickle": false)", R"("use_pickle": true)",
            u"pt2.pickled-weight"_s },
        WeightCase{ R"({"config")", R"(no JSON)", u"format.damaged"_s }));

} // namespace

} // namespace tosaic::test::pt2tests
