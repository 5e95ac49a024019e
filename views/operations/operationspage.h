// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "views/operations/shownoperations.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;

namespace tosaic::views {

class BarsPane;
class DeviationPane;
class OperationTable;
class OperationsHeader;
class StateStack;
class TreemapPane;
class UnmatchedPanel;

/// Where the time goes, operator by operator: table, bars, treemap of modules and deviations over
/// the same rows. Follows the profile, its range of time, and the selection.
class OperationsPage : public QWidget
{
    Q_OBJECT
public:
    OperationsPage(ProfileDocument &profile, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~OperationsPage() override;

    /// What is shown; null while there is nothing.
    const OperationsDataPtr &operations() const { return m_data; }

Q_SIGNALS:
    /// Empty state: open a debug database, a trace or a program.
    void openRequested();
    /// Empty state: compile a model.
    void compileRequested();
    /// operations() is another.
    void shown();

private:
    QWidget *createContent();
    void addOpenLink();
    template <typename Pane>
    void connectPane(Pane *pane);
    void followProfile();
    void showEmpty();
    void compute();
    void showOperations(OperationsDataPtr operations);
    void choosePair(OperationsOptions &options) const;
    void applyFilter();
    void showViews();
    void selectRow(size_t row);
    void activateRow(size_t row);
    void followSelection(const model::EntityRef &entity, const QObject *origin);
    void highlight(const std::vector<size_t> &rows);

    ProfileDocument &m_profile;
    SelectionContext &m_selection;
    const Theme &m_theme;
    JobSlot m_slot;
    OperationsDataPtr m_data;
    std::shared_ptr<const ProfileSubject> m_bytesOf; ///< whose bytes m_bytes are
    std::vector<std::optional<quint64>> m_bytes;
    std::optional<profile::DeviationPair> m_pair; ///< that the user chose
    std::vector<size_t> m_selected; ///< operations

    StateStack *m_states = nullptr;
    OperationsHeader *m_header = nullptr;
    UnmatchedPanel *m_unmatched = nullptr;
    QSplitter *m_splitter = nullptr;
    QStackedWidget *m_pictures = nullptr;
    BarsPane *m_bars = nullptr;
    TreemapPane *m_treemap = nullptr;
    DeviationPane *m_deviations = nullptr;
    OperationTable *m_table = nullptr;
};

} // namespace tosaic::views
