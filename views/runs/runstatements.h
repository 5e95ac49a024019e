// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;

namespace tosaic::views {

/// Where numbers come from and the clock of the NPU: what a console does not say and the user
/// states, of one run or of several.
class RunStatements : public QWidget
{
    Q_OBJECT
public:
    /// `prefix` of the fields' object names: "originCombo", "mergedOriginCombo".
    explicit RunStatements(const QString &prefix = {}, QWidget *parent = nullptr);

    void set(std::optional<Origin> origin, const std::optional<quint64> &clockHz);
    /// Puts a field in front of the others; returns its label.
    QLabel *prepend(const QString &text, QWidget *field, const QString &name);

Q_SIGNALS:
    void originChosen(std::optional<Origin> origin);
    void clockChosen(std::optional<quint64> hertz);

private:
    QLabel *insert(int at, const QString &text, QWidget *field, const QString &name);

    QHBoxLayout *m_layout;
    QComboBox *m_origin;
    QDoubleSpinBox *m_clock;
};

} // namespace tosaic::views
