// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/boundaries.h"
#include "views/models/columnmodel.h"
#include "views/widgets/datatable.h"

namespace tosaic::views {

class Theme;

/// What crosses between CPU and NPU, tensor by tensor, with its bytes and conversions. As high as
/// its rows, hidden where nothing crosses; a click chooses the tensor's operator.
class BoundaryList : public DataTable
{
    Q_OBJECT
public:
    explicit BoundaryList(const Theme &theme, QWidget *parent = nullptr);

    void setBoundaries(std::vector<analysis::Boundary> boundaries);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    ColumnModel<analysis::Boundary> *m_boundaries;
};

} // namespace tosaic::views
