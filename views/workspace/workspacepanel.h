// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/provenance.h"
#include "views/widgets/theme.h"
#include "views/workspace/workspacemodel.h"

#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QTreeView;

namespace tosaic::views {

class ProvenanceView;
class SearchLine;
class StateStack;

/// What the open workspace holds, as a tree with a filter, and beside it where a chosen file comes
/// from. It changes nothing itself: what the user wants is a signal.
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
    ProvenanceView &provenance() { return *m_provenance; }
    /// Sizes of its parts, for the layout of a workspace.
    QByteArray saveState() const;
    void restoreState(const QByteArray &state);

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
    void provenanceRequested(const QString &path, const QString &sha256);
    void pinRequested(tosaic::workspace::JobId id, bool pinned);
    void noteRequested(const QString &subject);
    void editNoteRequested(tosaic::workspace::NoteId id, const QString &text);
    void removeRequested(const tosaic::views::WorkspaceItem &item, const QString &name);

private:
    QWidget *makeContent(const Theme &theme);
    QWidget *makeBanner();
    void makeActions();
    void filter(const QString &text);
    void updateActions();
    void open();
    void requestProvenance();
    void pin();
    void note();
    void remove();
    WorkspaceItem current() const;
    const workspace::JobRecord *currentJob() const;

    WorkspaceModel *m_model;
    QSortFilterProxyModel *m_proxy;
    SearchLine *m_filter = nullptr;
    QTreeView *m_tree = nullptr;
    QSplitter *m_splitter = nullptr;
    QWidget *m_banner = nullptr;
    QLabel *m_bannerText = nullptr;
    ProvenanceView *m_provenance = nullptr;
    QMenu *m_menu = nullptr;
    QAction *m_open = nullptr;
    QAction *m_showProvenance = nullptr;
    QAction *m_pin = nullptr;
    QAction *m_note = nullptr;
    QAction *m_remove = nullptr;
    StateStack *m_states = nullptr;
    QString m_path; ///< of the workspace shown
};

} // namespace tosaic::views
