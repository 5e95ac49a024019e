// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/shownoperations.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QComboBox;

namespace tosaic::views {

class DataTable;
class DeviationModel;
class WrappedLabel;

/// Where two of estimate, FVP and board differ most.
class DeviationPane : public QWidget
{
    Q_OBJECT
public:
    explicit DeviationPane(const Theme &theme, QWidget *parent = nullptr);

    void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown);
    void setSelected(const std::vector<size_t> &rows);

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);
    void pairChosen(tosaic::profile::DeviationPair pair);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fillPairs(const OperationsData &operations);
    void showSentence(const OperationsData &operations);

    QComboBox *m_pair;
    WrappedLabel *m_sentence;
    WrappedLabel *m_note;
    DeviationModel *m_model;
    DataTable *m_table;
};

} // namespace tosaic::views
