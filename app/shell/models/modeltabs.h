// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/session.h"
#include "app/shell/frame/shellcontext.h"

#include <QObject>

#include <vector>

class QTabBar;

namespace tosaic {
struct OpenedFile;
}

namespace tosaic::shell {

/// The models that are open, one on the screen, the others put aside with everything that belongs
/// to them. A bar of tabs leads from one to the other; it is hidden while there is only one. Lives
/// on the GUI thread.
class ModelTabs : public QObject
{
    Q_OBJECT
public:
    using Result = std::shared_ptr<const compiled::CompileResult>;

    /// The bar outlives it.
    ModelTabs(const ShellContext &context, QTabBar &bar, QObject *parent = nullptr);

    /// Shows the model that a file belongs to, before it is put into the documents: the one on the
    /// screen, another that is open, or a new one.
    void makePlaceFor(const OpenedFile &file);
    /// A compile ended whose model is not on the screen.
    void addResult(const Result &result, int model);

    int count() const { return static_cast<int>(m_models.size()); }
    int current() const { return m_current; }
    void show(int index);
    /// What is shown next stands beside it; of the last one nothing is closed.
    void close(int index);

    /// All of them as they are now, in the order of the tabs.
    std::vector<ModelSession> models() const;
    /// Results of models that were closed; they belong to the work all the same.
    const std::vector<Result> &closedResults() const { return m_closedResults; }
    /// Instead of all that are open. `current` is put into the documents.
    void restore(std::vector<ModelSession> models, int current);

Q_SIGNALS:
    /// A model of a workspace is looked at for the first time.
    void openWanted(const QString &path);

private:
    void registerActions();
    void enter(int index);
    void addBlank();
    void putAside();
    ModelSession shownNow() const;
    void showView();
    void addTab();
    QString tabName(const QString &path) const;
    void showNames();

    ShellContext m_context;
    QTabBar &m_bar;
    std::vector<ModelSession> m_models; ///< the current one as it was when it was entered
    int m_current = 0;
    int m_lastId = 0;
    std::vector<Result> m_closedResults;
    bool m_isFilling = false; ///< the bar, not the user, changes
    bool m_isViewWaiting = false; ///< for the graph that it is of
};

} // namespace tosaic::shell
