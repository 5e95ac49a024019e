// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include <optional>

namespace tosaic::views {

/// A choice that can be left to the tool: the first entry is the default, shown with its value;
/// another name can be typed, because a config file of one's own may define it.
class ChoiceBox : public QComboBox
{
    Q_OBJECT
public:
    struct Group
    {
        QString title; ///< heading above the values; empty for none
        QStringList values;
    };

    explicit ChoiceBox(QWidget *parent = nullptr);

    /// `fallback`: what the tool takes when nothing is chosen; empty if not known.
    void setChoices(const QString &fallback, const std::vector<Group> &groups);
    /// Does not signal.
    void setValue(const std::optional<QString> &value);
    std::optional<QString> value() const;

Q_SIGNALS:
    void valueEdited(const std::optional<QString> &value);

private:
    QString defaultText(const QString &fallback) const;

    QString m_defaultText;
};

} // namespace tosaic::views
