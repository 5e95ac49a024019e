// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace tosaic::views {

/// A line whose text is a default until the user writes another one.
class DefaultLine : public QLineEdit
{
    Q_OBJECT
public:
    DefaultLine(const QString &name, const QString &accessibleName, QWidget *parent);

    void setDefault(const QString &text);
    /// Empty while it is the default.
    QString chosen() const;
    void choose(const QString &text);

private:
    QString m_default;
};

/// A line for a path with a button that asks for it.
class PathLine : public QWidget
{
    Q_OBJECT
public:
    enum class Kind
    {
        File,
        Files,
        Folder
    };
    struct Spec
    {
        QString name; ///< object name of the line
        QString title; ///< of dialog and line
        QString filter = {};
        Kind kind = Kind::File;
    };
    PathLine(const Spec &spec, QWidget *parent);

    DefaultLine &line() { return *m_line; }
    QString path() const;
    /// Of Kind::Files: separated by semicolons.
    QStringList paths() const;

Q_SIGNALS:
    void changed();

private:
    void ask();

    Spec m_spec;
    DefaultLine *m_line;
};

QFormLayout *makeForm(QWidget *parent);
/// Of a form made by makeForm(): labels above or beside their fields.
void setLabelsAbove(const QWidget &widget, bool areAbove);
QComboBox *makeChoice(QWidget *parent, const QString &name, const QString &accessibleName);
QCheckBox *makeCheck(
    QWidget *parent, const QString &name, const QString &text, const QString &toolTip = {});
QSpinBox *makeNumber(
    QWidget *parent, const QString &name, const QString &accessibleName, int smallest, int largest);

} // namespace tosaic::views
