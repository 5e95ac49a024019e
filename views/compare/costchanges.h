// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/costcomparison.h"
#include "core/base/jobslot.h"
#include "core/documents/resultsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QAbstractItemModel;
class QComboBox;
class QVBoxLayout;

namespace tosaic::views {

class ChangeModel;
class DataTable;
class WrappedLabel;

/// Of a table on the page; a longer one scrolls in itself.
inline constexpr int MostCompareRows = 12;

/// What the Vela reports of two compiles say: memory and traffic of each area, cycles by operator
/// or by kind of operator. Reads the reports in the background.
class CostChanges : public QWidget
{
    Q_OBJECT
public:
    explicit CostChanges(const Theme &theme, QWidget *parent = nullptr);

    /// Null sides clear it.
    void compare(ResultsDocument::Item oldResult, ResultsDocument::Item newResult);
    const analysis::CostComparison &comparison() const { return m_comparison; }

Q_SIGNALS:
    /// The reports have been read and are shown.
    void shown();

private:
    struct Costs
    {
        analysis::CostComparison comparison;
        QStringList unreadable; ///< files
    };

    DataTable *addTable(QVBoxLayout *layout, const QString &name, const QString &accessibleName,
        QAbstractItemModel *model);
    void show(const Costs &costs);
    void showOperators();

    const Theme &m_theme;
    JobSlot m_slot;
    analysis::CostComparison m_comparison;
    ChangeModel *m_memories;
    ChangeModel *m_operators;
    DataTable *m_memoryTable;
    DataTable *m_operatorTable;
    QComboBox *m_by;
    WrappedLabel *m_memoryNote;
    WrappedLabel *m_operatorNote;
};

} // namespace tosaic::views
