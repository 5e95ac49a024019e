// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/quantisation.h"
#include "core/base/jobslot.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace tosaic {
class ModelDocument;
class SelectionContext;
}

namespace tosaic::views {

class DataTable;
class HistogramPicture;
class StateStack;
class Theme;
template <typename Row>
class ColumnModel;

/// How each value of what is open is stored, as a table that sets and follows the selection; what
/// is doubtful about it stands above, what calibration saw of the chosen one below. The numbers of
/// a constant are in the Values panel.
class QuantisationPage : public QWidget
{
    Q_OBJECT
public:
    QuantisationPage(ModelDocument &document, SelectionContext &selection, JobList &jobs,
        const Theme &theme, QWidget *parent = nullptr);
    ~QuantisationPage() override;

    const std::vector<analysis::QuantisedValue> &values() const;

Q_SIGNALS:
    /// Where it is chosen how to quantise.
    void specRequested();
    void closeRequested();

private:
    void rebuild();
    void take(std::vector<analysis::QuantisedValue> values);
    void makeSeen(QWidget *parent, const Theme &theme);
    void showSeen();

    ModelDocument &m_document;
    SelectionContext &m_selection;
    JobSlot m_reading;
    StateStack *m_states;
    QLabel *m_sentence;
    QLabel *m_doubts;
    QWidget *m_seen = nullptr;
    QLabel *m_seenText = nullptr;
    HistogramPicture *m_histogram = nullptr;
    DataTable *m_table;
    ColumnModel<analysis::QuantisedValue> *m_model;
};

} // namespace tosaic::views
