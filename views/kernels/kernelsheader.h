// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernels/kernelsubject.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QSpinBox;

namespace tosaic::views {

class PartsLabel;
class WrappedLabel;

/// Which method ran how often, where, and what its times are worth.
class KernelsHeader : public QFrame
{
    Q_OBJECT
public:
    explicit KernelsHeader(QWidget *parent = nullptr);

    /// `method`: index into the profile's methods.
    void show(const KernelsSubject &subject, size_t method);

Q_SIGNALS:
    void methodChosen(int index);
    /// So many first executions do not count.
    void warmupsStated(int count);

private:
    void showMethods(const KernelsSubject &subject, size_t method);
    void showWarmups(const KernelsSubject &subject);
    void showNotes(const KernelsSubject &subject, const profile::MethodProfile &method);

    QLabel *m_title;
    QLabel *m_origin;
    QLabel *m_warmupsLabel;
    QSpinBox *m_warmups;
    QComboBox *m_methods;
    PartsLabel *m_parts;
    WrappedLabel *m_warning;
    WrappedLabel *m_relation;
};

} // namespace tosaic::views
