// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

class QHBoxLayout;

namespace tosaic::views {
class IconLabel;
class WrappedLabel;
}

namespace tosaic::shell {

/// A bar above the main view that says one thing and offers what to do about it. Instead of modal
/// boxes: nothing waits for it. A notice of the same id replaces the one before.
class NoticeBar : public QFrame
{
    Q_OBJECT
public:
    struct Button
    {
        QString text;
        std::function<void()> action; ///< the notice is taken away first
        bool isPrimary = false;
    };
    struct Notice
    {
        QString id;
        QString iconName;
        QString text;
        std::vector<Button> buttons;
    };

    explicit NoticeBar(QWidget *parent = nullptr);

    void show(const Notice &notice);
    void dismiss(const QString &id);
    /// Id of what is shown; empty if nothing is.
    QString current() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void addButton(const Button &button, const QString &name, const QString &id);

    std::vector<Notice> m_notices; ///< the last one is shown
    views::IconLabel *m_icon;
    views::WrappedLabel *m_text;
    QHBoxLayout *m_buttons;
};

} // namespace tosaic::shell
