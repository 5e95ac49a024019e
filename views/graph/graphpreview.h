// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "views/graph/graphplace.h"

#include <QSet>

#include <memory>

namespace tosaic::views {

/// What the next compile would make of the model, drawn in place of what is compiled, and what the
/// spec that is edited keeps on the CPU. Lives on the GUI thread.
class GraphPreview
{
public:
    using Result = std::shared_ptr<const compiled::CompileResult>;

    /// Null, or one that failed: there is none. False: nothing else is drawn now.
    bool set(const Result &preview);
    /// Whether one that is there is drawn. False: nothing else is drawn now.
    bool setWanted(bool wanted);
    bool isKnown() const { return m_result != nullptr; }
    /// What is drawn; null: what is compiled.
    Result shown() const { return m_isWanted ? m_result : nullptr; }

    /// Whether it is drawn there: of operators, or of what nobody has compiled yet.
    static bool belongsTo(const ModelDocument &document, const GraphPlace &place);

    void setKept(const spec::KeepOnCpu &kept) { m_kept = kept; }
    const spec::KeepOnCpu &kept() const { return m_kept; }
    /// Names of the operators of `result` that it holds.
    QSet<QString> pinned(const compiled::CompileResult *result) const;

private:
    Result m_result;
    bool m_isWanted = true;
    spec::KeepOnCpu m_kept;
};

} // namespace tosaic::views
