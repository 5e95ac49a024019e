// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"
#include "core/compiled/compileresult.h"
#include "core/graph/graph.h"
#include "core/model/entityref.h"
#include "core/spec/keeprules.h"
#include "views/models/columnmodel.h"
#include "views/partition/placementcosts.h"

#include <QHash>

#include <memory>
#include <optional>

namespace tosaic::views {

struct PlacementRow
{
    spec::OperatorKey key;
    model::EntityRef entity;
    graph::Placement placement = graph::Placement::Unknown;
    std::optional<int> partition;
    QString dtype;
    QString shape;
    QString source;
    QStringList reasons;
    QStringList hints; ///< one a reason: what usually helps; may be empty
    bool isStep = false; ///< quantise or dequantise inside a partition, getitem
    analysis::PinState kept = analysis::PinState::None;
    spec::KeepOnCpu rules; ///< entries of the spec being edited that hit it
    QString preview; ///< where it would run then; empty: as now, or not known
    PlacementCost cost;
};

/// Every operator of the model: of the compile result where it is known, else the instructions of
/// the program. No widgets.
class OperatorTableModel : public ColumnModel<PlacementRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::OperatorTableModel)
public:
    explicit OperatorTableModel(QObject *parent = nullptr);

    void set(std::shared_ptr<const model::Program> program,
        std::shared_ptr<const compiled::CompileResult> result);
    /// Of the rows' entities.
    void setCosts(const PlacementCosts &costs);
    /// Entries of the spec being edited.
    void setKept(const spec::KeepOnCpu &kept);
    /// How the spec being edited would cut the model; null: not known.
    void setPreview(std::shared_ptr<const compiled::CompileResult> preview);

    /// The rows are operators of the model, which the compiler can be told about.
    bool hasModelOperators() const { return m_result && !m_result->nodes.empty(); }
    /// Operators of a placement, steps not counted.
    int countOf(graph::Placement placement) const;
    int countOfSteps() const;

private:
    std::vector<PlacementRow> fromResult() const;
    std::vector<PlacementRow> fromProgram() const;
    void markKept(PlacementRow &row) const;
    void markPreview(PlacementRow &row) const;

    std::shared_ptr<const model::Program> m_program;
    std::shared_ptr<const compiled::CompileResult> m_result;
    spec::KeepOnCpu m_kept;
    std::optional<Origin> m_origin; ///< of the cycles
    std::shared_ptr<const compiled::CompileResult> m_preview;
    QHash<QString, const compiled::ModelNode *> m_previewed; ///< nodes of m_preview by name
};

} // namespace tosaic::views
