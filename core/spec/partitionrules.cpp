// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/rulecontext.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

struct ListKey
{
    const char16_t *name;
    QStringList KeepOnCpu::*list;

    QString key() const { return u"partition.keepOnCpu."_s + QString::fromUtf16(name); }
};

constexpr std::array Lists{
    ListKey{ u"nodes", &KeepOnCpu::nodes },
    ListKey{ u"operators", &KeepOnCpu::operators },
    ListKey{ u"modules", &KeepOnCpu::modules },
    ListKey{ u"patterns", &KeepOnCpu::patterns },
};

/// What an operator of the exported model is called in the edge graph, where the partitioner looks.
struct Lowered
{
    const char16_t *source;
    const char16_t *edge;
};

/// Measured: torch.export of each, then the edge program of EthosUPartitioner.
constexpr std::array LoweredNames{
    Lowered{ u"aten.conv1d.default", u"aten.convolution.default" },
    Lowered{ u"aten.conv2d.default", u"aten.convolution.default" },
    Lowered{ u"aten.conv2d.padding", u"aten.convolution.default" },
    Lowered{ u"aten.conv_transpose2d.input", u"aten.convolution.default" },
    Lowered{ u"aten.view.default", u"aten.view_copy.default" },
    Lowered{ u"aten.reshape.default", u"aten.view_copy.default" },
    Lowered{ u"aten.flatten.using_ints", u"aten.view_copy.default" },
    Lowered{ u"aten.permute.default", u"aten.permute_copy.default" },
    Lowered{ u"aten.transpose.int", u"aten.permute_copy.default" },
    Lowered{ u"aten.slice.Tensor", u"aten.slice_copy.Tensor" },
    Lowered{ u"aten.expand.default", u"aten.expand_copy.default" },
    Lowered{ u"aten.unsqueeze.default", u"aten.unsqueeze_copy.default" },
    Lowered{ u"aten.squeeze.dim", u"aten.squeeze_copy.dims" },
    Lowered{ u"aten.softmax.int", u"aten._softmax.default" },
    Lowered{ u"aten.layer_norm.default", u"aten.native_layer_norm.default" },
    Lowered{ u"aten.max_pool2d.default", u"aten.max_pool2d_with_indices.default" },
    Lowered{ u"aten.adaptive_avg_pool2d.default", u"aten.mean.dim" },
    Lowered{ u"aten.matmul.default", u"aten.bmm.default" },
    Lowered{ u"aten.relu6.default", u"aten.hardtanh.default" },
    Lowered{ u"aten.batch_norm.default", u"aten._native_batch_norm_legit_no_training.default" },
};

/// "torch.ops.aten::conv2d" and "aten.conv2d.default" are one name; a name without overload stands
/// for all of them.
QString plainName(QString name)
{
    name.replace(u"::"_s, u"."_s);
    for (const auto &prefix : { u"torch.ops."_s, u"exir_ops.edge."_s }) {
        if (name.startsWith(prefix))
            name.remove(0, prefix.size());
    }
    return name;
}

QString edgeName(const QString &operatorName)
{
    const auto name = plainName(operatorName);
    for (const auto &row : LoweredNames) {
        const auto source = QString::fromUtf16(row.source);
        if (source == name || (name.count(u'.') == 1 && source.startsWith(name + u'.')))
            return QString::fromUtf16(row.edge);
    }
    // In-place forms become the plain operator.
    const auto base = name.section(u'.', 0, 1);
    if (name.startsWith("aten."_L1) && base.endsWith(u'_') && !base.endsWith("__"_L1))
        return base.chopped(1) + name.sliced(base.size());
    return name == operatorName || QString(operatorName).replace(u"::"_s, u"."_s) == name
        ? QString()
        : name;
}

Findings checkEmptyNames(const RuleContext &context)
{
    Findings found;
    for (const auto &entry : Lists) {
        const auto &list = context.spec.keepOnCpu.*entry.list;
        const auto isEmpty = [](const QString &item) { return item.trimmed().isEmpty(); };
        if (std::any_of(list.begin(), list.end(), isEmpty))
            found.push_back({ entry.key(), u"an empty name matches nothing"_s,
                fixOf(context, u"remove"_s, QString(),
                    [&](CompileSpec &spec) { (spec.keepOnCpu.*entry.list).removeIf(isEmpty); }) });
    }
    return found;
}

Findings checkNothingDelegated(const RuleContext &context)
{
    if (context.spec.delegate || context.spec.keepOnCpu.isEmpty())
        return {};
    return { { u"partition.keepOnCpu"_s,
        u"everything stays on the CPU already, because 'delegate' is false"_s,
        fixOf(context, u"remove"_s, u"keepOnCpu"_s,
            [](CompileSpec &spec) { spec.keepOnCpu = {}; }) } };
}

Findings checkSourceNames(const RuleContext &context)
{
    Findings found;
    const auto &operators = context.spec.keepOnCpu.operators;
    for (qsizetype i = 0; i < operators.size(); ++i) {
        const auto edge = edgeName(operators[i]);
        if (edge.isEmpty() || operators[i].trimmed().isEmpty())
            continue;
        found.push_back({ u"partition.keepOnCpu.operators"_s,
            u"'%1' matches nothing: where the partitioner looks the operator is called %2"_s.arg(
                operators[i], edge),
            fixOf(context, u"replace"_s, edge, [&](CompileSpec &spec) {
                spec.keepOnCpu.operators[i] = edge;
                spec.keepOnCpu.operators.removeDuplicates();
            }) });
    }
    return found;
}

Findings checkLinear(const RuleContext &context)
{
    Findings found;
    const auto &operators = context.spec.keepOnCpu.operators;
    for (qsizetype i = 0; i < operators.size(); ++i) {
        const auto name = plainName(operators[i]);
        if (name != u"aten.linear.default"_s && name != u"aten.linear"_s)
            continue;
        const auto pattern = u"*linear*"_s;
        found.push_back({ u"partition.keepOnCpu.operators"_s,
            u"'%1' works here, but as a text in DontPartition(...) it matches nothing; a pattern "
            "of the name works in both"_s.arg(operators[i]),
            fixOf(context, u"replace"_s, pattern, [&](CompileSpec &spec) {
                spec.keepOnCpu.operators.removeAt(i);
                if (!spec.keepOnCpu.patterns.contains(pattern))
                    spec.keepOnCpu.patterns.append(pattern);
            }) });
    }
    return found;
}

} // namespace

std::vector<Rule> partitionRules()
{
    using enum Severity;
    const auto key = u"partition.keepOnCpu"_s;
    return {
        { u"spec.no-effect"_s, u"empty-name"_s, Warning, key,
            u"ExecuTorch 1.5.1: empty texts match nothing, without a message"_s,
            u"An empty name keeps nothing on the CPU."_s, checkEmptyNames },
        { u"spec.no-effect"_s, u"not-delegated"_s, Info, key, u"Tosaic driver"_s,
            u"Without a delegate everything is on the CPU."_s, checkNothingDelegated },
        { u"spec.keep-name"_s, {}, Warning, key,
            u"ExecuTorch 1.5.1: edge program of 20 exported operators; unmatched names are "
            "ignored silently"_s,
            u"Operators are matched by their names in the edge graph."_s, checkSourceNames },
        { u"spec.keep-name"_s, u"linear"_s, Info, key,
            u"ExecuTorch 1.5.1: original_aten of a kept linear is "
            "EDGE_DO_NOT_DECOMP.linear.default"_s,
            u"A linear layer that is kept whole is not found by its name as a text."_s,
            checkLinear },
    };
}

} // namespace tosaic::spec
