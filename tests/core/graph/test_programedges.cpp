// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instructionaccess.h"
#include "core/formats/openprogram.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/links.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>

#include <algorithm>

namespace tosaic::graph::programedgestests {

using namespace Qt::StringLiterals;
using namespace model;

namespace {

Tensor tensor(std::vector<qint32> shape, quint64 offset)
{
    return { .dtype = ScalarType::Char,
        .shape = std::move(shape),
        .planned = PlannedAllocation{ 1, offset } };
}

NodeId nodeOf(const Graph &graph, const EntityRef &entity)
{
    const auto found = std::ranges::find(graph.nodes, entity, &Node::entity);
    return found == graph.nodes.end() ? NodeId() : NodeId(size_t(found - graph.nodes.begin()));
}

bool leads(const Graph &graph, const EntityRef &from, const EntityRef &to)
{
    return std::ranges::any_of(graph.edges, [&](const Edge &edge) {
        return edge.from == nodeOf(graph, from) && edge.to == nodeOf(graph, to) && !edge.isControl;
    });
}

/// Tensors that an instruction reads although no edge brings them; constants and what the runtime
/// keeps between executions come from no instruction.
QStringList withoutProducer(const Program &program, int index)
{
    const auto &method = program.methods[static_cast<size_t>(index)];
    const auto graph = buildProgramGraph(program, index);
    QStringList missing;
    for (size_t i = 0; i < method.instructions.size(); ++i) {
        const auto node = nodeOf(graph, EntityRef::instruction(index, static_cast<int>(i)));
        for (const auto value : analysis::accessOf(method, method.instructions[i]).reads) {
            const auto *read = method.tensor(value);
            if (!read || !read->planned || read->dataBufferIndex != 0 || read->isExternal)
                continue;
            const bool hasEdge = std::ranges::any_of(graph.edges, [&](const Edge &edge) {
                return edge.to == node && edge.entity == EntityRef::value(index, value);
            });
            if (!hasEdge)
                missing << u"value %1 of instruction %2"_s.arg(value).arg(i);
        }
    }
    return missing;
}

} // namespace

/// The exporter drops views: another value names the same bytes, and no instruction writes it.
TEST(ProgramEdges, LeadThroughViewsThatTheExporterDropped)
{
    Program program;
    Method method{ .name = u"forward"_s };
    method.values = { tensor({ 8, 8 }, 0), tensor({ 4, 8 }, 64), tensor({ 32 }, 64),
        tensor({ 32 }, 96), tensor({ 64 }, 0), tensor({ 8, 4 }, 96) };
    method.inputs = { ValueIndex(0) };
    method.outputs = { ValueIndex(5) }; // a view of the last result
    method.operators = { u"aten::relu.out"_s };
    method.instructions = {
        KernelCall{ 0, { 4, 1, 1 } }, // reads a view of the input
        KernelCall{ 0, { 2, 3, 3 } }, // reads a view of what the first wrote
    };
    method.plannedBuffers = { 0, 128 };
    program.methods = { method };
    const auto graph = buildProgramGraph(program, 0);
    const auto first = EntityRef::instruction(0, 0);
    const auto second = EntityRef::instruction(0, 1);
    EXPECT_TRUE(leads(graph, EntityRef::value(0, 0), first));
    EXPECT_TRUE(leads(graph, first, second));
    EXPECT_TRUE(leads(graph, second, EntityRef::value(0, 5)));
    EXPECT_FALSE(leads(graph, EntityRef::value(0, 0), second));
    EXPECT_EQ(nodesNamed(graph, u"relu #1"_s), (std::vector{ size_t(nodeOf(graph, second).value) }))
        << "alike, and told apart";
}

TEST(ProgramEdges, WhatAnInstructionReadsComesFromSomewhere)
{
    TOSAIC_NEED_SAMPLES();
    int methods = 0;
    QDirIterator files(
        test::samplesDir(), { u"*.pte"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = files.next();
        if (path.contains("/generated/host/"_L1))
            continue; // made to break readers, or to hold every field
        const auto program = formats::readProgram(*ByteSource::map(path));
        ASSERT_TRUE(program) << qPrintable(path);
        for (size_t i = 0; i < (*program)->methods.size(); ++i, ++methods)
            EXPECT_EQ(withoutProducer(**program, static_cast<int>(i)), QStringList())
                << qPrintable(path);
    }
    EXPECT_GT(methods, 20);
}

} // namespace tosaic::graph::programedgestests
