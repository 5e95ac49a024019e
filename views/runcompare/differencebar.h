// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"

#include <QFrame>

namespace tosaic::views {

class IconLabel;
class WrappedLabel;

/// What else was not the same on the two sides, before anybody reads a number: other programs and
/// the conditions that differ. Hidden if nothing is known to differ.
class DifferenceBar : public QFrame
{
    Q_OBJECT
public:
    explicit DifferenceBar(QWidget *parent = nullptr);

    void set(const profile::RunComparison &comparison);

Q_SIGNALS:
    /// The user wants to see the conditions one by one.
    void conditionsRequested();

private:
    IconLabel *m_icon;
    WrappedLabel *m_note;
};

} // namespace tosaic::views
