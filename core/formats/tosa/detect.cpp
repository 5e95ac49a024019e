// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tosa/detect.h"

#include "core/formats/tosa/attributes.h"

#include "tosa_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tosa {

namespace fb = tosaic::tosa::fb;

namespace {

/// How much a finding speaks against a layout.
constexpr quint64 Impossible = 1'000'000; ///< a field that the layout does not have
constexpr quint64 WrongTag = 8;
constexpr quint64 WrongFields = 8;
constexpr quint64 UnknownNumber = 4;
constexpr quint64 WrongLength = 1; ///< real 1.0 files have some constants that are too long
/// Enough operators and tensors to be sure, few enough to be quick in any file.
constexpr quint32 SampleSize = 20'000;
constexpr quint32 MostDimensions = 64; ///< TOSA has 6

template <typename Table>
bool hasSlot(const Table &table, flatbuffers::voffset_t field)
{
    const auto &raw = *reinterpret_cast<const flatbuffers::Table *>(&table);
    return field < flatbuffers::ReadScalar<flatbuffers::voffset_t>(raw.GetVTable());
}

quint64 againstVersion(Layout layout, const StatedVersion &stated)
{
    if (stated.major == 0)
        return layout == Layout::V080 ? 0 : 6;
    if (stated.major != 1)
        return 0;
    if (!stated.isDraft)
        return layout == Layout::Final ? 0 : 6;
    if (stated.minor == 0)
        return layout == Layout::V080 ? 3 : 0;
    return layout == Layout::Final || layout == Layout::Draft11 ? 0 : 3;
}

/// Elements in a stored shape; absent for scalars' opposite, the unranked, and nonsense.
std::optional<quint64> elementsOf(const fb::Tensor &tensor)
{
    if (tensor.is_unranked())
        return std::nullopt;
    quint64 count = 1;
    if (!tensor.shape())
        return count;
    if (tensor.shape()->size() > MostDimensions)
        return std::nullopt;
    for (const auto size : *tensor.shape()) {
        if (size < 0 || __builtin_mul_overflow(count, quint64(size), &count))
            return std::nullopt;
    }
    return count;
}

class Evidence
{
public:
    Evidence(const GraphContext &context, Layout layout)
        : m_verifier(context.verifier()), m_layout(layout)
    {
    }

    void addBlock(const fb::BasicBlock &block)
    {
        // The list of shapes came with 1.0. Its writers write it even if it is empty.
        const bool hasShapes = hasSlot(block, fb::BasicBlock::VT_SHAPES);
        if (m_layout == Layout::Final ? !hasShapes : hasShapes)
            m_against += m_layout == Layout::Final ? 4 : Impossible;
    }

    void addOperator(const fb::Operator &op)
    {
        const bool isOld = m_layout == Layout::V080 || m_layout == Layout::Draft10;
        if (isOld && hasSlot(op, fb::Operator::VT_LOCATION))
            m_against += WrongFields;
        const auto layout = operatorLayout(m_layout, op.op());
        if (!layout.name) {
            m_against += UnknownNumber;
            return;
        }
        // Writers of 0.80 leave tables out whose numbers are all zero, or write none at all.
        if (op.union_tag() != layout.unionTag && op.union_tag() != 0)
            m_against += WrongTag;
        else if (op.union_tag() == 0 && layout.unionTag != 0 && !isOld)
            m_against += WrongTag;
        if (op.attribute() && !fittingFields(m_verifier, *op.attribute(), layout))
            m_against += WrongFields;
    }

    void addTensor(const fb::Tensor &tensor)
    {
        if (knownTypeName(m_layout, tensor.type()).isEmpty())
            m_against += UnknownNumber;
        const auto bits = model::bitsPerElement(elementType(m_layout, tensor.type()));
        const auto elements = elementsOf(tensor);
        quint64 total = 0;
        if (!bits || !elements || !tensor.data() || tensor.data()->size() == 0
            || __builtin_mul_overflow(*elements, quint64(*bits), &total))
            return;
        const quint64 stored = tensor.data()->size();
        const auto needed = total / 8 + (total % 8 != 0 ? 1 : 0);
        const auto padded = needed / 8 * 8 + (needed % 8 != 0 ? 8 : 0);
        if (stored != needed && stored != padded)
            m_against += WrongLength;
    }

    quint64 against() const { return m_against; }

private:
    flatbuffers::Verifier m_verifier;
    Layout m_layout;
    quint64 m_against = 0;
};

/// Calls `use` for the entries of a list as long as the budget lasts, of which `use` may take more
/// than the one of its entry.
template <typename Table, typename Use>
void sample(
    const flatbuffers::Vector<flatbuffers::Offset<Table>> *list, quint32 &budget, const Use &use)
{
    for (quint32 i = 0; list && i < list->size() && budget > 0; ++i) {
        --budget;
        use(*list->Get(i));
    }
}

quint64 againstLayout(
    const GraphContext &context, const fb::Graph &graph, const StatedVersion &stated, Layout layout)
{
    Evidence evidence(context, layout);
    quint32 budget = SampleSize;
    sample(graph.regions(), budget, [&](const fb::Region &region) {
        sample(region.blocks(), budget, [&](const fb::BasicBlock &block) {
            evidence.addBlock(block);
            quint32 half = budget / 2;
            budget -= half;
            sample(
                block.operators(), half, [&](const fb::Operator &op) { evidence.addOperator(op); });
            budget += half;
            sample(block.tensors(), budget,
                [&](const fb::Tensor &tensor) { evidence.addTensor(tensor); });
        });
    });
    return evidence.against() + againstVersion(layout, stated);
}

/// Layouts a file of this version may have, the likeliest first; empty: any.
std::vector<Layout> layoutsOf(const StatedVersion &stated)
{
    if (stated.major == 0)
        return { Layout::V080 };
    if (stated.major != 1)
        return {};
    if (!stated.isDraft)
        return { Layout::Final };
    if (stated.minor == 0)
        return { Layout::Final, Layout::Draft10, Layout::Draft11 };
    return { Layout::Final, Layout::Draft11 };
}

} // namespace

QString StatedVersion::text() const
{
    if (major < 0)
        return {};
    return u"%1.%2.%3"_s.arg(major).arg(std::max(minor, 0)).arg(std::max(patch, 0));
}

StatedVersion statedVersion(const fb::Graph &graph)
{
    const auto *version = graph.version();
    if (!version)
        return {};
    return { version->major(), version->minor(), version->patch(), version->draft() };
}

Layout detectLayout(GraphContext &context, const fb::Graph &graph, const StatedVersion &stated)
{
    const auto usual = layoutsOf(stated);
    auto order = usual;
    for (const auto layout : AllLayouts) {
        if (std::find(order.begin(), order.end(), layout) == order.end())
            order.push_back(layout);
    }
    Layout best = order.front();
    auto least = againstLayout(context, graph, stated, best);
    for (const auto layout : std::span(order).subspan(1)) {
        const auto against = againstLayout(context, graph, stated, layout);
        if (against < least) {
            best = layout;
            least = against;
        }
    }
    const auto version = stated.text();
    if (!usual.empty() && std::find(usual.begin(), usual.end(), best) == usual.end()) {
        context.report(u"tosa.version-contradiction"_s, Severity::Warning,
            u"the file says %1, but its tables are those of %2; it is read as such"_s.arg(
                version, layoutName(best)),
            context.inFile());
    } else if (best == Layout::Draft10 || best == Layout::Draft11) {
        context.report(u"tosa.draft"_s, Severity::Warning,
            u"the tables are those of %1; such files differ from the released %2"_s.arg(
                layoutName(best), version.isEmpty() ? u"versions"_s : version),
            context.inFile());
    } else if (version.isEmpty()) {
        context.report(u"tosa.no-version"_s, Severity::Warning,
            u"the file states no version; its tables are those of %1"_s.arg(layoutName(best)),
            context.inFile());
    }
    return best;
}

} // namespace tosaic::formats::tosa
