// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported/arguments.h"
#include "core/formats/exported/programgraphs.h"
#include "core/model/network.h"

#include <QHash>
#include <QJsonObject>

namespace tosaic::formats {

/// Reads one graph of an exported program. Values are known by name; a tensor is made when its name
/// is met for the first time.
class GraphReader
{
public:
    GraphReader(ProgramGraphs &programs, const QJsonObject &graph, const QJsonObject &signature,
        const QString &name);

    model::Subgraph read();

private:
    qint32 tensor(const QString &name);
    model::NetworkTensor describe(const QString &name) const;
    /// A number that the program's caller gives or gets back, as a tensor without dimensions.
    qint32 scalar(const Argument &argument, const QString &name, const QString &role);

    void addInput(const Argument &argument, const QJsonObject &spec, qsizetype position);
    void addOutput(const Argument &argument, qsizetype position);
    void markMutated();

    void addNode(const QJsonObject &node);
    void addArgument(model::NetworkOperator &op, const QString &name, const Argument &argument);
    void addSymbolic(model::NetworkOperator &op, const QString &name, const Argument &argument);
    void addDelegate(model::NetworkOperator &op, const QString &name, const QString &text);
    /// Tensors that an argument names, in order; -1 for a gap.
    std::vector<qint32> tensorsOf(const Argument &argument);

    ProgramGraphs &m_programs;
    const QJsonObject m_graph;
    const QJsonObject m_signature;
    const QJsonObject m_tensorValues;
    model::Subgraph m_result;
    QHash<QString, qint32> m_byName;
};

} // namespace tosaic::formats
