// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"

#include <QWidget>

class QLabel;

namespace tosaic::views {

class DataTable;
class FactsModel;
template <typename Row>
class ColumnModel;

/// One section of a description: its facts, and below them its table.
class SectionPage : public QWidget
{
    Q_OBJECT
public:
    explicit SectionPage(QWidget *parent = nullptr);

    void set(const DescriptionSection &section);
    void setFilter(const QString &text);

private:
    void fitFacts();

    QLabel *m_title;
    FactsModel *m_factsModel;
    ColumnModel<QStringList> *m_tableModel;
    DataTable *m_facts;
    DataTable *m_table;
    QLabel *m_omitted;
    QWidget *m_filler;
};

} // namespace tosaic::views
