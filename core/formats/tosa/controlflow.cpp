// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/controlflow.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

namespace {

QHash<QString, qint32> blocksByName(const model::Network &network)
{
    QHash<QString, qint32> blocks;
    const auto insert = [&](const QString &name, qint32 index) {
        if (!name.isEmpty() && !blocks.contains(name))
            blocks.insert(name, index);
    };
    for (size_t i = 0; i < network.subgraphs.size(); ++i)
        insert(network.subgraphs[i].name, qint32(i));
    // A body is written as a region with one block; some writers name only the region.
    for (size_t i = 0; i < network.subgraphs.size(); ++i)
        insert(network.subgraphs[i].region, qint32(i));
    return blocks;
}

bool namesGraph(const QString &attribute)
{
    static const std::array names{ u"then_graph"_s, u"else_graph"_s, u"cond_graph"_s,
        u"body_graph"_s, u"then_branch"_s, u"else_branch"_s, u"cond_branch"_s, u"body_branch"_s };
    return std::find(names.begin(), names.end(), attribute) != names.end();
}

Location placeOf(const model::Subgraph &block, size_t index)
{
    return { .entity = u"block %1, operator %2"_s.arg(block.name.left(80)).arg(index) };
}

/// Walks the blocks depth first without recursion and takes out every link to a block that is being
/// walked.
class CycleCutter
{
public:
    CycleCutter(GraphContext &context, model::Network &network)
        : m_context(context), m_network(network), m_states(network.subgraphs.size(), State::New)
    {
    }

    void cut()
    {
        for (size_t i = 0; i < m_states.size(); ++i) {
            if (m_states[i] == State::New)
                walk(i);
        }
    }

private:
    enum class State
    {
        New,
        Open,
        Done
    };
    struct Step
    {
        size_t block;
        size_t op = 0;
        size_t link = 0;
    };

    void walk(size_t start)
    {
        std::vector<Step> path{ { start } };
        m_states[start] = State::Open;
        while (!path.empty()) {
            if (const auto next = nextBlock(path.back())) {
                m_states[*next] = State::Open;
                path.push_back({ *next });
            } else {
                m_states[path.back().block] = State::Done;
                path.pop_back();
            }
        }
    }

    std::optional<size_t> nextBlock(Step &step)
    {
        auto &block = m_network.subgraphs[step.block];
        for (; step.op < block.operators.size(); ++step.op, step.link = 0) {
            auto &links = block.operators[step.op].subgraphs;
            while (step.link < links.size()) {
                const auto target = size_t(links[step.link]);
                if (m_states[target] == State::Open) {
                    m_context.report(u"tosa.graph-cycle"_s, Severity::Error,
                        u"the operator runs a block that it stands in itself; the link is left "
                        "out"_s,
                        placeOf(block, step.op));
                    links.erase(links.begin() + qsizetype(step.link));
                    continue;
                }
                ++step.link;
                if (m_states[target] == State::New)
                    return target;
            }
        }
        return std::nullopt;
    }

    GraphContext &m_context;
    model::Network &m_network;
    std::vector<State> m_states;
};

} // namespace

void linkControlFlow(GraphContext &context, model::Network &network)
{
    const auto blocks = blocksByName(network);
    for (auto &block : network.subgraphs) {
        for (size_t i = 0; i < block.operators.size(); ++i) {
            auto &op = block.operators[i];
            if (op.type != u"COND_IF"_s && op.type != u"WHILE_LOOP"_s)
                continue;
            for (const auto &attribute : op.attributes) {
                const auto *name = std::get_if<QString>(&attribute.value);
                if (!name || !namesGraph(attribute.name))
                    continue;
                const auto found = blocks.value(*name, -1);
                if (found >= 0)
                    op.subgraphs.push_back(found);
                else
                    context.report(u"tosa.unknown-graph"_s, Severity::Error,
                        u"%1 names \"%2\", but no block or region is called that"_s.arg(
                            attribute.name, name->left(80)),
                        placeOf(block, i));
            }
        }
    }
    CycleCutter(context, network).cut();
}

} // namespace tosaic::formats::tosa
