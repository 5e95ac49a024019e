// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/runcompare/waterfallchart.h"

#include <QWidget>

namespace tosaic::views {

class WrappedLabel;

/// The waterfall with what has to be known to read it.
class WaterfallPane : public QWidget
{
    Q_OBJECT
public:
    explicit WaterfallPane(const Theme &theme, QWidget *parent = nullptr);

    void set(profile::Waterfall waterfall);
    WaterfallChart *chart() const { return m_chart; }

private:
    WaterfallChart *m_chart;
    WrappedLabel *m_note;
};

} // namespace tosaic::views
