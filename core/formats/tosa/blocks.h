// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tosa/detect.h"
#include "core/formats/tosa/graphcontext.h"
#include "core/formats/tosa/layout.h"
#include "core/model/network.h"

namespace tosaic::tosa::fb {
struct BasicBlock;
struct Operator;
struct Shape;
struct Tensor;
}

namespace tosaic::formats::tosa {

/// What a tensor made from a TosaShape has as its role: shapes have a list of their own since 1.0.
inline constexpr char ShapeRole[] = "shape";

/// Reads one block. Names are the format's only links; they become indices here. A name that no
/// tensor or shape of the block has becomes a tensor without type, and is reported.
class BlockReader
{
public:
    BlockReader(GraphContext &context, const StatedVersion &stated, Layout layout)
        : m_context(context), m_stated(stated), m_layout(layout)
    {
    }

    model::Subgraph read(const tosaic::tosa::fb::BasicBlock &block, const QString &region);
    /// Names of variables that differ from their tensors' names.
    std::vector<std::pair<QString, QString>> takeVariableNames()
    {
        return std::move(m_variableNames);
    }

private:
    using Names = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>;

    void addTensor(const tosaic::tosa::fb::Tensor &tensor);
    void addShape(const tosaic::tosa::fb::Shape &shape);
    void addOperator(const tosaic::tosa::fb::Operator &op);
    void addAttributes(model::NetworkOperator &result, const tosaic::tosa::fb::Operator &op);
    void add(model::NetworkTensor tensor, const void *place);
    std::vector<qint32> indicesOf(const Names *names);
    qint32 indexOf(const flatbuffers::String *name);
    void finishConstants();
    void checkLength(const model::NetworkTensor &tensor);
    QString placeOf(const QString &thing) const;

    GraphContext &m_context;
    const StatedVersion &m_stated;
    Layout m_layout;
    model::Subgraph m_block;
    QHash<QString, qint32> m_byName;
    QHash<quint64, qint32> m_byOffset; ///< position of the name in the file
    std::vector<std::pair<QString, QString>> m_variableNames;
};

} // namespace tosaic::formats::tosa
