// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"
#include "views/models/columnmodel.h"
#include "views/widgets/datatable.h"

namespace tosaic::views {

class Theme;

/// What the spec keeps on the CPU, pin by pin, with what each holds; Del removes one. As high as
/// its rows, hidden where there is none.
class PinList : public DataTable
{
    Q_OBJECT
public:
    explicit PinList(const Theme &theme, QWidget *parent = nullptr);

    void setPins(std::vector<analysis::PinHold> pins);

Q_SIGNALS:
    void releaseRequested(const tosaic::spec::KeepOnCpu &pin);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    ColumnModel<analysis::PinHold> *m_pins;
};

} // namespace tosaic::views
