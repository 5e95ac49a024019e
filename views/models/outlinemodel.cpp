// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/outlinemodel.h"

#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/names.h"
#include "core/model/boundary.h"
#include "views/models/placementwords.h"
#include "views/models/roles.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

using model::EntityRef;

void OutlineModel::setDocument(const QString &fileName,
    std::shared_ptr<const model::Program> program,
    std::shared_ptr<const compiled::CompileResult> result)
{
    OutlineContent content{ .fileName = fileName, .program = program, .result = std::move(result) };
    if (program)
        content.source = program->source;
    setContent(std::move(content));
}

void OutlineModel::setContent(OutlineContent content)
{
    rebuild([&] {
        m_fileName = content.fileName;
        m_program = std::move(content.program);
        m_result = std::move(content.result);
        m_network = std::move(content.network);
        m_streams = std::move(content.streams);
        m_source = std::move(content.source);
        m_nodeOf.clear();
        m_moduleNode.clear();
        if (m_program) {
            const int root = add(-1, EntityRef::file());
            for (size_t i = 0; i < m_program->methods.size(); ++i)
                addMethod(root, static_cast<int>(i));
        } else if (m_network) {
            addNetwork();
        } else if (m_source) {
            addOperations(add(-1, EntityRef::file()), EntityRef::file());
        }
        if (m_result && !m_result->nodes.empty())
            addModules();
    });
}

int OutlineModel::add(int parent, const EntityRef &entity)
{
    const int id = addNode(parent, { .entity = entity });
    if (!m_nodeOf.contains(entity)) // a value stands under Inputs first
        m_nodeOf.insert(entity, id);
    return id;
}

int OutlineModel::addHeading(int parent, const QString &text)
{
    return addNode(parent, { .kind = OutlineNode::Kind::Heading, .text = text });
}

void OutlineModel::addMethod(int parent, int index)
{
    const auto &method = m_program->methods[static_cast<size_t>(index)];
    const int node = add(parent, EntityRef::ofMethod(index));
    if (!method.inputs.empty()) {
        const int inputs = addHeading(node, tr("Inputs"));
        for (const auto value : method.inputs)
            add(inputs, EntityRef::value(index, static_cast<int>(value.value)));
    }
    if (!method.outputs.empty()) {
        const int outputs = addHeading(node, tr("Outputs"));
        for (const auto value : method.outputs)
            add(outputs, EntityRef::value(index, static_cast<int>(value.value)));
    }
    addDelegates(node, index);
    addKernels(node, index);
    addValues(node, index);
}

void OutlineModel::addDelegates(int parent, int index)
{
    const auto &method = m_program->methods[static_cast<size_t>(index)];
    if (method.delegates.empty())
        return;
    const int heading = addHeading(parent, tr("Delegates"));
    for (size_t d = 0; d < method.delegates.size(); ++d) {
        const int node = add(heading, EntityRef::delegate(index, static_cast<int>(d)));
        const auto &payload = method.delegates[d].ethosu;
        const auto blocks = payload ? payload->blocks.size() : 0;
        for (size_t b = 0; b < blocks; ++b)
            add(node, EntityRef::payloadBlock(index, static_cast<int>(d), static_cast<int>(b)));
        addOperations(node, EntityRef::delegate(index, static_cast<int>(d)));
    }
}

void OutlineModel::addKernels(int parent, int index)
{
    const auto &method = m_program->methods[static_cast<size_t>(index)];
    if (method.instructions.empty())
        return;
    const int heading = addHeading(parent, tr("Execution order"));
    for (size_t i = 0; i < method.instructions.size(); ++i)
        add(heading, EntityRef::instruction(index, static_cast<int>(i)));
}

void OutlineModel::addValues(int parent, int index)
{
    const auto &method = m_program->methods[static_cast<size_t>(index)];
    if (method.values.empty())
        return;
    const int heading = addHeading(parent, tr("Values"));
    for (size_t v = 0; v < method.values.size(); ++v)
        add(heading, EntityRef::value(index, static_cast<int>(v)));
}

void OutlineModel::addModules()
{
    const int root = addHeading(-1, tr("Model before partitioning"));
    const auto isStep = [](const compiled::ModelNode &node) {
        return node.target.startsWith("quantized_decomposed."_L1);
    };
    const auto addOperator = [this](int parent, size_t i) {
        const auto entity = EntityRef::node(m_result->nodes[i].name);
        const int id = addNode(parent,
            { .kind = OutlineNode::Kind::ModelOperator,
                .entity = entity,
                .index = static_cast<int>(i) });
        m_nodeOf.insert(entity, id);
    };
    for (size_t i = 0; i < m_result->nodes.size(); ++i) {
        if (!isStep(m_result->nodes[i]))
            addOperator(moduleNode(root, m_result->nodes[i].module), i);
    }
    // Steps that belong to no module come last: they are many, and rarely looked for.
    int quantisation = -1;
    for (size_t i = 0; i < m_result->nodes.size(); ++i) {
        if (!isStep(m_result->nodes[i]))
            continue;
        if (quantisation < 0)
            quantisation = addHeading(root, tr("Quantise and dequantise"));
        addOperator(quantisation, i);
    }
}

int OutlineModel::moduleNode(int root, const QString &path)
{
    if (path.isEmpty())
        return root;
    if (const auto known = m_moduleNode.constFind(path); known != m_moduleNode.cend())
        return *known;
    const auto dot = path.lastIndexOf(u'.');
    const int parent = dot < 0 ? root : moduleNode(root, path.left(dot));
    const int id = addHeading(parent, path.mid(dot + 1));
    m_moduleNode.insert(path, id);
    return id;
}

QModelIndex OutlineModel::indexOfEntity(const EntityRef &entity) const
{
    return indexOf(m_nodeOf.value(entity, -1));
}

QVariant OutlineModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    return column == NameColumn ? tr("Name") : tr("Runs on / size");
}

QVariant OutlineModel::cell(const OutlineNode &node, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return column == NameColumn ? name(node) : badge(node);
    case Qt::ToolTipRole:
        return toolTip(node);
    case EntityRole:
        return node.entity.isEmpty() ? QVariant() : QVariant::fromValue(node.entity);
    case PlacementRole:
        if (const auto where = placement(node))
            return static_cast<int>(*where);
        return {};
    case StateRole:
        return static_cast<int>(node.kind);
    default:
        return {};
    }
}

const model::Method *OutlineModel::method(const EntityRef &entity) const
{
    return m_program && entity.method >= 0
            && static_cast<size_t>(entity.method) < m_program->methods.size()
        ? &m_program->methods[static_cast<size_t>(entity.method)]
        : nullptr;
}

const model::Delegate *OutlineModel::delegate(const EntityRef &entity) const
{
    const auto *owner = method(entity);
    return owner && entity.index >= 0 && static_cast<size_t>(entity.index) < owner->delegates.size()
        ? &owner->delegates[static_cast<size_t>(entity.index)]
        : nullptr;
}

QString OutlineModel::name(const OutlineNode &node) const
{
    switch (node.kind) {
    case OutlineNode::Kind::Heading:
        return node.text;
    case OutlineNode::Kind::ModelOperator:
        return m_result->nodes[static_cast<size_t>(node.index)].name;
    case OutlineNode::Kind::Entity:
        return entityName(node.entity);
    }
    return {};
}

QString OutlineModel::valueName(const model::Method &method, int index) const
{
    if (index < 0 || static_cast<size_t>(index) >= method.values.size())
        return tr("value %1 (not in the file)").arg(index);
    const auto &value = method.values[static_cast<size_t>(index)];
    const auto *tensor = std::get_if<model::Tensor>(&value);
    if (!tensor)
        return tr("%1: %2").arg(QString::number(index), model::valueKindName(value));
    const auto shape = graph::shapeText(tensor->shape);
    const auto dtype = model::dtypeName(tensor->dtype);
    if (tensor->name.isEmpty())
        return tr("%1: %2 %3").arg(QString::number(index), dtype, shape);
    return tr("%1: %2 %3 %4").arg(QString::number(index), tensor->name, dtype, shape);
}

QString OutlineModel::entityName(const EntityRef &entity) const
{
    if (entity.kind == EntityRef::Kind::File)
        return m_fileName;
    if (entity.isPartOfStream())
        return operationName(entity);
    const auto *owner = method(entity);
    if (!owner)
        return networkName(entity);
    const auto at = static_cast<size_t>(entity.index);
    switch (entity.kind) {
    case EntityRef::Kind::Method:
        return owner->name;
    case EntityRef::Kind::Value:
        return valueName(*owner, entity.index);
    case EntityRef::Kind::Delegate:
        return tr("Delegate %1: %2").arg(QString::number(entity.index), owner->delegates[at].id);
    case EntityRef::Kind::PayloadBlock:
        return owner->delegates[at].ethosu->blocks[static_cast<size_t>(entity.subIndex)].name;
    case EntityRef::Kind::Instruction: {
        const auto &instruction = owner->instructions[at];
        const auto number = QString::number(entity.index);
        if (const auto *call = std::get_if<model::DelegateCall>(&instruction))
            return tr("%1: call delegate %2").arg(number, QString::number(call->delegate.value));
        if (const auto kernel = owner->operatorName(instruction); !kernel.isEmpty())
            return tr("%1: %2").arg(number, kernel);
        return tr("%1: %2").arg(number, model::instructionKindName(instruction));
    }
    default:
        return {};
    }
}

std::optional<graph::Placement> OutlineModel::placement(const OutlineNode &node) const
{
    if (node.kind == OutlineNode::Kind::ModelOperator) {
        return graph::placementOf(*m_result, m_result->nodes[static_cast<size_t>(node.index)]);
    }
    const auto ofDelegate = [](const model::Delegate &d) {
        return d.isEthosU() ? graph::Placement::Npu : graph::Placement::OtherDelegate;
    };
    if (node.entity.kind == EntityRef::Kind::Delegate) {
        const auto *d = delegate(node.entity);
        return d ? std::optional(ofDelegate(*d)) : std::nullopt;
    }
    if (node.entity.kind == EntityRef::Kind::Operator) {
        const auto *op = networkOperator(node.entity);
        return op && op->ethosu ? std::optional(graph::Placement::Npu) : std::nullopt;
    }
    if (node.entity.kind != EntityRef::Kind::Instruction)
        return std::nullopt;
    const auto *owner = method(node.entity);
    const auto &instruction = owner->instructions[static_cast<size_t>(node.entity.index)];
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction)) {
        if (call->delegate.value < owner->delegates.size())
            return ofDelegate(owner->delegates[call->delegate.value]);
        return graph::Placement::Unknown;
    }
    const auto kernel = owner->operatorName(instruction);
    if (kernel.isEmpty())
        return std::nullopt;
    return model::isBoundaryStep(*owner, instruction) ? graph::Placement::Boundary
                                                      : graph::Placement::Cpu;
}

QString OutlineModel::badge(const OutlineNode &node) const
{
    if (const auto where = placement(node))
        return placementWord(*where);
    if (node.entity.isPartOfStream())
        return operationBadge(node.entity);
    const auto *owner = method(node.entity);
    switch (node.entity.kind) {
    case EntityRef::Kind::File:
        return m_source ? formatBytes(m_source->size()) : QString();
    case EntityRef::Kind::NetworkTensor:
        return networkBadge(node.entity);
    case EntityRef::Kind::PayloadBlock:
        if (const auto bytes = owner->delegates[static_cast<size_t>(node.entity.index)]
                                   .ethosu->blocks[static_cast<size_t>(node.entity.subIndex)]
                                   .bytes())
            return formatBytes(*bytes);
        return tr("in a .ptd");
    case EntityRef::Kind::Value:
        if (const auto *tensor = owner->tensor(node.entity.index)) {
            const auto bytes = tensor->byteSize();
            return bytes ? formatBytes(*bytes) : tr("Not known");
        }
        return {};
    default:
        break;
    }
    return {};
}

QString OutlineModel::toolTip(const OutlineNode &node) const
{
    if (node.kind == OutlineNode::Kind::ModelOperator) {
        const auto &op = m_result->nodes[static_cast<size_t>(node.index)];
        QStringList lines{ op.name, op.target };
        if (!op.source.isEmpty())
            lines << op.source;
        if (const auto *rejection = m_result->rejection(op.name))
            lines << rejection->reasons;
        return lines.join(u'\n');
    }
    if (const auto *op
        = node.entity.kind == EntityRef::Kind::Operator ? networkOperator(node.entity) : nullptr) {
        QStringList lines{ op->type, op->name, op->module };
        lines.removeAll(QString());
        return lines.join(u'\n');
    }
    if (const auto macs = operationMacs(node.entity))
        return name(node) + u'\n' + tr("%1 MACs").arg(formatCount(*macs));
    if (node.entity.kind == EntityRef::Kind::Value) {
        if (const auto *tensor = method(node.entity)->tensor(node.entity.index)) {
            if (const auto bytes = tensor->byteSize())
                return tr("%1 bytes").arg(formatCount(*bytes));
        }
    }
    return name(node);
}

} // namespace tosaic::views
