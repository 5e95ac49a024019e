// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/verdict.h"
#include "views/models/columnmodel.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace tosaic::views {

class DataTable;

/// How a run in Tosaic itself ended. Absent error and nothing refused: it ran to its end.
struct HereOutcome
{
    QString program; ///< that ran
    std::optional<Error> error; ///< it could not be run, or was stopped
    localrun::LocalResult result;
    std::vector<localrun::ArrayFile> outputs;
    std::vector<localrun::Judged> judged; ///< of all cases
    size_t cases = 1; ///< that ran: those of a .bpte
    std::vector<std::pair<QString, QString>> pictures; ///< input, and what was done to it
    std::vector<std::vector<localrun::Ranked>> largest; ///< of each output
    QStringList labels; ///< of the places of an output
};
/// One sentence: what of it is proven. `isGood` only where outputs equal what was expected.
QString verdictText(const HereOutcome &outcome);
/// "good", "bad" or "unknown", as the style sheet knows it.
QString verdictProperty(const HereOutcome &outcome);

/// The verdict of a run and the outputs as numbers.
class HereResult : public QWidget
{
    Q_OBJECT
public:
    /// Numbers of an output that are listed; all of them are saved.
    static constexpr quint64 MostValues = 20'000;

    explicit HereResult(QWidget *parent = nullptr);

    void show(const HereOutcome &outcome);
    void showRunning();

Q_SIGNALS:
    /// What it found is listed with the problems.
    void problemsRequested();

private:
    struct Value
    {
        quint64 index = 0;
        QString place; ///< "0, 3, 12"
        double number = 0;
        QString text;
        QString label;
    };

    void showOutput();
    void save();

    HereOutcome m_outcome;
    QLabel *m_verdict;
    QLabel *m_facts;
    QPushButton *m_problems;
    QComboBox *m_output;
    QPushButton *m_save;
    QLabel *m_cut;
    ColumnModel<Value> *m_values;
    ColumnModel<Value> *m_largest;
    DataTable *m_valueTable;
    DataTable *m_largestTable;
    QWidget *m_tables;
};

} // namespace tosaic::views
