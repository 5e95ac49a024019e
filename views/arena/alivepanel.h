// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"

#include <QWidget>

#include <memory>

class QToolButton;

namespace tosaic::views {

class AliveModel;
class DataTable;
class WrappedLabel;

/// What is alive at one step (the peak at first), and what would lower the peak.
class AlivePanel : public QWidget
{
    Q_OBJECT
public:
    explicit AlivePanel(QWidget *parent = nullptr);

    /// Shows the peak.
    void setArena(std::shared_ptr<const Arena> arena);
    void showStep(qsizetype step);
    /// -1 for none.
    void setCurrentBuffer(int buffer);

Q_SIGNALS:
    /// By the user: click or key.
    void bufferChosen(int buffer);
    void bufferActivated(int buffer);
    void peakRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    QWidget *makeAdvice();

    std::shared_ptr<const Arena> m_arena;
    AliveModel *m_alive;
    WrappedLabel *m_title;
    QToolButton *m_peak;
    DataTable *m_table;
    WrappedLabel *m_advice = nullptr;
};

} // namespace tosaic::views
