// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about what is not a program: networks and command streams.
#include "core/base/units.h"
#include "core/graph/networkgraph.h"
#include "views/graph/graphsummary.h"
#include "views/models/formatwords.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using Counts = std::vector<std::pair<QString, quint64>>;

/// Most frequent first.
Counts ranked(const std::map<QString, quint64> &counts)
{
    Counts list(counts.begin(), counts.end());
    std::stable_sort(
        list.begin(), list.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    return list;
}

class NetworkSentence
{
    Q_DECLARE_TR_FUNCTIONS(NetworkSentence)
public:
    static QString ofNetwork(const model::Network &network, const model::Subgraph &subgraph)
    {
        std::map<QString, quint64> kinds;
        int npu = 0;
        int operators = 0;
        for (const auto &op : subgraph.operators) {
            if (graph::isConstantOperator(op))
                continue;
            ++operators;
            ++kinds[op.type];
            npu += op.ethosu ? 1 : 0;
        }
        const auto format = formatWord(network.format, network.version);
        if (operators == 0)
            return tr("%1: no operators").arg(format);
        if (npu > 0)
            return compiled(format, npu, operators - npu);
        const auto count = tr("%Ln operator(s)", nullptr, operators);
        if (kinds.size() == 1)
            return tr("%1: %2 of one kind, %3").arg(format, count, kinds.begin()->first);
        const auto most = ranked(kinds).front();
        return tr("%1: %2 of %3, most often %4 (%5)")
            .arg(format, count, tr("%n kind(s)", nullptr, static_cast<int>(kinds.size())),
                most.first, formatCount(most.second));
    }

    static QString ofStream(const NpuAnalysis &analysis)
    {
        const auto &stream = *analysis.stream();
        std::map<QString, quint64> kinds;
        int kernels = 0;
        for (const auto &operation : stream.operations) {
            if (!npu::isKernel(operation.kind))
                continue;
            ++kernels;
            ++kinds[npu::operationKindName(operation.kind)];
        }
        QStringList parts;
        for (const auto &[kind, count] : ranked(kinds))
            parts += u"%1 %2"_s.arg(formatCount(count), kind);
        const auto what
            = tr("%n NPU operation(s) on %1", nullptr, kernels).arg(stream.config.name());
        const auto kindsText = parts.isEmpty() ? what : tr("%1: %2").arg(what, parts.join(u", "_s));
        quint64 macs = 0;
        for (const auto &work : analysis.work)
            macs += work.macs.value_or(0);
        return macs == 0 ? kindsText : tr("%1; %2 MACs").arg(kindsText, formatCount(macs));
    }

private:
    static QString compiled(const QString &format, int npu, int others)
    {
        const auto where = tr("%1: %n command stream(s) for Ethos-U", nullptr, npu).arg(format);
        return others == 0 ? tr("%1; no CPU operators").arg(where)
                           : tr("%1; %n CPU operator(s)", nullptr, others).arg(where);
    }
};

} // namespace

QString networkSentence(const model::Network *network, int subgraph)
{
    if (!network || subgraph < 0 || static_cast<size_t>(subgraph) >= network->subgraphs.size())
        return {};
    return NetworkSentence::ofNetwork(*network, network->subgraphs[static_cast<size_t>(subgraph)]);
}

QString npuSentence(const NpuAnalysis *analysis)
{
    return analysis && analysis->stream() ? NetworkSentence::ofStream(*analysis) : QString();
}

} // namespace tosaic::views
