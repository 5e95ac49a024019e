// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorysystem.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QButtonGroup;

namespace tosaic::views {

class FlowLayout;

/// The memory modes side by side, in as many rows as it takes; under each what it needs.
class ModeButtons : public QWidget
{
    Q_OBJECT
public:
    explicit ModeButtons(QWidget *parent = nullptr);

    /// `need` says what stands under a mode; modes in whose way something stands are disabled with
    /// `reason` as the hint.
    void setModes(const std::vector<analysis::ModeChoice> &choices, const QString &current,
        const std::function<QString(const QString &mode)> &need,
        const std::function<QString(analysis::ModeObstacle obstacle)> &reason);

Q_SIGNALS:
    /// By the user.
    void modeChosen(const QString &mode);

private:
    void rebuild(const std::vector<analysis::ModeChoice> &choices);

    FlowLayout *m_row;
    QButtonGroup *m_group;
    QStringList m_modes;
};

} // namespace tosaic::views
