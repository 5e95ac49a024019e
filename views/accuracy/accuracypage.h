// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracyrun.h"
#include "core/documents/selection.h"
#include "views/accuracy/accuracyform.h"
#include "views/accuracy/triespane.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace tosaic::views {

class DataTable;
class HistogramPicture;
class StateStack;
class Theme;
template <typename Row>
class ColumnModel;

struct AccuracyView
{
    bool hasCompile = false; ///< the open program and what it was made from are at hand
    bool isRunning = false;
    std::optional<Error> error; ///< of the last measurement
    std::shared_ptr<const accuracy::AccuracyResult> result; ///< null: not measured yet
    QString model; ///< source of the compile, where it is known here
    std::vector<TryRow> tries; ///< of the result
    QString whyNoTries; ///< why nothing can be tried; empty: it can
    bool isColoured = false; ///< the graph has the colours of the result
};

/// Every operator of the open compile beside what it should compute, and the first that breaks. A
/// row leads to its node.
class AccuracyPage : public QWidget
{
    Q_OBJECT
public:
    AccuracyPage(SelectionContext &selection, const Theme &theme, QWidget *parent = nullptr);
    ~AccuracyPage() override;

    void setView(const AccuracyView &view);
    AccuracyQuestion question() const { return m_form->question(); }

Q_SIGNALS:
    void measureRequested();
    /// Colours the graph by the result, or not any more.
    void colourRequested(bool isWanted);
    /// Rows of AccuracyView::tries.
    void tryRequested(const QList<int> &rows);
    void cancelRequested();
    void openRequested();

private:
    QWidget *makeDetails(const Theme &theme);
    void showState();
    void showResult();

    AccuracyView m_view;
    ColumnModel<accuracy::OperatorAccuracy> *m_model;
    StateStack *m_states = nullptr;
    AccuracyForm *m_form = nullptr;
    QPushButton *m_measure = nullptr;
    QPushButton *m_colour = nullptr;
    QLabel *m_verdict = nullptr;
    QLabel *m_sides = nullptr;
    DataTable *m_table = nullptr;
    QWidget *m_details = nullptr;
    QLabel *m_closer = nullptr;
    HistogramPicture *m_expected = nullptr;
    HistogramPicture *m_computed = nullptr;
    TriesPane *m_tries = nullptr;
};

} // namespace tosaic::views
