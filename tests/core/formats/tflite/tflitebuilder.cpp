// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tflite/tflitebuilder.h"

namespace tosaic::test {

TfLiteBuilder::TfLiteBuilder()
{
    buffers.push_back(tfl::CreateBuffer(fbb));
}

quint32 TfLiteBuilder::addBuffer(const QByteArray &bytes)
{
    fbb.ForceVectorAlignment(size_t(bytes.size()), 1, 16);
    buffers.push_back(tfl::CreateBuffer(fbb,
        fbb.CreateVector(reinterpret_cast<const quint8 *>(bytes.data()), size_t(bytes.size()))));
    return quint32(buffers.size()) - 1;
}

quint32 TfLiteBuilder::addAppended(quint64 offset, quint64 size)
{
    buffers.push_back(tfl::CreateBuffer(fbb, 0, offset, size));
    return quint32(buffers.size()) - 1;
}

void TfLiteBuilder::addMetadata(const char *name, const QByteArray &bytes)
{
    const auto buffer = addBuffer(bytes);
    metadata.push_back(tfl::CreateMetadata(fbb, fbb.CreateString(name), buffer));
}

qint32 TfLiteBuilder::addTensor(const TensorFacts &facts)
{
    const auto name = fbb.CreateString(facts.name);
    const auto shape = fbb.CreateVector(facts.shape);
    const auto signature = facts.signature.empty() ? 0 : fbb.CreateVector(facts.signature).o;
    tensors.push_back(
        tfl::CreateTensor(fbb, shape, facts.type, facts.buffer, name, facts.quantisation,
            facts.isVariable, facts.sparsity, signature, facts.hasRank, 0, facts.external));
    return qint32(tensors.size()) - 1;
}

quint32 TfLiteBuilder::addCode(tfl::BuiltinOperator code, qint32 operatorVersion)
{
    const auto old = qint8(std::min(qint32(code), 127));
    codes.push_back(tfl::CreateOperatorCode(fbb, old, 0, operatorVersion, code));
    return quint32(codes.size()) - 1;
}

quint32 TfLiteBuilder::addCustomCode(const char *name)
{
    codes.push_back(
        tfl::CreateOperatorCode(fbb, 32, fbb.CreateString(name), 1, tfl::BuiltinOperator::CUSTOM));
    return quint32(codes.size()) - 1;
}

void TfLiteBuilder::addOperator(quint32 code, const std::vector<qint32> &inputs,
    const std::vector<qint32> &outputs, const QByteArray &customOptions)
{
    const auto in = fbb.CreateVector(inputs);
    const auto out = fbb.CreateVector(outputs);
    flatbuffers::Offset<flatbuffers::Vector<quint8>> custom;
    if (!customOptions.isEmpty())
        custom = fbb.CreateVector(
            reinterpret_cast<const quint8 *>(customOptions.data()), size_t(customOptions.size()));
    operators.push_back(
        tfl::CreateOperator(fbb, code, in, out, tfl::BuiltinOptions::NONE, 0, custom));
}

void TfLiteBuilder::addOperator(quint32 code, const std::vector<qint32> &inputs,
    const std::vector<qint32> &outputs, tfl::BuiltinOptions type, flatbuffers::Offset<void> options)
{
    const auto in = fbb.CreateVector(inputs);
    const auto out = fbb.CreateVector(outputs);
    operators.push_back(tfl::CreateOperator(fbb, code, in, out, type, options));
}

void TfLiteBuilder::addOperator2(
    quint32 code, tfl::BuiltinOptions2 type, flatbuffers::Offset<void> options)
{
    operators.push_back(tfl::CreateOperator(fbb, code, 0, 0, tfl::BuiltinOptions::NONE, 0, 0,
        tfl::CustomOptionsFormat::FLEXBUFFERS, 0, 0, 0, 0, type, options));
}

void TfLiteBuilder::closeSubgraph(
    const std::vector<qint32> &inputs, const std::vector<qint32> &outputs, const char *name)
{
    const auto label = fbb.CreateString(name);
    const auto in = fbb.CreateVector(inputs);
    const auto out = fbb.CreateVector(outputs);
    subgraphs.push_back(tfl::CreateSubGraph(
        fbb, fbb.CreateVector(tensors), in, out, fbb.CreateVector(operators), label));
    tensors.clear();
    operators.clear();
}

QByteArray TfLiteBuilder::finish()
{
    const auto description = fbb.CreateString("made by a test");
    const auto model
        = tfl::CreateModel(fbb, version, fbb.CreateVector(codes), fbb.CreateVector(subgraphs),
            description, fbb.CreateVector(buffers), 0, fbb.CreateVector(metadata),
            fbb.CreateVector(signatures), fbb.CreateVector(groups), fbb.CreateVector(external));
    tfl::FinishModelBuffer(fbb, model);
    return QByteArray(
        reinterpret_cast<const char *>(fbb.GetBufferPointer()), qsizetype(fbb.GetSize()));
}

} // namespace tosaic::test
