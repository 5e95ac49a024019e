// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracyrun.h"
#include "core/documents/selection.h"

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

Q_SIGNALS:
    void measureRequested();
    void cancelRequested();
    void openRequested();

private:
    QWidget *makeDetails(const Theme &theme);
    void showState();
    void showResult();

    AccuracyView m_view;
    ColumnModel<accuracy::OperatorAccuracy> *m_model;
    StateStack *m_states = nullptr;
    QPushButton *m_measure = nullptr;
    QLabel *m_verdict = nullptr;
    QLabel *m_sides = nullptr;
    DataTable *m_table = nullptr;
    QWidget *m_details = nullptr;
    QLabel *m_closer = nullptr;
    HistogramPicture *m_expected = nullptr;
    HistogramPicture *m_computed = nullptr;
};

} // namespace tosaic::views
