// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QDialog>

#include <map>

class QComboBox;
class QLabel;

namespace tosaic::views {

/// Asks what the counters counted that a console does not name. Deletes itself when closed.
class CounterNamesDialog : public QDialog
{
    Q_OBJECT
public:
    explicit CounterNamesDialog(const profile::Run &run, QWidget *parent = nullptr);

    void accept() override;

Q_SIGNALS:
    /// Label ("cntr0") to canonical event name; empty: not known.
    void named(const std::map<QString, QString> &names);

private:
    std::map<QString, QComboBox *> m_fields; ///< by label
    QLabel *m_refusal; ///< why it stays open
};

} // namespace tosaic::views
