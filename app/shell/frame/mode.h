// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <array>

namespace tosaic::shell {

/// The modes follow the loop: a mode is an arrangement of the same docks around another main view.
enum class Mode
{
    Home,
    Model,
    Partition,
    Memory,
    Spec,
    Runs,
    Compare,
    Report
};

inline constexpr std::array AllModes{ Mode::Home, Mode::Model, Mode::Partition, Mode::Memory,
    Mode::Spec, Mode::Runs, Mode::Compare, Mode::Report };

/// Stable id: "home", "model", ...; also the name of its icon.
QString modeId(Mode mode);
/// The mode of an id; "graph" is the model's. Home for what is not known.
Mode modeOf(const QString &id);
QString modeTitle(Mode mode);
/// Docks that stand around the main view when a mode is entered for the first time.
QStringList defaultDocks(Mode mode);

/// Which mode the window is in. Controllers switch it, the window follows.
class ModeSwitch : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    Mode current() const { return m_current; }
    void show(Mode mode);

Q_SIGNALS:
    void changed(tosaic::shell::Mode mode);

private:
    Mode m_current = Mode::Home;
};

} // namespace tosaic::shell
