// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/velaini.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QPushButton;

namespace tosaic::views {

class Theme;

/// A system configuration with a memory mode of one file, and what Vela makes of the two.
class IniPair : public QFrame
{
    Q_OBJECT
public:
    /// `ini` is shown as it is at each fill() and outlives this.
    IniPair(const formats::vela::VelaIni &ini, const Theme &theme, QWidget *parent = nullptr);

    /// Each box names what the file has and takes the first of its wishes that is among them.
    void fill(const QStringList &systems, const QStringList &modes);
    /// A section by its full name, one that is there.
    void choose(const QString &section);
    QString system() const;
    QString mode() const;
    /// Those of the file and those of the pair.
    const std::vector<Diagnostic> &problems() const { return m_problems; }

Q_SIGNALS:
    void useWanted();
    /// The problems may be others.
    void judged();

private:
    void judge();

    const formats::vela::VelaIni &m_ini;
    const Theme &m_theme;
    std::vector<Diagnostic> m_problems;
    QComboBox *m_system;
    QComboBox *m_mode;
    QLabel *m_verdict;
    QPushButton *m_use;
};

} // namespace tosaic::views
