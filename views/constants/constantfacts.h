// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/constants/constantsubject.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

struct ConstantFact
{
    QString name;
    QString value;
    QString hint; ///< tooltip; empty: the value
    std::optional<quint64> element; ///< where in the constant it is
};

/// What a tensor is: type, shape, bytes, quantisation.
std::vector<ConstantFact> factsOf(const ConstantSubject &subject);
/// What its values are like.
std::vector<ConstantFact> factsOf(
    const model::ConstantStatistics &statistics, const ConstantSubject &subject);
/// "[3, 0, 1, 7]"
QString positionText(const std::vector<qint64> &position);

class ConstantFactsModel : public TableModel<ConstantFact>
{
    Q_OBJECT
public:
    using TableModel::TableModel;
    void set(std::vector<ConstantFact> facts) { setRows(std::move(facts)); }

private:
    int columns() const override { return 2; }
    QVariant header(int column, int role) const override;
    QVariant cell(const ConstantFact &fact, int column, int role) const override;
};

} // namespace tosaic::views
