// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/provenance.h"
#include "views/widgets/theme.h"
#include "views/workspace/workspacemodel.h"

#include <QWidget>

class QMenu;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace tosaic::views {

struct NamedSpec;
class ProvenanceView;
class SalvageBanner;
class SearchLine;
class SpecDifferenceView;
class StateStack;

/// What the open workspace holds, as a tree with a filter, and beside it where a chosen file comes
/// from, or how two specs differ. It changes nothing itself: what the user wants is a signal.
class WorkspacePanel : public QWidget
{
    Q_OBJECT
public:
    explicit WorkspacePanel(const Theme &theme, QWidget *parent = nullptr);

    /// Null: none is open.
    void setContents(std::shared_ptr<const workspace::Contents> contents);
    void setLoading();
    void setError(const Error &error);
    void showProvenance(const workspace::Provenance &provenance);
    void showSpecDifference(const NamedSpec &older, const NamedSpec &newer);
    ProvenanceView &provenance() { return *m_provenance; }

Q_SIGNALS:
    /// Nothing is open: keep this session in a file.
    void saveRequested();
    void salvageSaveRequested();
    void openFileRequested(const QString &path);
    void openModelRequested(tosaic::workspace::ModelId id);
    void openArtefactRequested(tosaic::workspace::ArtefactId id);
    void openJobRequested(tosaic::workspace::JobId id);
    void openRunRequested(tosaic::workspace::RunId id);
    void loadSpecRequested(const QJsonObject &spec);
    /// Two, the older one first, or one with that in the editor. Names and SPEC.json.
    void compareSpecsRequested(const QList<std::pair<QString, QJsonObject>> &specs);
    void provenanceRequested(const QString &path, const QString &sha256);
    void pinRequested(tosaic::workspace::JobId id, bool pinned);
    void noteRequested(const QString &subject);
    void editNoteRequested(tosaic::workspace::NoteId id, const QString &text);
    void removeRequested(const tosaic::views::WorkspaceItem &item, const QString &name);

private:
    QWidget *makeContent(const Theme &theme);
    void makeActions();
    void filter(const QString &text);
    void updateActions();
    void clearAside();
    void open();
    void requestProvenance();
    void pin();
    void note();
    void remove();
    void compareSpecs();
    std::vector<WorkspaceItem> selectedSpecs() const;
    WorkspaceItem current() const;
    const workspace::JobRecord *currentJob() const;

    WorkspaceModel *m_model;
    QSortFilterProxyModel *m_proxy;
    SearchLine *m_filter = nullptr;
    QTreeView *m_tree = nullptr;
    QSplitter *m_splitter = nullptr;
    SalvageBanner *m_banner = nullptr;
    QStackedWidget *m_aside = nullptr;
    ProvenanceView *m_provenance = nullptr;
    SpecDifferenceView *m_specDifference = nullptr;
    QMenu *m_menu = nullptr;
    QAction *m_open = nullptr;
    QAction *m_showProvenance = nullptr;
    QAction *m_compare = nullptr;
    QAction *m_pin = nullptr;
    QAction *m_note = nullptr;
    QAction *m_remove = nullptr;
    StateStack *m_states = nullptr;
    QString m_path; ///< of the workspace shown
};

} // namespace tosaic::views
