// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/runs/runcontext.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;

namespace tosaic::views {

class DataTable;
class MetricsModel;
class WrappedLabel;

/// What can be computed from counters, with the formulas; what is missing for the rest can be
/// stated here.
class MetricsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit MetricsPanel(QWidget *parent = nullptr);

    void set(const profile::Profile &profile, const RunContext &context);
    int known() const;
    int total() const;

Q_SIGNALS:
    /// "U55"; empty: not stated.
    void productStated(const QString &product);
    void npuMacsStated(std::optional<quint32> macs);
    void modelMacsStated(std::optional<quint64> macs);

private:
    QWidget *makeStatements();

    MetricsModel *m_model;
    DataTable *m_table = nullptr;
    WrappedLabel *m_sources = nullptr;
    QComboBox *m_product = nullptr;
    QComboBox *m_npuMacs = nullptr;
    QDoubleSpinBox *m_modelMacs = nullptr;
};

} // namespace tosaic::views
