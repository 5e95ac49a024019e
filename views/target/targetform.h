// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/runtarget.h"

#include <QJsonObject>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace tosaic::views {

class PathLine;

/// What is known about the program that is open; fills the forms where the user did not.
struct RunDefaults
{
    struct Method
    {
        QString name;
        QStringList inputs; ///< "int8 1 × 3 × 224 × 224", one for each input
        bool operator==(const Method &) const = default;
    };
    QString file; ///< what is open, absolute; empty: nothing
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
    TargetForm(const QString &id, const QString &title, QWidget *parent);

    /// Stable: "here", "fvp", "serial", "tcp", "command", "host".
    QString id() const { return m_id; }
    QString title() const { return m_title; }
    /// Absent: Tosaic runs the program itself, there is nothing to listen to (HereForm).
    virtual std::optional<profile::RunTarget> target() const { return {}; }
    /// Whether something can be sent to it while it runs.
    virtual bool listens() const { return true; }
    /// Whether it may go on printing for ever.
    virtual bool isEndless() const { return false; }
    virtual void setDefaults(const RunDefaults &) { }
    /// It is the target from now on.
    virtual void choose() { }
    /// What the user chose; not what the defaults say.
    QJsonObject choices() const;
    /// What is not in it goes back to what the form began with.
    virtual void restore(const QJsonObject &choices);

Q_SIGNALS:
    void changed();

protected:
    /// changed() when the field changes; with a key its value is one of the choices, from now on.
    void follow(QComboBox *box, const QString &key = {}); ///< text if editable, else data
    void follow(QLineEdit *line, const QString &key = {});
    void follow(PathLine *path, const QString &key = {});
    void follow(QSpinBox *box, const QString &key = {});
    void follow(QCheckBox *box, const QString &key = {});
    /// Those of the program that is open; what is chosen stays if it has that one too.
    static void offerMethods(QComboBox &box, const RunDefaults &defaults);
    /// A choice that follow() does not know; without a key none.
    void keep(const QString &key, std::function<QJsonValue()> value,
        std::function<void(const QJsonValue &)> set);

private:
    struct Choice
    {
        QString key;
        QJsonValue standard;
        std::function<QJsonValue()> value;
        std::function<void(const QJsonValue &)> set;
    };

    QString m_id;
    QString m_title;
    std::vector<Choice> m_choices; ///< in the order in which they are restored
};

} // namespace tosaic::views
