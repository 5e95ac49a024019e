// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryneed.h"
#include "core/compiled/estimate.h"

#include <QObject>

#include <memory>
#include <optional>

namespace tosaic {

/// The numbers that a changed spec is held against: of the compile whose TOSA is used, or, for a
/// file that nothing compiled yet, of the first estimate.
struct EstimateBaseline
{
    spec::CompileSpec spec;
    compiled::Summary summary;
    bool isCompiled = false; ///< false: it is an estimate itself
    analysis::MemoryNeed need;
};

/// What the live estimate shows, as a value. All numbers are Origin::Estimate.
struct EstimateView
{
    /// There is TOSA (or a TFLite file) to run Vela on. Without it nothing else is filled.
    bool hasInput = false;
    /// Spec the numbers should be about: the one being edited.
    spec::CompileSpec spec;
    /// File that the numbers are about; empty if it is the one that Compile takes.
    QString otherSubject;
    std::optional<EstimateBaseline> baseline;
    /// The numbers; null: none yet. They are of an earlier spec while isStale.
    std::shared_ptr<const compiled::Estimate> estimate;
    analysis::MemoryNeed need; ///< of `estimate`
    /// The estimate before that one, of another spec; null: none.
    std::shared_ptr<const compiled::Estimate> previous;
    analysis::MemoryNeed previousNeed;
    bool isStale = false;
    bool isBusy = false; ///< Vela runs
    /// From the baseline's spec to the edited one. Lowering: the numbers are about the kept TOSA,
    /// which a compile will make anew.
    compiled::ChangeKind change = compiled::ChangeKind::None;
    QStringList loweringKeys; ///< keys of SPEC.json that make it so
    /// compile.respec can run: a payload change of a compile whose .pte and TOSA are there.
    bool canApply = false;
    bool isApplying = false;
    std::vector<Diagnostic> problems; ///< "spec.*", "tool.*", "vela.*", "estimate.*"
};

/// The live estimate that views observe. Lives on the GUI thread.
class EstimateDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const EstimateView &view() const { return m_view; }
    void setView(const EstimateView &view);

Q_SIGNALS:
    void changed();

private:
    EstimateView m_view;
};

} // namespace tosaic
