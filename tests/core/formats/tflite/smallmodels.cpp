// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/core/formats/velabuilder.h"

namespace tosaic::test {

namespace {

/// A FlexBuffer: the map { "shift": 12 }.
const QByteArray ShiftOptions("shift\0\x01\x07\x01\x01\x01\x0c\x04\x02\x24\x01", 16);

} // namespace

QByteArray smallVelaModel()
{
    TfLiteBuilder builder;
    const auto bytes = [&](int size, quint32 buffer, const char *name) {
        return builder.addTensor(
            { .shape = { size }, .type = tfl::TensorType::UINT8, .buffer = buffer, .name = name });
    };
    const auto first = cop1(ConfigU55With128, { OpConv, OpStop });
    const auto second = cop1(ConfigU55With128, { OpConv, OpConv, OpStop });
    bytes(int(first.size()), builder.addBuffer(first), "ethos_u_command_stream");
    bytes(32, builder.addBuffer(QByteArray(32, 'w')), "read_only");
    bytes(4096, 0, "scratch");
    bytes(512, 0, "scratch_fast");
    builder.addTensor({ .shape = { 1, 8, 8, 3 }, .name = "image" });
    builder.addTensor({ .shape = { 1, 8 }, .name = "middle" });
    builder.addTensor({ .shape = { 1, 8 }, .name = "soft" });
    bytes(int(second.size()), builder.addBuffer(second), "ethos_u_command_stream");
    builder.addTensor({ .shape = { 1, 8 }, .type = tfl::TensorType::INT16, .name = "result" });
    const auto npu = builder.addCustomCode("ethos-u");
    const auto softmax = builder.addCode(tfl::BuiltinOperator::SOFTMAX);
    const QByteArray one("\x01\x04\x01", 3);
    builder.addOperator(npu, { 0, 1, 2, 3, 4 }, { 5 }, one);
    builder.addOperator(softmax, { 5 }, { 6 }, tfl::BuiltinOptions::SoftmaxOptions,
        tfl::CreateSoftmaxOptions(builder.fbb, 1).Union());
    builder.addOperator(npu, { 7, 1, 2, 3, 6 }, { 8 }, one);
    builder.closeSubgraph({ 4 }, { 8 });
    builder.addMetadata("vela_version", "5.1.0");
    const auto none = quint32(-1);
    builder.addMetadata("OfflineMemoryAllocation",
        littleEndian({ 0, 1, 9, none, none, 128, 0, 1152, 128, 256, none, none }));
    return builder.finish();
}

QByteArray mixedModel()
{
    TfLiteBuilder builder;
    auto &fbb = builder.fbb;
    const auto quantisation
        = tfl::CreateQuantizationParameters(fbb, 0, 0, fbb.CreateVector<float>({ 0.5F, 0.25F }),
            fbb.CreateVector<std::int64_t>({ 3, -4 }), tfl::QuantizationDetails::NONE, 0, 1);
    builder.addTensor({ .shape = { 1, 2 },
        .buffer = builder.addBuffer("ab"),
        .name = "weights",
        .quantisation = quantisation });
    builder.addTensor({ .shape = { 1, 4 }, .name = "batch", .signature = { -1, 4 } });
    builder.addTensor({ .name = "state", .isVariable = true });
    const auto dimension = tfl::CreateDimensionMetadata(fbb, tfl::DimensionType::SPARSE_CSR, 0,
        tfl::SparseIndexVector::Uint8Vector,
        tfl::CreateUint8Vector(fbb, fbb.CreateVector<quint8>({ 0, 1 })).Union(),
        tfl::SparseIndexVector::Int32Vector,
        tfl::CreateInt32Vector(fbb, fbb.CreateVector<qint32>({ 0 })).Union());
    builder.addTensor({ .shape = { 8, 8 },
        .buffer = builder.addBuffer("s"),
        .name = "sparse",
        .sparsity = tfl::CreateSparsityParameters(fbb, fbb.CreateVector<qint32>({ 0, 1 }), 0,
            fbb.CreateVector(TfLiteBuilder::List<tfl::DimensionMetadata>{ dimension })) });
    builder.addTensor({ .name = "elsewhere", .external = 7 });
    builder.groups.push_back(tfl::CreateExternalBufferGroup(fbb, fbb.CreateString("weights.bin")));
    builder.external.push_back(
        tfl::CreateExternalBuffer(fbb, 7, 0, 64, 4, fbb.CreateString("unpacked")));
    const auto branch = builder.addCode(tfl::BuiltinOperator::IF);
    const auto custom = builder.addCustomCode("SignalWindow");
    const auto sort = builder.addCode(tfl::BuiltinOperator::STABLEHLO_SORT);
    builder.addOperator(branch, { 1 }, { 2 }, tfl::BuiltinOptions::IfOptions,
        tfl::CreateIfOptions(fbb, 1, 2).Union());
    builder.addOperator(custom, { 1, -1 }, { 2 }, ShiftOptions);
    builder.addOperator2(sort, tfl::BuiltinOptions2::StablehloSortOptions,
        tfl::CreateStablehloSortOptions(fbb, 1, true, 2).Union());
    builder.closeSubgraph({ 1 }, { 2 });
    for (const char *name : { "then", "else" }) {
        builder.addTensor({ .name = name });
        builder.closeSubgraph({ 0 }, { 0 }, name);
    }
    const auto map = fbb.CreateVector(
        TfLiteBuilder::List<tfl::TensorMap>{ tfl::CreateTensorMap(fbb, fbb.CreateString("x"), 1) });
    builder.signatures.push_back(
        tfl::CreateSignatureDef(fbb, map, map, fbb.CreateString("serving_default"), 0));
    builder.addMetadata("min_runtime_version", QByteArray("2.8.0").leftJustified(16, '\0'));
    builder.addMetadata("CONVERSION_METADATA", QByteArray("\x0c\0\0\x01", 4));
    return builder.finish();
}

} // namespace tosaic::test
