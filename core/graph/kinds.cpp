// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/kinds.h"

#include "core/base/units.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

constexpr size_t KindsNamed = 3;

struct Word
{
    const char *part; ///< of a kind in lower case without underscores
    Family family;
};

// The first that fits decides.
constexpr Word Words[]{
    { "depthwise", Family::Depthwise },
    { "conv", Family::Convolution },
    { "matmul", Family::MatrixProduct },
    { "fullyconnected", Family::MatrixProduct },
    { "linear", Family::MatrixProduct },
    { "addmm", Family::MatrixProduct },
    { "bmm", Family::MatrixProduct },
    { "attention", Family::MatrixProduct },
    { "lstm", Family::MatrixProduct },
    { "pool", Family::Pooling },
    { "mean", Family::Pooling },
    { "reduce", Family::Pooling },
    { "sum", Family::Pooling },
    { "argmax", Family::Pooling },
    { "norm", Family::Activation },
    { "softmax", Family::Activation },
    { "relu", Family::Activation },
    { "elu", Family::Activation },
    { "sigmoid", Family::Activation },
    { "logistic", Family::Activation },
    { "tanh", Family::Activation },
    { "swish", Family::Activation },
    { "silu", Family::Activation },
    { "clamp", Family::Activation },
    { "hardtanh", Family::Activation },
    { "table", Family::Activation },
    { "reshape", Family::Movement },
    { "view", Family::Movement },
    { "permute", Family::Movement },
    { "transpose", Family::Movement },
    { "concat", Family::Movement },
    { "cat", Family::Movement },
    { "slice", Family::Movement },
    { "split", Family::Movement },
    { "pad", Family::Movement },
    { "gather", Family::Movement },
    { "resize", Family::Movement },
    { "squeeze", Family::Movement },
    { "expand", Family::Movement },
    { "tile", Family::Movement },
    { "pack", Family::Movement },
    { "clone", Family::Movement },
    { "copy", Family::Movement },
    { "cast", Family::Movement },
    { "quantize", Family::Movement },
    { "rescale", Family::Elementwise },
    { "add", Family::Elementwise },
    { "sub", Family::Elementwise },
    { "mul", Family::Elementwise },
    { "div", Family::Elementwise },
    { "exp", Family::Elementwise },
    { "log", Family::Elementwise },
    { "sqrt", Family::Elementwise },
    { "pow", Family::Elementwise },
    { "neg", Family::Elementwise },
    { "abs", Family::Elementwise },
    { "max", Family::Elementwise },
    { "min", Family::Elementwise },
};

/// "sort" of "aten.sort.default", "STABLEHLO_SORT" and "SORT".
QString bareName(const QString &kind)
{
    const auto parts = kind.split(u'.');
    auto name = (parts.size() > 2 ? parts[1] : kind).toLower().remove(u'_');
    return name.startsWith("stablehlo"_L1) ? name.mid(9) : name;
}

/// Null: none fits.
const Word *wordOf(const QString &kind)
{
    auto name = kind.toLower().remove(u'_');
    if (name.startsWith("stablehlo"_L1)) // has "table" in it
        name.remove(0, 9);
    const auto *word = std::find_if(std::begin(Words), std::end(Words),
        [&](const Word &candidate) { return name.contains(QLatin1StringView(candidate.part)); });
    return word == std::end(Words) ? nullptr : word;
}

} // namespace

Family familyOf(const QString &kind)
{
    const auto *word = wordOf(kind);
    return word ? word->family : Family::Other;
}

Family familyOf(const Node &node)
{
    return node.isDepthwise ? Family::Depthwise : familyOf(node.title);
}

QString commonKind(const QString &kind)
{
    const auto *word = wordOf(kind);
    if (!word)
        return bareName(kind);
    // torch tells a depthwise convolution by its groups only.
    const auto family = word->family == Family::Depthwise ? Family::Convolution : word->family;
    return family == Family::Elementwise || family == Family::Movement
        ? QString::fromLatin1(word->part)
        : u"family %1"_s.arg(static_cast<int>(family));
}

QString kindsText(const std::map<QString, quint64> &counts)
{
    std::vector<std::pair<QString, quint64>> ranked(counts.begin(), counts.end());
    std::stable_sort(ranked.begin(), ranked.end(),
        [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList parts;
    for (size_t i = 0; i < std::min(ranked.size(), KindsNamed); ++i)
        parts += u"%1 %2"_s.arg(formatCount(ranked[i].second), ranked[i].first);
    if (const auto rest = ranked.size() - static_cast<size_t>(parts.size()); rest > 0)
        parts += rest == 1 ? u"1 other kind"_s : u"%1 other kinds"_s.arg(rest);
    return parts.join(u" · "_s);
}

} // namespace tosaic::graph
