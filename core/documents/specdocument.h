// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/ruletable.h"

#include <QHash>
#include <QObject>

#include <optional>
#include <vector>

namespace tosaic {

/// One edit of a spec that can be taken back.
struct SpecStep
{
    spec::CompileSpec before;
    spec::CompileSpec after;
    QString what; ///< key of SPEC.json it is about; empty if it is about several
};

/// The spec being edited, with its history. Lives on the GUI thread.
class SpecDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const spec::CompileSpec &spec() const { return m_state.spec; }
    /// An edit that can be undone. `what` is the key of SPEC.json it is about: edits of one key in
    /// a row (typing) are one step; empty: a step of its own.
    void setSpec(const spec::CompileSpec &spec, const QString &what = {});
    /// The same as a step of its own, whatever was edited before: choices, buttons, pasted texts.
    void addStep(const spec::CompileSpec &spec, const QString &what);
    /// Another NPU, in one step. Names of memory that the new one's family does not have go back to
    /// their defaults: the tools would take them without a word.
    void setTarget(const QString &target);
    /// Another document is shown (opened file, workspace): the history begins anew, and this is the
    /// saved state.
    void reset(const spec::CompileSpec &spec);
    /// Adds to what is kept on the CPU; what is already there stays once.
    void keepOnCpu(const spec::KeepOnCpu &more);

    bool canUndo() const { return m_state.position > 0; }
    bool canRedo() const { return m_state.position < m_state.steps.size(); }
    void undo();
    void redo();
    /// What undo() and redo() would do; null if nothing. Valid until the next edit.
    const SpecStep *undoStep() const
    {
        return canUndo() ? &m_state.steps[m_state.position - 1] : nullptr;
    }
    const SpecStep *redoStep() const
    {
        return canRedo() ? &m_state.steps[m_state.position] : nullptr;
    }
    /// The next edit is a step of its own (focus left the field).
    void endStep() { m_mayMerge = false; }
    /// Undo goes back to this state and shows it as unchanged.
    void markSaved();
    /// What is typed into a text of the spec and was not looked at yet becomes the spec now, before
    /// somebody uses it.
    void takeTyping() { Q_EMIT typingWanted(); }
    /// A text that says no spec (yet), by the field it stands in; it goes aside with the spec.
    /// Empty: none.
    void setDraft(const QString &field, const QString &text);
    QString draft(const QString &field) const { return m_state.drafts.value(field); }
    bool hasDraft() const { return !m_state.drafts.isEmpty(); }
    bool isModified() const;

    /// The spec with its history, to be put aside while another model is edited.
    struct State
    {
        spec::CompileSpec spec{ .target = QStringLiteral("ethos-u55-128") };
        spec::CompileSpec saved = spec;
        std::vector<SpecStep> steps; ///< oldest first
        std::size_t position = 0; ///< steps before it are done
        QHash<QString, QString> drafts; ///< setDraft()
    };
    State state() const { return m_state; }
    void restore(State state);

    /// What the rules find in spec(), in the order of the table; looked for once after every edit.
    const std::vector<spec::RuleHit> &hits() const { return m_hits; }
    bool hasError() const;
    /// What the ini file that spec() names defines; absent: not known. Another file forgets it.
    void setIniFacts(const std::optional<spec::IniFacts> &facts);

Q_SIGNALS:
    void changed();
    /// After changed(): the spec of another model, with what was typed for it.
    void restored();
    void typingWanted();
    /// hits() were found anew: after changed(), or because the ini file is known now.
    void checked();
    /// canUndo(), canRedo() or isModified() may have changed.
    void historyChanged();

private:
    void exchange(State state);
    bool mergeIntoLast(const spec::CompileSpec &spec, const QString &what);
    void show(const spec::CompileSpec &spec);
    void check();

    State m_state;
    std::optional<spec::IniFacts> m_ini;
    std::vector<spec::RuleHit> m_hits = spec::checkRules(m_state.spec);
    bool m_mayMerge = false;
};

} // namespace tosaic
