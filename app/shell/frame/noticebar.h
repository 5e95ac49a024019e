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
/// boxes: nothing waits for it. A notice of the same id replaces the one before. What is about a
/// model is there only while that is shown. While the pointer is over the view the bar keeps its
/// room, so that nothing moves away from under a click.
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

    /// `parent`: what the bar stands in, with the view.
    explicit NoticeBar(QWidget *parent);

    void show(const Notice &notice);
    void dismiss(const QString &id);
    /// Another model (ModelSession::id) is shown: its notices in place of those of the one before.
    void setModel(int model);
    void forgetModel(int model);
    /// Takes no more room than what is said: another view stands below, or nobody points at it.
    void settle();
    /// Id of what is shown; empty if nothing is.
    QString current() const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Kept
    {
        Notice notice;
        int model; ///< that it is about; 0: the window
    };
    int modelOf(const QString &id) const;
    std::vector<Kept>::const_iterator find(const QString &id) const;
    const Notice *shown() const;
    void refresh();
    void addButton(const Button &button, const QString &name, const QString &id);

    std::vector<Kept> m_notices; ///< the last one of the window and the shown model is shown
    int m_model = 0;
    views::IconLabel *m_icon;
    views::WrappedLabel *m_text;
    QHBoxLayout *m_buttons;
};

} // namespace tosaic::shell
