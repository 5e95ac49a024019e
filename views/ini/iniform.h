// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/velaini.h"

#include <QScrollArea>

class QGridLayout;
class QLabel;

namespace tosaic::views {

class IniFormRow;
class Theme;

/// One section as fields, and what follows from them.
class IniForm : public QScrollArea
{
    Q_OBJECT
public:
    explicit IniForm(const Theme &theme, QWidget *parent = nullptr);

    /// Fields of the same section stay where they are, with what is being typed.
    void showSection(const formats::vela::VelaIni &ini, const QString &section);
    void setEditable(bool on);
    QString section() const { return m_section; }

Q_SIGNALS:
    void edited(const QString &key, const QString &value);
    void cleared(const QString &key);
    void lineWanted(int line);

private:
    void rebuild(const QStringList &keys);
    void showFacts(const formats::vela::VelaIni &ini);

    const Theme &m_theme;
    QString m_section;
    QStringList m_keys;
    std::vector<IniFormRow *> m_rows;
    QWidget *m_body = nullptr;
    QLabel *m_title;
    QLabel *m_facts;
    bool m_isEditable = true;
};

} // namespace tosaic::views
