// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/toolchain/referencejob.h"
#include "views/reference/arraypairs.h"
#include "views/reference/arraysmodel.h"

#include <QWidget>

#include <map>
#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace tosaic::views {

class ArrayPreview;
class DataTable;
class StateStack;

/// The TOSA reference model on a graph: what it computes on seeded or given inputs, and how far
/// that is from an earlier run or a given file.
class ReferencePanel : public QWidget
{
    Q_OBJECT
public:
    struct Graph
    {
        QString title; ///< "Partition 0", "model.tosa"
        QString path;
        bool operator==(const Graph &) const = default;
    };

    explicit ReferencePanel(QWidget *parent = nullptr);

    /// Graphs that can be run; an empty list shows the empty state. The chosen one stays chosen,
    /// with what was computed, if it is still there.
    void setGraphs(const std::vector<Graph> &graphs);
    void setRunning(bool running);
    /// A run has ended; a failed one shows its first problem. Ignored if another graph has been
    /// chosen since setRunning(true).
    void showResult(const toolchain::ReferenceResult &result);

    /// What the panel asks for; interpreter and folder are the caller's.
    toolchain::ReferenceRequest request() const;
    /// .npy files for the next run: each goes to the input whose name it has; those of other names
    /// to the inputs that are left, in order, as far as an earlier run told them.
    void setInputFiles(const QStringList &files);
    const ArraysModel &arrays() const { return *m_model; }
    /// Folders of runs that it still shows or compares with.
    QStringList folders() const;

Q_SIGNALS:
    void runRequested();
    void cancelRequested();
    void openRequested();

public Q_SLOTS:
    /// Compares an array (row) with a .npy file.
    void compareWith(int row, const QString &path);

private:
    // referencelayout.cpp
    QWidget *makeContent();
    QWidget *makeChoices();
    QWidget *makeButtons();

    void showEmpty();
    QString graphPath() const;
    void forgetRuns();
    void chooseInputs();
    void showInputs();
    void chooseExpected();
    void compareWithPrevious();
    ArrayPair pairOf(int row, const QString &theirs) const;
    void compare(const std::vector<ArrayPair> &pairs);
    void showOutcomes(const std::vector<PairOutcome> &outcomes);
    void fitColumns();
    void saveArray();
    QString absolutePath(int row) const;
    int currentRow() const;
    void showCurrent();
    void updateButtons();

    StateStack *m_states = nullptr;
    ArraysModel *m_model;
    JobSlot m_compareSlot;
    JobSlot m_saveSlot;
    std::vector<Graph> m_graphs;
    std::optional<toolchain::ReferenceResult> m_result;
    std::optional<toolchain::ReferenceResult> m_previous;
    std::map<QString, QString> m_inputs; ///< chosen files by tensor name
    QString m_runningGraph; ///< path of what was chosen when the run began
    bool m_isRunning = false;
    QComboBox *m_graph = nullptr;
    QSpinBox *m_seed = nullptr;
    QCheckBox *m_intermediates = nullptr;
    QDoubleSpinBox *m_absolute = nullptr;
    QDoubleSpinBox *m_relative = nullptr;
    QLabel *m_summary = nullptr;
    DataTable *m_table = nullptr;
    ArrayPreview *m_preview = nullptr;
    QPushButton *m_run = nullptr;
    QPushButton *m_inputButton = nullptr;
    QToolButton *m_clearInputs = nullptr;
    QPushButton *m_compare = nullptr;
    QPushButton *m_comparePrevious = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace tosaic::views
