// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pinsearch/pinsearch.h"
#include "views/models/columnmodel.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace tosaic::views {

class DataTable;
class ParetoChart;
class Theme;

/// What the search for pins shows, as a value.
struct PinSearchView
{
    bool isRunning = false;
    int done = 0; ///< previews and compiles
    int all = 0;
    /// As far as it came; null: nothing was searched.
    std::shared_ptr<const pinsearch::SearchResult> result;
    QString obstacle; ///< why it cannot be searched now; empty: it can
    spec::CompileSpec current; ///< being edited
};

/// One set of pins in one memory mode.
struct PinRow
{
    std::size_t index = 0; ///< of SearchResult::found
    bool isOnFront = false;
    QString pins;
    QString memoryMode;
    pinsearch::Numbers numbers;
};

/// A goal for what stays on the CPU, the search for it, and what it found: a Pareto chart and a
/// table, the best first, each to be taken into the spec.
class PinSearchDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PinSearchDialog(const Theme &theme, QWidget *parent = nullptr);

    void setView(const PinSearchView &view);

    /// Stops a search that runs, else closes.
    void reject() override;

Q_SIGNALS:
    void searchRequested(const tosaic::pinsearch::Goal &goal, int compiles);
    void cancelRequested();
    /// Pins and memory mode of this spec are wanted.
    void useRequested(const tosaic::spec::CompileSpec &spec);

private:
    QWidget *makeGoal();
    QWidget *makePictures(const Theme &theme);
    QWidget *makeDetails();
    void connectParts();
    void showResult();
    void showDetails(std::size_t found);
    void choose(int found);
    void use();
    int currentFound() const; ///< -1: none
    pinsearch::Goal goal() const;
    QString statusText() const;

    PinSearchView m_view;
    QComboBox *m_goal = nullptr;
    QSpinBox *m_limit = nullptr;
    QSpinBox *m_compiles = nullptr;
    QPushButton *m_run = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    ParetoChart *m_chart = nullptr;
    ColumnModel<PinRow> *m_model = nullptr;
    DataTable *m_table = nullptr;
    QLabel *m_details = nullptr;
    QPushButton *m_use = nullptr;
};

} // namespace tosaic::views
