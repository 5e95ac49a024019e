// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"
#include "core/base/description.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/relatednetwork.h"
#include "core/graph/graph.h"
#include "core/model/entityref.h"
#include "core/spec/compilespec.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::analysis {
struct Join;
}
namespace tosaic::compiled {
struct CompileResult;
}
namespace tosaic {
struct ProfileSubject;
}

/// What the inspector says about a thing, as a value: builders make it from the documents, the
/// panel shows it. One more kind of entity: one more builder and a line in inspect().
namespace tosaic::views {

enum class Emphasis
{
    None,
    Code, ///< monospaced: paths, hashes, names of things in files
    Warning, ///< something contradicts itself or leaks; said in words
    NotKnown ///< the file or tool does not say
};

struct Fact
{
    QString label;
    QString value;
    QString detail; ///< second line, muted
    model::EntityRef link = {}; ///< where the value leads
    Emphasis emphasis = Emphasis::None;
    QString linkText = {}; ///< "Show bytes": a link of its own behind the value
    bool operator==(const Fact &) const = default;
};

struct Section
{
    QString id; ///< stable: remembers what is folded
    QString title;
    std::vector<Fact> facts;
    bool hasPayloadBar = false; ///< the delegate's blocks drawn to scale above the facts

    void add(const QString &label, const QString &value, const QString &detail = {},
        const model::EntityRef &link = {})
    {
        facts.push_back({ .label = label, .value = value, .detail = detail, .link = link });
    }
    void add(
        const QString &label, const QString &value, Emphasis emphasis, const QString &detail = {})
    {
        facts.push_back({ .label = label, .value = value, .detail = detail, .emphasis = emphasis });
    }
    bool operator==(const Section &) const = default;
};

struct Inspection
{
    QString kind; ///< "Delegate"
    QString title;
    QString subtitle = {};
    graph::Placement placement = graph::Placement::Unknown;
    std::vector<Section> sections = {};
    std::optional<spec::KeepOnCpu> keep = {}; ///< offered as a button
    std::vector<analysis::PinChoice> keepMore = {}; ///< offered as a menu
    spec::KeepOnCpu held = {}; ///< pins of the spec being edited, to be released by a button
    std::optional<model::EntityRef> payloadOf = {}; ///< delegate whose blocks are drawn
    bool operator==(const Inspection &) const = default;
};

struct InspectionContext
{
    QString path;
    std::shared_ptr<const model::Program> program; ///< may be null
    std::shared_ptr<const compiled::CompileResult> result; ///< may be null
    std::shared_ptr<const analysis::Join> join = nullptr; ///< delegates to partitions; may be null
    std::shared_ptr<const model::Network> network = nullptr; ///< may be null
    std::optional<Description> description = {}; ///< of a file that is no graph
    std::shared_ptr<const ByteSource> source = nullptr; ///< may be null
    NpuAnalyses streams = {};
    RelatedNetworks related = {};
    std::shared_ptr<const ProfileSubject> profile = nullptr; ///< may be null
    /// What the spec being edited keeps on the CPU; absent: what the result was compiled with.
    std::optional<spec::KeepOnCpu> kept = {};

    /// Null if the index is not there.
    const model::Method *method(int index) const;
    const model::Delegate *delegate(const model::EntityRef &entity) const;
    const model::Subgraph *subgraph(const model::EntityRef &entity) const;
};

/// Absent if the entity is not in what is open.
std::optional<Inspection> inspect(const InspectionContext &context, const model::EntityRef &entity);

// The builders, one for each kind of entity.
std::optional<Inspection> inspectFile(const InspectionContext &context);
std::optional<Inspection> inspectMethod(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectInstruction(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectValue(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectDelegate(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectBlock(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectNode(
    const InspectionContext &context, const model::EntityRef &entity);
/// Cycles, share and MAC utilisation with their origin, what it waits for and where it comes from;
/// absent if nothing leads from the entity to an operation of the NPU.
std::optional<Section> costSection(const ProfileSubject &subject, const model::EntityRef &entity);
std::optional<Inspection> inspectPartition(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectBytes(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectCounter(const model::EntityRef &entity);
std::optional<Inspection> inspectNetwork(const InspectionContext &context);
std::optional<Inspection> inspectSubgraph(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectOperator(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectNetworkTensor(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectNpuOperation(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectNpuBuffer(
    const InspectionContext &context, const model::EntityRef &entity);
std::optional<Inspection> inspectNpuCommand(
    const InspectionContext &context, const model::EntityRef &entity);

/// Stored compile specs as text and as what they mean.
std::vector<Section> compileSpecSections(const model::Delegate &delegate);

} // namespace tosaic::views
