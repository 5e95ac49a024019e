// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/documents/npuanalysis.h"
#include "core/graph/graph.h"
#include "core/model/network.h"
#include "core/model/program.h"
#include "views/models/treemodel.h"

#include <QHash>

#include <memory>

namespace tosaic::views {

/// A row of the outline: what it stands for, and for headings their text.
struct OutlineNode
{
    enum class Kind
    {
        Entity, ///< text is derived from the entity
        Heading, ///< "Inputs", "Kernels", a module
        ModelOperator ///< a node of the model before it was cut; index into CompileResult::nodes
    };
    Kind kind = Kind::Entity;
    model::EntityRef entity;
    QString text; ///< headings only
    int index = -1;
};

/// What an outline lists. Every part may be null or empty.
struct OutlineContent
{
    QString fileName;
    std::shared_ptr<const model::Program> program;
    std::shared_ptr<const compiled::CompileResult> result;
    std::shared_ptr<const model::Network> network;
    NpuAnalyses streams;
    std::shared_ptr<const ByteSource> source; ///< for the size of the file
};

/// file > subgraphs > inputs, outputs, operators, tensors; or file > methods > inputs, outputs,
/// delegates (blocks, NPU operations), kernels, values; with a compile result also modules >
/// operators. Column 1 is the badge: where it runs, or how large it is.
class OutlineModel : public TreeModel<OutlineNode>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        BadgeColumn,
        ColumnCount
    };

    using TreeModel::TreeModel;

    void setContent(OutlineContent content);
    void setDocument(const QString &fileName, std::shared_ptr<const model::Program> program,
        std::shared_ptr<const compiled::CompileResult> result);

    /// The row that stands for an entity; invalid if there is none.
    QModelIndex indexOfEntity(const model::EntityRef &entity) const;

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const OutlineNode &node, int column, int role) const override;

private:
    int add(int parent, const model::EntityRef &entity);
    int addHeading(int parent, const QString &text);
    void addMethod(int parent, int method);
    void addDelegates(int parent, int method);
    void addKernels(int parent, int method);
    void addValues(int parent, int method);
    void addModules();
    void addNetwork();
    void addSubgraph(int parent, int subgraph);
    void addTensors(
        int parent, const QString &heading, int subgraph, const std::vector<qint32> &tensors);
    void addOperations(int parent, const model::EntityRef &owner);

    QString networkName(const model::EntityRef &entity) const;
    QString networkBadge(const model::EntityRef &entity) const;
    QString operationName(const model::EntityRef &entity) const;
    std::optional<quint64> operationMacs(const model::EntityRef &entity) const;
    QString operationBadge(const model::EntityRef &entity) const;
    const model::Subgraph *subgraph(const model::EntityRef &entity) const;
    const model::NetworkTensor *tensor(const model::EntityRef &entity) const;
    const model::NetworkOperator *networkOperator(const model::EntityRef &entity) const;
    int moduleNode(int root, const QString &path);

    QString name(const OutlineNode &node) const;
    QString entityName(const model::EntityRef &entity) const;
    QString valueName(const model::Method &method, int index) const;
    QString badge(const OutlineNode &node) const;
    QString toolTip(const OutlineNode &node) const;
    std::optional<graph::Placement> placement(const OutlineNode &node) const;
    const model::Method *method(const model::EntityRef &entity) const;
    const model::Delegate *delegate(const model::EntityRef &entity) const;

    QString m_fileName;
    std::shared_ptr<const model::Program> m_program;
    std::shared_ptr<const compiled::CompileResult> m_result;
    std::shared_ptr<const model::Network> m_network;
    std::shared_ptr<const ByteSource> m_source;
    NpuAnalyses m_streams;
    QHash<model::EntityRef, int> m_nodeOf;
    QHash<QString, int> m_moduleNode;
};

} // namespace tosaic::views
