// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <QObject>

#include <memory>
#include <vector>

namespace tosaic {

/// The compile results at hand, oldest first, and the two that stand side by side. Lives on the GUI
/// thread.
class ResultsDocument : public QObject
{
    Q_OBJECT
public:
    using Item = std::shared_ptr<const compiled::CompileResult>;
    using QObject::QObject;

    /// All of it, to be put aside while another model is shown.
    struct State
    {
        std::vector<Item> results; ///< oldest first
        Item oldSide;
        Item newSide;
    };
    const State &state() const { return m_state; }
    void restore(State state);

    const std::vector<Item> &results() const { return m_state.results; }
    /// Adds a result; if it succeeded it becomes the new side and what was new becomes the old
    /// side.
    void add(Item result);
    void clear() { restore({}); }

    Item oldSide() const { return m_state.oldSide; }
    Item newSide() const { return m_state.newSide; }
    void compare(Item oldSide, Item newSide);

Q_SIGNALS:
    void changed();
    void comparisonChanged();

private:
    State m_state;
};

} // namespace tosaic
