// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/iniform.h"

#include <QObject>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace tosaic::views {

class Theme;

/// One key in the form: its value, unit, where it comes from, and below what is wrong with it.
/// Makes its widgets in a grid, which owns them.
class IniFormRow : public QObject
{
    Q_OBJECT
public:
    IniFormRow(const QString &key, bool isSystem, const Theme &theme, QGridLayout &grid, int line,
        QObject *parent);

    /// Does not signal; a value that is being typed stays.
    void show(const formats::vela::IniRow &row, const QString &section);
    /// Names to choose from (sections for inherit).
    void setChoices(const QStringList &choices);
    void setEditable(bool on);
    const QString &key() const { return m_key; }
    QWidget *field() const;
    /// What a key means, for its tool tip.
    static QString meaning(const QString &key);

Q_SIGNALS:
    void edited(const QString &key, const QString &value);
    void cleared(const QString &key);
    /// The place of the value is wanted in the text.
    void lineWanted(int line);

private:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void makeField(QWidget *parent);
    void commit();
    void check(const QString &value);
    QString fieldText() const;
    void say(const QString &text, bool isError);
    QString originText(const formats::vela::IniRow &row, const QString &section) const;

    QString m_key;
    bool m_isSystem;
    const Theme &m_theme;
    formats::vela::IniRow m_row;
    QLabel *m_name;
    QLineEdit *m_line = nullptr;
    QComboBox *m_box = nullptr;
    QLabel *m_unit;
    QToolButton *m_origin;
    QToolButton *m_clear;
    QLabel *m_note;
};

} // namespace tosaic::views
