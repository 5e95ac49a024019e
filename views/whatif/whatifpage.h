// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/whatifview.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace tosaic::views {

class GridTable;
class ParallelChart;
class ParetoChart;
class StateStack;
class Theme;
class WhatIfModel;

/// The what-if grid: a heat table of targets and memory modes, a Pareto chart beside it, and of
/// the cell under the pointer, else the chosen one, what it changes and what it costs.
class WhatIfPage : public QWidget
{
    Q_OBJECT
public:
    explicit WhatIfPage(const Theme &theme, QWidget *parent = nullptr);

    void setView(const WhatIfView &view);
    /// "default" alone, or empty: all systems of each family.
    QStringList systemConfigs() const;
    enum class Compilers
    {
        InUse,
        WithSecond,
        AllVersions ///< one environment of each version of Vela that is here
    };
    /// In which compiler environments every cell is estimated.
    Compilers compilers() const;

Q_SIGNALS:
    /// It is looked at: a grid may be asked for next.
    void shown();
    void sweepRequested();
    void cancelRequested();
    /// The cells are to be written to a file.
    void exportRequested();
    /// Other models are to be chosen.
    void modelsWanted();
    /// Flags and variants are to be chosen.
    void axesWanted();
    /// The compiles that cells of the result need are to be made.
    void compilesWanted();
    /// Somewhere else is to be chosen to run the sweep.
    void engineWanted();
    /// A cell's spec is to be edited.
    void useRequested(const tosaic::spec::CompileSpec &spec);
    /// The spec as it is now, after a cell was taken into it.
    void compileRequested();
    void openRequested();
    /// There is no Vela, or no second one: where compilers are chosen.
    void toolsWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeBar();
    QWidget *makePictures(const Theme &theme);
    QWidget *makeChartBar();
    QWidget *makeDetails();
    void connectPictures();
    void showState();
    void showFront();
    void markFront();
    void choose(int cell);
    void markCurrent();
    void showEditedSpec();
    void hover(int cell);
    bool isShown(int cell) const;
    void use(int cell);
    bool needsCompile(int cell) const;
    void showDetails();

    WhatIfView m_view;
    StateStack *m_states = nullptr;
    QPushButton *m_run = nullptr;
    QComboBox *m_metric = nullptr;
    QComboBox *m_systems = nullptr;
    QComboBox *m_compilers = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    GridTable *m_table = nullptr;
    WhatIfModel *m_model = nullptr;
    ParetoChart *m_chart = nullptr;
    ParallelChart *m_parallel = nullptr;
    QComboBox *m_picture = nullptr;
    QComboBox *m_second = nullptr; ///< number that the Pareto front is asked over, too
    QComboBox *m_third = nullptr; ///< and one more, or none
    QPushButton *m_export = nullptr;
    QPushButton *m_axes = nullptr; ///< says how many flags and variants
    QPushButton *m_missing = nullptr; ///< there while cells need compiles that can be made
    QPushButton *m_models = nullptr; ///< says how many
    QPushButton *m_engine = nullptr; ///< says where it runs
    QLabel *m_details = nullptr;
    QPushButton *m_use = nullptr;
    QPushButton *m_compile = nullptr; ///< there for cells that need it
    int m_current = -1; ///< cell; -1: none is chosen
    int m_hovered = -1;
};

} // namespace tosaic::views
