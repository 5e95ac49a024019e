// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include <optional>

namespace tosaic::views {

/// A choice that can be left to the tool: the first entry is the default, shown muted with its
/// value.
class ChoiceBox : public QComboBox
{
    Q_OBJECT
public:
    enum class Names
    {
        Listed,
        Any ///< another name can be typed, because a config file of one's own may define it
    };
    struct Group
    {
        QString title; ///< heading above the values; empty for none
        QStringList values;
    };

    explicit ChoiceBox(Names names = Names::Any, QWidget *parent = nullptr);

    /// `fallback`: what the tool takes when nothing is chosen; empty if not known.
    void setChoices(const QString &fallback, const std::vector<Group> &groups);
    /// Does not signal.
    void setValue(const std::optional<QString> &value);
    std::optional<QString> value() const;

Q_SIGNALS:
    void valueChosen(const std::optional<QString> &value);
    void valueTyped(const std::optional<QString> &value);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showMuted();

    QString m_fallback;
    QString m_defaultText;
    std::vector<Group> m_groups;
    bool m_isPainting = false;
};

} // namespace tosaic::views
