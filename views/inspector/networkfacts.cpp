// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/networkfacts.h"

#include "core/base/units.h"
#include "core/graph/networkgraph.h"
#include "core/inspect/valuetext.h"
#include "views/inspector/facts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr size_t ListedChannels = 64;
}

Fact NetworkFacts::tensor(
    const QString &label, const model::NetworkTensor &tensor, const model::EntityRef &link)
{
    auto detail = tensor.name;
    if (tensor.data)
        detail = detail.isEmpty() ? tr("constant") : tr("constant %1").arg(detail);
    if (tensor.quantisation && !tensor.quantisation->isPerChannel()
        && !tensor.quantisation->scales.empty()) {
        const auto &q = *tensor.quantisation;
        const auto scale = tr("scale %1").arg(inspect::shortNumber(q.scales.front()));
        detail += (detail.isEmpty() ? QString() : u"\n"_s) + scale;
        if (!q.zeroPoints.empty())
            detail += u", "_s + tr("zero point %1").arg(q.zeroPoints.front());
    }
    return { .label = label, .value = graph::tensorText(tensor), .detail = detail, .link = link };
}

Section NetworkFacts::type(const model::NetworkTensor &tensor, bool hasBytes)
{
    Section s{ .id = u"type"_s, .title = tr("Tensor") };
    s.add(tr("Type"), model::elementTypeName(tensor.type),
        tensor.typeText.isEmpty() ? QString() : tr("written %1").arg(tensor.typeText));
    if (!tensor.shape) {
        s.facts.push_back(Facts::notKnown(tr("Shape")));
    } else {
        QStringList sizes;
        for (const auto size : *tensor.shape)
            sizes += size < 0 ? tr("not fixed") : QString::number(size);
        s.add(tr("Shape"), sizes.isEmpty() ? tr("scalar") : sizes.join(u" x "_s));
    }
    const auto count = tensor.elementCount();
    s.facts.push_back(count ? Fact{ .label = tr("Elements"), .value = formatCount(*count) }
                            : Facts::notKnown(tr("Elements")));
    s.facts.push_back(Facts::bytes(tr("Size"), tensor.byteSize()));
    if (!tensor.role.isEmpty())
        s.add(tr("Role"), tensor.role);
    if (tensor.isVariable)
        s.add(tr("Variable"), tr("keeps its value from one inference to the next"));
    if (tensor.data && hasBytes)
        s.facts.push_back(Facts::range(tr("Bytes"), *tensor.data));
    else if (tensor.data)
        s.facts.push_back(Facts::bytes(tr("Bytes"), tensor.data->size));
    return s;
}

Section NetworkFacts::quantisation(const model::Quantisation &q)
{
    Section s{ .id = u"quantisation"_s, .title = tr("Quantisation") };
    const auto zero = [&](size_t i) {
        const auto at = q.zeroPoints.size() == 1 ? 0 : i;
        return at < q.zeroPoints.size() ? QString::number(q.zeroPoints[at]) : u"0"_s;
    };
    if (!q.isPerChannel()) {
        s.facts.push_back(q.scales.empty()
                ? Facts::notKnown(tr("Scale"))
                : Fact{ .label = tr("Scale"), .value = inspect::shortNumber(q.scales.front()) });
        s.add(tr("Zero point"), zero(0));
        return s;
    }
    const auto [least, most] = std::minmax_element(q.scales.begin(), q.scales.end());
    s.add(tr("Per channel"),
        tr("%n scale(s) along dimension %1", nullptr, static_cast<int>(q.scales.size()))
            .arg(q.axis),
        tr("from %1 to %2").arg(inspect::shortNumber(*least), inspect::shortNumber(*most)));
    for (size_t i = 0; i < std::min(q.scales.size(), ListedChannels); ++i)
        s.add(tr("Channel %1").arg(i), inspect::shortNumber(q.scales[i]),
            tr("zero point %1").arg(zero(i)));
    if (q.scales.size() > ListedChannels)
        s.add(tr("Others"),
            tr("%n more channel(s)", nullptr, static_cast<int>(q.scales.size() - ListedChannels)));
    return s;
}

std::vector<Section> NetworkFacts::sections(const model::NetworkTensor &tensor, bool hasBytes)
{
    std::vector<Section> sections{ type(tensor, hasBytes) };
    if (tensor.quantisation)
        sections.push_back(quantisation(*tensor.quantisation));
    return sections;
}

} // namespace tosaic::views
