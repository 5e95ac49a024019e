// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace tosaic::shell {

/// What gives way where the window is small: in a low one the panels below fold to their tabs, in
/// a narrow one the two side panels stand above one another. It acts when the window crosses those
/// sizes; in between the user arranges.
class SmallWindow : public QObject
{
    Q_OBJECT
public:
    struct Panels
    {
        QDockWidget *left = nullptr;
        QDockWidget *right = nullptr;
        QList<QDockWidget *> below;
    };
    SmallWindow(QMainWindow &window, const Panels &panels);

    /// So low that what stands above and below the main view gives way to it.
    static bool isLow(const QWidget &window);

    /// Folded, only the tabs of the panels below stay.
    void setFolded(bool folded);
    bool isFolded() const { return m_isFolded; }
    /// Of the panels below, in px; folded, that which they get back.
    int height() const;
    void setHeight(int height);
    /// The panels were put elsewhere (a stored arrangement, a reset): suits them to the window.
    void suit();
    bool isStacked() const { return m_isStacked; }
    /// The width that suits side panels above one another.
    void giveWidth();
    /// As in a large window: what is stored of an arrangement fits both.
    void undoStacking();

Q_SIGNALS:
    void folded(bool isFolded);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fold(bool folded);
    void follow();
    void stack();
    void clickTab(const QString &title, bool isFront);
    void giveHeight();
    QDockWidget *shownBelow() const;
    bool isBelow(QDockWidget *panel) const;

    QMainWindow &m_window;
    Panels m_panels;
    bool m_isFolded = false;
    bool m_wasFolded = false; ///< as somebody wants it, whatever a low window asks for
    bool m_isLow = false;
    bool m_isNarrow = false;
    bool m_isStacked = false; ///< by this class
    QList<int> m_widths; ///< px of left and right while the window is wide
    int m_height = 0; ///< px of the panels before they were folded
};

} // namespace tosaic::shell
