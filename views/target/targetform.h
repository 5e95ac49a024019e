// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/runtarget.h"

#include <QJsonObject>
#include <QWidget>

#include <optional>
#include <vector>

namespace tosaic::views {

/// What is known about the program that is open; fills the forms where the user did not.
struct RunDefaults
{
    struct Method
    {
        QString name;
        QStringList inputs; ///< "int8 1 × 3 × 224 × 224", one for each input
        bool operator==(const Method &) const = default;
    };
    QString pte; ///< absolute; empty: no program is open
    QStringList dataFiles; ///< .ptd beside it
    QString elf; ///< runner that was built for it; empty: not known
    std::optional<profile::FvpTarget::Platform> platform; ///< of the NPU it was compiled for
    std::optional<quint32> macs;
    std::vector<Method> methods;
    QString interpreter; ///< Python of the tool environment; empty: none
    bool operator==(const RunDefaults &) const = default;
};

/// The fields of one kind of target.
class TargetForm : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Stable: "fvp", "serial", "tcp", "command", "host".
    virtual QString id() const = 0;
    virtual QString title() const = 0;
    virtual profile::RunTarget target() const = 0;
    /// Whether something can be sent to it while it runs.
    virtual bool listens() const { return true; }
    /// Whether it may go on printing for ever.
    virtual bool isEndless() const { return false; }
    virtual void setDefaults(const RunDefaults &) { }
    /// What the user chose; not what the defaults say.
    virtual QJsonObject choices() const = 0;
    virtual void restore(const QJsonObject &choices) = 0;

Q_SIGNALS:
    void changed();
};

} // namespace tosaic::views
