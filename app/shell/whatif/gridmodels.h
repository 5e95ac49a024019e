// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/documents/estimatesource.h"

#include <QObject>

#include <functional>

namespace tosaic::shell {

class ModelTabs;
class WorkspaceStore;

/// The models that a what-if grid has beside the one that is shown: open ones and files.
class GridModels : public QObject
{
    Q_OBJECT
public:
    GridModels(const ShellContext &context, const ModelTabs &tabs, const WorkspaceStore &store,
        QObject *parent = nullptr);

    struct Model
    {
        QString path;
        EstimateSource source;
        std::optional<spec::CompileSpec> spec; ///< edited in its tab, else of its compile
        bool isLowered = false; ///< a .py or .pt2, which a grid has to compile; `source` is empty
    };

    /// Of the one that is shown; empty: nothing is open.
    QString shownPath() const;
    /// How many beside it.
    qsizetype count() const { return chosen().size(); }
    /// Opens the dialog.
    void ask();
    /// Calls `done` later, once it is known what there is to run Vela on. Errors as
    /// findEstimateSource(), of the first that has nothing and cannot be compiled.
    void read(const std::function<void(const Result<std::vector<Model>> &)> &done);
    bool isReading() const { return m_reading.isRunning(); }
    void cancel() { m_reading.cancel(); }

Q_SIGNALS:
    void changed();

private:
    QStringList chosen() const;
    std::optional<spec::CompileSpec> editedSpec(const QString &path) const;

    ShellContext m_context;
    const ModelTabs &m_tabs;
    const WorkspaceStore &m_store;
    QStringList m_chosen; ///< the shown one may be among them
    JobSlot m_reading;
};

} // namespace tosaic::shell
