// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/spec/compilespec.h"
#include "views/models/columnmodel.h"

#include <QWidget>

class QLabel;

namespace tosaic::views {

class DataTable;

/// A compile spec and what the user knows it by.
struct NamedSpec
{
    QString name;
    spec::CompileSpec spec;
};

/// What two compile specs ask for differently: in a sentence, and field by field.
class SpecDifferenceView : public QWidget
{
    Q_OBJECT
public:
    explicit SpecDifferenceView(QWidget *parent = nullptr);

    void show(const NamedSpec &older, const NamedSpec &newer);
    using QWidget::show;

private:
    QLabel *m_heading;
    ColumnModel<analysis::SpecChange> *m_changes;
    DataTable *m_fields;
};

} // namespace tosaic::views
