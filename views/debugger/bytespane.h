// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/debugrun.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace tosaic::views {

class HexView;

/// The regions of a debugged stream as bytes; of the chosen byte, who wrote it and who reads it
/// next.
class BytesPane : public QWidget
{
    Q_OBJECT
public:
    explicit BytesPane(const Theme &theme, QWidget *parent = nullptr);

    /// Null: nothing to look at now.
    void show(const npusim::DebugRun *run);
    void showRange(int region, quint64 address, quint64 length);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void listRegions();
    void readRegion();
    void showUse();

    const npusim::DebugRun *m_run = nullptr;
    bool m_isStale = true;
    QComboBox *m_region;
    QLabel *m_use;
    HexView *m_view;
};

} // namespace tosaic::views
