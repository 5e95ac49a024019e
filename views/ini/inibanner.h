// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace tosaic::views {

/// A line above the content that says one thing and offers what can be done about it.
class IniBanner : public QFrame
{
    Q_OBJECT
public:
    struct Choice
    {
        QString name; ///< object name
        QString text;
        std::function<void()> run; ///< may be empty: only closes
        bool isPrimary = false;
    };

    explicit IniBanner(const QString &name, QWidget *parent = nullptr);

    /// Each choice closes the line before it runs.
    void ask(const QString &text, const std::vector<Choice> &choices);
    QString text() const;

private:
    QLabel *m_text;
    QHBoxLayout *m_buttons;
};

} // namespace tosaic::views
