// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

class QApplication;

namespace tosaic::views {

/// Colours by meaning; each is always accompanied by a word, a shape or a pattern. Contrast of
/// text 4.5:1 and graphics 3:1 in both themes.
struct ThemeColors
{
    QColor window;
    QColor surface;
    QColor sunken;
    QColor border;
    QColor text;
    QColor mutedText;
    QColor accent;
    QColor npu;
    QColor cpu;
    QColor otherDelegate;
    QColor boundary;
    QColor worse;
    QColor better;

    QColor placement(graph::Placement placement) const;
    bool isDark() const { return window.lightness() < 128; }
};

enum class ThemeMode
{
    System,
    Light,
    Dark
};

/// Fusion with our palette and one style sheet for the few things a palette cannot say. One object
/// per application, created by the composition root and handed to views that paint.
class Theme : public QObject
{
    Q_OBJECT
public:
    explicit Theme(QObject *parent = nullptr);

    /// Applies palette, style, icon theme and style sheet to the application.
    void apply(QApplication &application, ThemeMode mode);
    /// The same in two steps, for whoever builds a large window in between: with a style sheet Qt
    /// looks up the style of all children anew whenever a widget gets a parent.
    void prepare(QApplication &application, ThemeMode mode);
    void dress(QApplication &application) const;

    const ThemeColors &colors() const { return m_colors; }
    bool isDark() const { return m_colors.isDark(); }
    /// Monospaced, for bytes, code and addresses.
    QFont codeFont() const;

    static ThemeColors lightColors();
    static ThemeColors darkColors();

Q_SIGNALS:
    void changed();

private:
    ThemeColors m_colors;
};

} // namespace tosaic::views
