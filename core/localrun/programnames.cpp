// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/programnames.h"

#include "core/formats/opennetwork.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

std::vector<QString> namesOf(const model::Subgraph &graph, const std::vector<qint32> &tensors)
{
    std::vector<QString> names;
    for (const auto index : tensors)
        names.push_back(index >= 0 && size_t(index) < graph.tensors.size()
                ? graph.tensors[size_t(index)].name
                : QString());
    return names;
}

} // namespace

ProgramNames namesBeside(const QString &pte)
{
    const QFileInfo file(pte);
    const QFileInfo beside(file.path() + u'/' + file.completeBaseName() + u".pt2"_s);
    if (!beside.isFile())
        return {};
    const auto source = ByteSource::map(beside.filePath());
    const auto network = source ? formats::readNetwork(*source) : fail(source.error());
    if (!network || (*network)->subgraphs.empty())
        return {};
    const auto &graph = (*network)->subgraphs.front();
    return { namesOf(graph, graph.inputs), namesOf(graph, graph.outputs) };
}

} // namespace tosaic::localrun
