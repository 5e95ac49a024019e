// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tflite_generated.h"

#include <QByteArray>

#include <vector>

/// TensorFlow Lite models made in memory, for what no tool at hand writes. Compiled from the
/// reader's own schema.
namespace tosaic::test {

namespace tfl = tosaic::tflite::fb;

/// Builds one model. Add buffers, tensors and operators, close each subgraph, then finish().
class TfLiteBuilder
{
public:
    template <typename Table>
    using List = std::vector<flatbuffers::Offset<Table>>;

    TfLiteBuilder();

    flatbuffers::FlatBufferBuilder fbb;
    List<tfl::OperatorCode> codes;
    List<tfl::Buffer> buffers; ///< the first is empty, as in real files
    List<tfl::Tensor> tensors; ///< of the subgraph that is being built
    List<tfl::Operator> operators; ///< as above
    List<tfl::SubGraph> subgraphs;
    List<tfl::Metadata> metadata;
    List<tfl::SignatureDef> signatures;
    List<tfl::ExternalBufferGroup> groups;
    List<tfl::ExternalBuffer> external;
    quint32 version = 3;

    quint32 addBuffer(const QByteArray &bytes);
    /// A buffer that lies behind the FlatBuffer.
    quint32 addAppended(quint64 offset, quint64 size);
    void addMetadata(const char *name, const QByteArray &bytes);

    struct TensorFacts
    {
        std::vector<qint32> shape{ 1, 4 };
        tfl::TensorType type = tfl::TensorType::INT8;
        quint32 buffer = 0;
        const char *name = "t";
        flatbuffers::Offset<tfl::QuantizationParameters> quantisation;
        bool isVariable = false;
        flatbuffers::Offset<tfl::SparsityParameters> sparsity;
        std::vector<qint32> signature;
        bool hasRank = true;
        quint32 external = 0;
    };
    qint32 addTensor(const TensorFacts &facts);

    quint32 addCode(tfl::BuiltinOperator code, qint32 operatorVersion = 1);
    quint32 addCustomCode(const char *name);

    void addOperator(quint32 code, const std::vector<qint32> &inputs,
        const std::vector<qint32> &outputs, const QByteArray &customOptions = {});
    void addOperator(quint32 code, const std::vector<qint32> &inputs,
        const std::vector<qint32> &outputs, tfl::BuiltinOptions type,
        flatbuffers::Offset<void> options);
    void addOperator2(quint32 code, tfl::BuiltinOptions2 type, flatbuffers::Offset<void> options);
    void closeSubgraph(const std::vector<qint32> &inputs = {},
        const std::vector<qint32> &outputs = {}, const char *name = "main");
    QByteArray finish();
};

/// As Vela writes it: two `ethos-u` operators around a SOFTMAX, a memory plan and metadata.
QByteArray smallVelaModel();
/// Many kinds of things in one small file: control flow, old codes, custom options, sparse,
/// variable and external tensors, signatures.
QByteArray mixedModel();

} // namespace tosaic::test
