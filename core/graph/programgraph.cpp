// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instructionaccess.h"
#include "core/analysis/lifetimes.h"
#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/names.h"
#include "core/model/boundary.h"

#include <QSet>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

QString tensorText(const model::Method &method, qint32 value)
{
    const auto *tensor = method.tensor(value);
    if (!tensor)
        return {};
    return u"%1 %2"_s.arg(model::dtypeName(tensor->dtype), shapeText(tensor->shape));
}

/// DMA, waits and stop move data and time; the others compute.
bool isComputing(const QString &kind)
{
    static const QSet<QString> others{ u"DMA_START"_s, u"DMA_WAIT"_s, u"KERNEL_WAIT"_s, u"STOP"_s,
        u"IRQ"_s, u"PMU_MASK"_s };
    return !others.contains(kind);
}

/// "98 POOL, 36 CONV", most frequent first.
QString kindsText(const model::EthosUPayload &payload)
{
    std::vector<std::pair<quint64, QString>> kinds;
    for (const auto &[kind, count] : payload.operationKinds) {
        if (isComputing(kind) && count > 0)
            kinds.emplace_back(count, kind);
    }
    std::stable_sort(
        kinds.begin(), kinds.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    QStringList parts;
    for (const auto &[count, kind] : kinds)
        parts += u"%1 %2"_s.arg(formatCount(count), kind);
    return parts.join(u", "_s);
}

/// Keys of named data are usually hashes: their start tells them apart.
QString keyText(const QString &key)
{
    return key.size() <= 20 ? key : key.left(8) + u'…';
}

QString sizesText(const model::EthosUPayload &payload)
{
    QStringList parts;
    if (const auto *weights = payload.block(u"weight_data"_s); weights && !weights->bytes())
        parts += u"weights in named data %1"_s.arg(keyText(weights->externalKey));
    else if (weights)
        parts += u"weights %1"_s.arg(formatBytes(*weights->bytes()));
    if (payload.arenaBytes)
        parts += u"arena %1"_s.arg(formatBytes(*payload.arenaBytes));
    return parts.join(u" · "_s);
}

class Builder
{
public:
    Builder(const model::Program &program, int method, const compiled::CompileResult *result)
        : m_method(program.methods[static_cast<size_t>(method)]), m_index(method), m_result(result),
          m_viewed(analysis::viewedValues(m_method)), m_isDefined(m_method.values.size(), false)
    {
    }

    Graph build()
    {
        addInputs();
        findBranches();
        for (size_t i = 0; i < m_method.instructions.size(); ++i)
            m_instructionNodes.push_back(addInstruction(i));
        for (size_t i = 0; i < m_method.instructions.size(); ++i)
            connectData(i);
        addOutputs();
        for (size_t i = 0; i < m_method.instructions.size(); ++i)
            connectControl(i);
        return std::move(m_graph);
    }

private:
    NodeId add(Node node)
    {
        m_graph.nodes.push_back(std::move(node));
        return NodeId(m_graph.nodes.size() - 1);
    }

    void addInputs()
    {
        for (size_t i = 0; i < m_method.inputs.size(); ++i) {
            const auto value = static_cast<qint32>(m_method.inputs[i].value);
            const auto node = add({ .title = u"input %1"_s.arg(i),
                .subtitle = tensorText(m_method, value),
                .placement = Placement::Io,
                .entity = model::EntityRef::value(m_index, value) });
            define(value, node, false);
        }
    }

    void addOutputs()
    {
        for (size_t i = 0; i < m_method.outputs.size(); ++i) {
            const auto value = static_cast<qint32>(m_method.outputs[i].value);
            const auto node = add({ .title = u"output %1"_s.arg(i),
                .subtitle = tensorText(m_method, value),
                .placement = Placement::Io,
                .entity = model::EntityRef::value(m_index, value) });
            m_outputNodes.push_back(node);
            connect(value, node);
        }
    }

    /// Instructions that a jump may skip: what they write does not replace what was there before.
    void findBranches()
    {
        m_isConditional.assign(m_method.instructions.size(), false);
        for (size_t i = 0; i < m_method.instructions.size(); ++i) {
            const auto *jump = std::get_if<model::JumpFalseCall>(&m_method.instructions[i]);
            if (!jump || jump->destination < 0)
                continue;
            const auto end
                = std::min(static_cast<size_t>(jump->destination), m_method.instructions.size());
            for (size_t k = i + 1; k < end; ++k)
                m_isConditional[k] = true;
        }
    }

    NodeId addInstruction(size_t i)
    {
        const auto &instruction = m_method.instructions[i];
        Node node;
        node.entity = model::EntityRef::instruction(m_index, static_cast<int>(i));
        if (!std::holds_alternative<model::DelegateCall>(instruction)) // goes by its partition
            node.name = instructionName(m_method, i);
        node.details += u"instruction %1"_s.arg(i);
        if (std::holds_alternative<model::KernelCall>(instruction))
            fillKernel(node, instruction);
        else if (const auto *call = std::get_if<model::DelegateCall>(&instruction))
            fillDelegate(node, call->delegate);
        else
            fillControl(node, instruction);
        if (i < m_method.stackTraces.size() && !m_method.stackTraces[i].empty()) {
            const auto &frame = m_method.stackTraces[i].back();
            node.details += u"%1:%2"_s.arg(frame.file).arg(frame.line);
        }
        return add(std::move(node));
    }

    void fillKernel(Node &node, const model::Instruction &instruction) const
    {
        const auto name = m_method.operatorName(instruction);
        node.title = name.isEmpty() ? u"unknown operator"_s : shortName(name);
        node.pattern = name;
        node.placement
            = model::isBoundaryStep(m_method, instruction) ? Placement::Boundary : Placement::Cpu;
        if (!name.isEmpty())
            node.details.prepend(name);
    }

    void fillDelegate(Node &node, model::DelegateIndex index)
    {
        const auto number = m_partitions++;
        Group group;
        group.title = u"Partition %1"_s.arg(number);
        if (index.value >= m_method.delegates.size()) {
            node.title = u"delegate that is not in the file"_s;
            return;
        }
        const auto &delegate = m_method.delegates[index.value];
        group.entity = model::EntityRef::delegate(m_index, static_cast<int>(index.value));
        group.placement = delegate.isEthosU() ? Placement::Npu : Placement::OtherDelegate;
        node.placement = group.placement;
        node.details.prepend(delegate.id);
        node.title = delegate.id;
        node.subtitle = formatBytes(delegate.data.size);
        group.subtitle = delegate.id;
        if (delegate.ethosu)
            describeNpu(node, group, *delegate.ethosu);
        else if (delegate.isEthosU())
            node.notes += u"The delegate's bytes could not be read as a Vela stream"_s;
        addEstimate(group, static_cast<int>(index.value));
        node.group = GroupId(m_graph.groups.size());
        m_graph.groups.push_back(std::move(group));
    }

    static void describeNpu(Node &node, Group &group, const model::EthosUPayload &payload)
    {
        group.subtitle = payload.npu ? payload.npu->name() : u"Ethos-U"_s;
        if (payload.operations > 0) {
            node.title = payload.operations == 1
                ? u"1 NPU operation"_s
                : u"%1 NPU operations"_s.arg(formatCount(payload.operations));
            node.subtitle = kindsText(payload);
        } else {
            node.title = u"Ethos-U commands"_s;
            node.subtitle = payload.block(u"cmd_data"_s) && payload.block(u"cmd_data"_s)->isExternal
                ? u"commands in named data %1"_s.arg(
                    keyText(payload.block(u"cmd_data"_s)->externalKey))
                : QString();
        }
        if (const auto sizes = sizesText(payload); !sizes.isEmpty())
            node.subtitle += (node.subtitle.isEmpty() ? QString() : u"\n"_s) + sizes;
    }

    void addEstimate(Group &group, int delegate) const
    {
        if (!m_result)
            return;
        for (const auto &partition : m_result->partitions) {
            if (partition.index != delegate)
                continue;
            const auto count = operatorCount(partition, *m_result);
            group.subtitle
                += count == 1 ? u" · 1 operator"_s : u" · %1 operators"_s.arg(formatCount(count));
            if (const auto cycles = cyclesText(partition, *m_result); !cycles.isEmpty())
                group.subtitle += u" · "_s + cycles;
        }
    }

    void fillControl(Node &node, const model::Instruction &instruction) const
    {
        node.isControl = true;
        node.placement = Placement::Cpu;
        if (const auto *jump = std::get_if<model::JumpFalseCall>(&instruction)) {
            const auto condition = static_cast<size_t>(jump->condition);
            const auto *constant = condition < m_method.values.size()
                ? std::get_if<bool>(&m_method.values[condition])
                : nullptr;
            node.title = constant && !*constant ? u"jump"_s : u"if"_s;
            node.subtitle = node.title == "if"_L1
                ? u"else to instruction %1"_s.arg(jump->destination)
                : u"to instruction %1"_s.arg(jump->destination);
        } else if (const auto *move = std::get_if<model::MoveCall>(&instruction)) {
            node.title = u"move"_s;
            node.subtitle = tensorText(m_method, move->to);
        } else if (std::holds_alternative<model::FreeCall>(instruction)) {
            node.title = u"free"_s;
        }
    }

    void define(qint32 value, NodeId node, bool keepOthers)
    {
        auto &writers = m_writers[value];
        if (!keepOthers)
            writers.clear();
        writers.push_back(node);
        if (static_cast<size_t>(value) < m_isDefined.size())
            m_isDefined[static_cast<size_t>(value)] = true;
    }

    void connect(qint32 value, NodeId to)
    {
        auto writers = m_writers.find(value);
        if (const auto view = m_viewed.find(value); writers == m_writers.end())
            writers = view == m_viewed.end() ? m_writers.end() : m_writers.find(view->second);
        if (writers == m_writers.end())
            return;
        for (const auto from : writers->second) {
            const bool isKnown
                = std::any_of(m_graph.edges.begin(), m_graph.edges.end(), [&](const Edge &e) {
                      return e.from == from && e.to == to
                          && e.entity == model::EntityRef::value(m_index, value);
                  });
            if (!isKnown)
                m_graph.edges.push_back({ .from = from,
                    .to = to,
                    .label = tensorText(m_method, value),
                    .entity = model::EntityRef::value(m_index, value) });
        }
    }

    void connectData(size_t i)
    {
        const auto node = m_instructionNodes[i];
        const auto access = analysis::accessOf(m_method, m_method.instructions[i], m_isDefined);
        for (const auto value : access.reads)
            connect(value, node);
        for (const auto value : access.writes)
            define(value, node, m_isConditional[i]);
        auto &shown = m_graph.nodes[node.value];
        if (access.writes.empty())
            return;
        if (shown.subtitle.isEmpty())
            shown.subtitle = tensorText(m_method, access.writes.front());
        if (const auto *tensor = m_method.tensor(access.writes.front()))
            shown.dtype = model::dtypeName(tensor->dtype);
    }

    void connectControl(size_t i)
    {
        const auto *jump = std::get_if<model::JumpFalseCall>(&m_method.instructions[i]);
        if (!jump)
            return;
        const auto from = m_instructionNodes[i];
        const bool isUnconditional = m_graph.nodes[from.value].title == "jump"_L1;
        const auto target = [&](size_t index) {
            if (index < m_instructionNodes.size())
                return m_instructionNodes[index];
            return m_outputNodes.empty() ? NodeId() : m_outputNodes.front();
        };
        const auto link = [&](NodeId to, const QString &label) {
            if (to)
                m_graph.edges.push_back(
                    { .from = from, .to = to, .label = label, .isControl = true });
        };
        if (isUnconditional && i > 0)
            m_graph.edges.push_back(
                { .from = m_instructionNodes[i - 1], .to = from, .isControl = true });
        if (!isUnconditional)
            link(target(i + 1), u"true"_s);
        if (jump->destination >= 0)
            link(target(static_cast<size_t>(jump->destination)),
                isUnconditional ? QString() : u"false"_s);
    }

    const model::Method &m_method;
    int m_index;
    const compiled::CompileResult *m_result;
    Graph m_graph;
    int m_partitions = 0;
    std::map<qint32, qint32> m_viewed; ///< what values that nothing writes show the bytes of
    std::vector<bool> m_isDefined; ///< parallel to values
    std::vector<bool> m_isConditional; ///< parallel to instructions
    std::map<qint32, std::vector<NodeId>> m_writers;
    std::vector<NodeId> m_instructionNodes;
    std::vector<NodeId> m_outputNodes;
};

} // namespace

int largestMethod(const model::Program &program)
{
    const auto &methods = program.methods;
    const auto largest = std::max_element(methods.begin(), methods.end(),
        [](const auto &a, const auto &b) { return a.instructions.size() < b.instructions.size(); });
    return largest == methods.end() ? -1 : static_cast<int>(largest - methods.begin());
}

Graph buildProgramGraph(
    const model::Program &program, int method, const compiled::CompileResult *result)
{
    if (method < 0 || static_cast<size_t>(method) >= program.methods.size())
        return {};
    return Builder(program, method, result).build();
}

} // namespace tosaic::graph
