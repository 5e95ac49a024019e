// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "views/widgets/theme.h"

#include <QPointer>
#include <QWidget>

class QSortFilterProxyModel;
class QTreeView;

namespace tosaic::views {

class OutlineModel;
class SearchLine;
class StateStack;

/// What is in the open model, as a tree with a filter line. Follows and sets the selection.
class OutlinePanel : public QWidget
{
    Q_OBJECT
public:
    OutlinePanel(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);

    /// Knows what else in the outline an operator is that is not in it; null: nobody does.
    void setProfile(const ProfileDocument *profile) { m_profile = profile; }

Q_SIGNALS:
    /// The user wants to open a file.
    void openRequested();

private:
    void showDocument();
    void follow(const model::EntityRef &entity, const QObject *origin);
    void filter(const QString &text);
    void showStreams();
    void expandFirstLevels();
    QModelIndex firstOperator() const;
    QModelIndex rowOf(const model::EntityRef &entity) const;
    void connectSelection();

    ModelDocument &m_document;
    SelectionContext &m_selection;
    QPointer<const ProfileDocument> m_profile;
    OutlineModel *m_model;
    QSortFilterProxyModel *m_proxy;
    SearchLine *m_filter;
    QTreeView *m_tree;
    StateStack *m_states;
    bool m_isFollowing = false; ///< the row changes because the selection did
};

} // namespace tosaic::views
