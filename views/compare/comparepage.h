// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/documents/resultsdocument.h"
#include "core/documents/selection.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <optional>
#include <utility>

class QAbstractItemModel;
class QComboBox;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace tosaic::views {

class ChangeChart;
class ChangeModel;
class CostChanges;
class DataTable;
class MoveModel;
class PartitionChangeModel;
class StateStack;
class WrappedLabel;

/// Two compile results side by side: what changed in the spec, in words; metrics; where the cycles
/// went; operators that moved; the partitions of both.
class ComparePage : public QWidget
{
    Q_OBJECT
public:
    ComparePage(ResultsDocument &results, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~ComparePage() override;

    /// Absent while there are not two results to compare.
    const std::optional<analysis::Comparison> &comparison() const { return m_comparison; }

Q_SIGNALS:
    /// The empty state's action: the user wants to compile.
    void compileRequested();
    /// The user wants to see both sides as graphs.
    void graphsRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *createContent();
    QWidget *createPickers(QWidget *parent);
    QComboBox *createPicker(QWidget *parent, const QString &name, const QString &accessibleName);
    DataTable *createTable(
        QVBoxLayout *layout, const QString &title, const QString &name, QAbstractItemModel *model);
    void createSections(QVBoxLayout *layout);
    void connectTables();
    void fillPickers();
    void onPicked();
    void refresh();
    void showOutcome();
    void showComparison(const ResultsDocument::Item &oldSide, const ResultsDocument::Item &newSide);
    void showEmpty();
    void followSelection(const model::EntityRef &entity, const QObject *origin);

    ResultsDocument &m_results;
    SelectionContext &m_selection;
    const Theme &m_theme;
    std::optional<analysis::Comparison> m_comparison;
    std::pair<ResultsDocument::Item, ResultsDocument::Item> m_shown; ///< old and new
    bool m_isNew = false; ///< nobody has seen them yet

    QScrollArea *m_scroll = nullptr;
    StateStack *m_stack = nullptr;
    QComboBox *m_oldPicker = nullptr;
    QComboBox *m_newPicker = nullptr;
    WrappedLabel *m_outcome = nullptr;
    WrappedLabel *m_specSentence = nullptr;
    QLabel *m_moveTitle = nullptr;
    QLabel *m_noMoves = nullptr;
    WrappedLabel *m_matches = nullptr;
    DataTable *m_metricTable = nullptr;
    DataTable *m_moveTable = nullptr;
    DataTable *m_partitionTable = nullptr;
    ChangeModel *m_metrics = nullptr;
    MoveModel *m_moves = nullptr;
    PartitionChangeModel *m_partitions = nullptr;
    ChangeChart *m_chart = nullptr;
    CostChanges *m_costs = nullptr;
};

} // namespace tosaic::views
