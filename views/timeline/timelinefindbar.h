// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/findbar.h"

namespace tosaic::views {

/// The search line above the tracks.
class TimelineFindBar : public FindBar
{
    Q_OBJECT
public:
    explicit TimelineFindBar(QWidget *parent = nullptr);

    void setCount(quint64 count);
};

} // namespace tosaic::views
