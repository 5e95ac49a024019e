// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/etrecordreader.h"
#include "core/inspect/exporteddescription.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/core/formats/zip/zipbuilder.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonObject>

namespace tosaic::test::etrecordtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;
using namespace tosaic::test;

namespace {

Result<EtRecord> readBytes(const QByteArray &bytes)
{
    return readEtRecord(ByteSource::fromBytes(bytes, u"memory.etrecord"_s));
}

TEST(EtRecordFile, HoldsItsGraphs)
{
    const auto record = readBytes(etRecordBytes());
    ASSERT_TRUE(record) << record.error().toText().toStdString();
    EXPECT_EQ(record->network.format, u"etrecord"_s);
    EXPECT_EQ(record->network.version, u"5.4"_s);
    ASSERT_EQ(record->graphs.size(), 3U);
    EXPECT_EQ(record->graphs[0].kind, EtRecord::GraphKind::Edge);
    EXPECT_EQ(record->graphs[0].method, u"forward"_s);
    EXPECT_EQ(record->graphs[0].subgraph, 0);
    EXPECT_EQ(record->graphs[1].kind, EtRecord::GraphKind::Exported);
    EXPECT_EQ(record->graphs[1].method, QString());
    EXPECT_EQ(record->graphs[2].kind, EtRecord::GraphKind::Extra);
    EXPECT_EQ(record->graphs[2].member, u"edge_after/forward"_s);
    EXPECT_TRUE(record->network.diagnostics.empty());
}

TEST(EtRecordFile, OpensWhatADelegateWasMadeFrom)
{
    const auto record = readBytes(etRecordBytes());
    ASSERT_TRUE(record);
    const auto &call = record->network.subgraphs.front().operators.at(0);
    const auto attribute = [&](const QString &name) -> model::AttributeValue {
        for (const auto &one : call.attributes) {
            if (one.name == name)
                return one.value;
        }
        return {};
    };
    EXPECT_EQ(attribute(u"backend_id"_s), model::AttributeValue(u"EthosUBackend"_s));
    EXPECT_EQ(attribute(u"processed_bytes"_s), model::AttributeValue(qint64(4)));
    EXPECT_EQ(attribute(u"compile_spec.target"_s), model::AttributeValue(u"ethos-u55-32"_s));
    EXPECT_EQ(attribute(u"compile_spec.raw"_s), model::AttributeValue(QByteArray("\xff")));
    ASSERT_EQ(call.subgraphs.size(), 1U);
    const auto &inner = record->network.subgraphs[size_t(call.subgraphs[0])];
    EXPECT_EQ(inner.operators.size(), 4U);
    EXPECT_EQ(call.inputs.size(), 1U);
}

TEST(EtRecordFile, HoldsItsMaps)
{
    const auto record = readBytes(etRecordBytes());
    ASSERT_TRUE(record);
    const auto &method = record->methods.at(u"forward"_s);
    EXPECT_EQ(method.handles.at(0), std::vector<qint64>{ 1 });
    EXPECT_EQ(method.handles.at(10), (std::vector<qint64>{ 2, 2, 3 }));
    EXPECT_TRUE(method.handles.at(9).empty());
    EXPECT_EQ(method.delegates.at(10).backend, u"EthosUBackend"_s);
    EXPECT_FALSE(method.delegates.at(10).handles);
    ASSERT_TRUE(method.delegates.at(11).handles);
    EXPECT_EQ(method.delegates.at(11).handles->at(u"conv_7"_s), (std::vector<qint64>{ 2, 3 }));
    EXPECT_EQ(method.outputCounts.at(10), 2);
    EXPECT_EQ(record->exportGraphId, 139632279127248LL);
    EXPECT_EQ(record->referenceOutputs, 6U);
    EXPECT_EQ(record->representativeInputs, 7U);
    EXPECT_EQ(record->opaque.size(), 4U);
}

TEST(EtRecordFile, IsDescribed)
{
    const auto record = readBytes(etRecordBytes());
    ASSERT_TRUE(record);
    const auto description = inspect::describeEtRecord(*record);
    EXPECT_EQ(description.format, u"etrecord"_s);
    const auto graphs = description.json[u"graphs"_s].toArray();
    ASSERT_EQ(graphs.size(), 3);
    EXPECT_EQ(graphs[0][u"name"_s], u"edge_dialect_exported_program/forward"_s);
    EXPECT_EQ(graphs[0][u"operators"_s][u"higher_order.executorch_call_delegate"_s], 1);
    EXPECT_EQ(graphs[0][u"subgraphs"_s].toArray().size(), 1);
    const auto delegate = graphs[0][u"delegates"_s][0];
    EXPECT_EQ(delegate[u"backend"_s], u"EthosUBackend"_s);
    EXPECT_EQ(delegate[u"payloadBytes"_s], 4);
    EXPECT_EQ(delegate[u"compileSpecs"_s], (QJsonObject{ { u"target"_s, u"ethos-u55-32"_s } }));
    const auto forward = description.json[u"methods"_s][u"forward"_s];
    EXPECT_EQ(forward[u"debugHandles"_s][u"10"_s], (QJsonArray{ 2, 2, 3 }));
    EXPECT_EQ(forward[u"delegates"_s][u"10"_s][u"name"_s], u"EthosUBackend"_s);
    EXPECT_TRUE(forward[u"delegates"_s][u"10"_s][u"handles"_s].isUndefined());
    EXPECT_EQ(description.json[u"exportGraphId"_s].toInteger(), 139632279127248LL);
    EXPECT_TRUE(descriptionText({}, description.sections).contains(u"2, 3"_s));
}

TEST(EtRecordFile, WithoutEdgeProgramSaysSo)
{
    const auto record
        = readBytes(storedZip({ { "ETRECORD_V0", "" }, { "exported_program", programJson() } }));
    ASSERT_TRUE(record);
    EXPECT_TRUE(hasDiagnostic(record->network.diagnostics, u"etrecord.no-edge-program"_s));
}

TEST(EtRecordFile, GoesOnWithoutADamagedProgram)
{
    const auto record = readBytes(storedZip({ { "ETRECORD_V0", "" },
        { "edge_dialect_exported_program/forward", "{\"graph_module\": 1}" },
        { "exported_program", programJson() }, { "debug_handle_map", "[1]" } }));
    ASSERT_TRUE(record);
    EXPECT_EQ(record->graphs.size(), 1U);
    EXPECT_TRUE(hasDiagnostic(record->network.diagnostics, u"format.damaged"_s));
    EXPECT_TRUE(record->methods.empty());
}

TEST(EtRecordFile, WithoutAnyProgramIsDamaged)
{
    const auto record = readBytes(storedZip({ { "ETRECORD_V0", "" } }));
    ASSERT_FALSE(record);
    EXPECT_EQ(record.error().code, ErrorCode::FormatDamaged);
}

TEST(EtRecordFile, BoundsDelegatesInsideDelegates)
{
    // A record whose lowered program is a record's program again, ten times.
    QByteArray program = programJson();
    for (int i = 0; i < 10; ++i) {
        QByteArray text = "{\"backend_id\": \"B\", \"original_module\": " + program + "}";
        text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        program
            = "{\"graph_module\": {\"graph\": {\"nodes\": [{\"target\": "
              "\"torch.ops.higher_order.executorch_call_delegate\", \"inputs\": [{\"name\": \"l\", "
              "\"arg\": {\"as_string\": \""
            + text + "\"}}]}]}}}";
    }
    const auto record = readBytes(
        storedZip({ { "ETRECORD_V0", "" }, { "edge_dialect_exported_program", program } }));
    ASSERT_TRUE(record) << record.error().toText().toStdString();
    EXPECT_EQ(record->network.subgraphs.size(), 5U);
    EXPECT_TRUE(hasDiagnostic(record->network.diagnostics, u"exported.too-deep"_s));
}

} // namespace

} // namespace tosaic::test::etrecordtests
