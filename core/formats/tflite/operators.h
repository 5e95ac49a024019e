// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/commandstream.h"
#include "core/formats/tflite/buffers.h"
#include "core/model/network.h"

namespace tosaic::tflite::fb {
struct Operator;
struct OperatorCode;
struct SubGraph;
}

namespace tosaic::formats::tflite {

/// Reads the operators of all subgraphs of one model.
class OperatorReader
{
public:
    OperatorReader(
        ReadContext &context, const tosaic::tflite::fb::Model &model, const Buffers &buffers);

    /// Inputs, outputs and operators of a subgraph that has its tensors already. `place` names it:
    /// "subgraph 0".
    void read(const tosaic::tflite::fb::SubGraph &from, const QString &place, model::Subgraph &to);

private:
    struct Code
    {
        QString type;
        qint32 version = 1;
    };

    void readCodes();
    QString typeOf(const tosaic::tflite::fb::OperatorCode &code);
    model::NetworkOperator readOperator(const tosaic::tflite::fb::Operator &from,
        const QString &place, const model::Subgraph &subgraph);
    void readAttributes(
        const tosaic::tflite::fb::Operator &from, const QString &place, model::NetworkOperator &to);
    void readCustomOptions(
        const tosaic::tflite::fb::Operator &from, const QString &place, model::NetworkOperator &to);
    void followSubgraphs(const QString &place, model::NetworkOperator &to);
    void checkIndices(
        std::vector<qint32> &indices, size_t tensors, const QString &what, const QString &place);

    ReadContext &m_context;
    const tosaic::tflite::fb::Model &m_model;
    const Buffers &m_buffers;
    std::vector<Code> m_codes;
    ethosu::CommandBudget m_budget;
};

} // namespace tosaic::formats::tflite
