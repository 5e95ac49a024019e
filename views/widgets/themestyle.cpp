// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/themestyle.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

// $name is replaced by the colour of that name.
const char *const Sheet = R"(
QToolTip { background: $surface; color: $text; border: 1px solid $border; padding: 4px; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QMenuBar { background: $window; border-bottom: 1px solid $border; }
QMenuBar::item { padding: 4px 8px; background: transparent; }
QMenuBar::item:selected { background: $sunken; border-radius: 4px; }
QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 3px 27px 3px 27px; border: 1px solid transparent; border-radius: 4px; }
QMenu::item:selected { background: $soft; border-color: $accent; }
QMenu::item:disabled { color: $disabled; background: transparent; border-color: transparent; }
QMenu::icon { padding-left: 6px; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QToolBar { background: $window; border: none; border-bottom: 1px solid $border; padding: 4px 8px; spacing: 4px; }
QToolBar#modeToolBar { border: none; border-right: 1px solid $border; padding: 0; spacing: 0; }
QToolBar::separator { background: $border; width: 1px; margin: 4px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 4px 8px; }
QToolBar QToolButton:hover { background: $sunken; }
QToolBar QToolButton:pressed, QToolBar QToolButton:checked { background: $sunken; border-color: $border; }
QToolButton[role="chip"] { background: $surface; border: 1px solid $border; border-radius: 4px; padding: 4px 22px 4px 8px; }
QToolButton[role="chip"]:hover, QToolButton[role="chip"]:focus { border-color: $accent; }
QToolButton[role="chip"]:disabled { color: $mutedText; background: $window; }
QToolButton[role="chip"]::menu-indicator { subcontrol-position: right center; right: 6px; }
QToolButton[role="mode"] { border: none; border-left: 3px solid transparent; border-radius: 0; padding: 4px 3px 4px 0; color: $mutedText; }
QToolButton[role="mode"]:hover { background: $sunken; color: $text; }
QToolButton[role="mode"]:checked { background: $surface; border: none; border-left: 3px solid $accent; color: $text; font-weight: 600; }
QToolButton[role="mode"]:focus { background: $sunken; border: 2px solid $accent; border-left: 3px solid $accent; padding: 2px 1px 2px 0; }
QToolButton[role="fold"] { border: none; padding: 4px 4px 4px 0; }
QToolButton[role="fold"]:hover, QToolButton[role="fold"]:focus { color: $accent; }
QToolButton[role="segment"] { background: $surface; border: 1px solid $border; border-radius: 4px; padding: 4px 10px; color: $mutedText; }
QToolButton[role="segment"]:hover, QToolButton[role="segment"]:focus { border-color: $accent; }
QToolButton[role="segment"]:checked { background: $sunken; border-color: $accent; color: $text; font-weight: 600; }
QToolButton[role="segment"]:focus { border: 2px solid $accent; padding: 3px 9px; }
QDockWidget { color: $mutedText; }
QDockWidget::title { background: $window; padding: 6px 8px; border-bottom: 1px solid $border; text-align: left; }
QHeaderView { background: $window; }
QHeaderView::section { background: $window; color: $mutedText; border: none; border-bottom: 1px solid $border; border-right: 1px solid $border; padding: 4px 8px; }
QHeaderView::section:last { border-right: none; }
QHeaderView[role="table"]::section:first, QHeaderView[role="table"]::section:only-one { padding-left: 12px; }
QStatusBar { background: $window; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QTabBar { background: $window; }
QTabBar::tab { background: transparent; color: $mutedText; padding: 5px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
QPushButton { background: $surface; border: 1px solid $border; border-radius: 4px; padding: 5px 14px; }
QPushButton:hover { border-color: $accent; }
QPushButton:pressed { background: $sunken; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:disabled { color: $mutedText; background: $window; }
QPushButton:default, QPushButton[role="primary"], QToolButton[role="primary"] { background: $accent; border-color: $accent; color: $onAccent; }
QPushButton[role="primary"]:hover, QToolButton[role="primary"]:hover { background: $accentHover; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled { background: $sunken; border-color: $border; color: $mutedText; }
QToolButton[role="primary"] { border-radius: 4px; padding: 4px 12px; font-weight: 600; }
QToolButton[role="primary"]:focus { border: 2px solid $text; padding: 3px 11px; }
QPushButton[role="primary"]:focus, QPushButton:default:focus { border-color: $text; }
QPushButton[role="link"] { border: none; background: transparent; color: $accent; padding: 2px 0; text-align: left; }
QPushButton[role="link"]:hover, QPushButton[role="link"]:focus { border: none; padding: 2px 0; text-decoration: underline; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 12px; height: 12px; border: 1px solid $mutedText; border-radius: 3px; background: $surface; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { border-color: $accent; background: $accent; image: url($tick); }
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate { border-color: $accent; background: qlineargradient(x1: 0, y1: 0, x2: 0, y2: 1, stop: 0 $accent, stop: 0.4 $accent, stop: 0.41 $onAccent, stop: 0.59 $onAccent, stop: 0.6 $accent, stop: 1 $accent); }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accentHover; }
QCheckBox::indicator:disabled { border-color: $border; background: $sunken; }
QCheckBox::indicator:checked:disabled { border-color: $border; background: $border; }
QRadioButton::indicator { width: 12px; height: 12px; border: 1px solid $mutedText; border-radius: 7px; background: $surface; }
QRadioButton::indicator:hover { border-color: $accentHover; }
QRadioButton::indicator:checked { border-color: $accent; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 $accent, stop: 0.5 $accent, stop: 0.6 $surface, stop: 1 $surface); }
QRadioButton::indicator:disabled { border-color: $border; background: $sunken; }
QLineEdit { background: $surface; border: 1px solid $border; border-radius: 4px; padding: 3px 6px; }
QLineEdit:focus { border: 2px solid $accent; padding: 2px 5px; }
QComboBox { background: $surface; border: 1px solid $border; border-radius: 4px; padding: 3px 2px 3px 6px; }
QComboBox:hover, QAbstractSpinBox:hover { border-color: $accent; }
QComboBox:focus { border: 2px solid $accent; padding: 2px 1px 2px 5px; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: $mutedText; background: $window; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: 20px; border: none; }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow { image: url($down); width: 12px; height: 12px; }
QComboBox { combobox-popup: 0; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $border; selection-background-color: $soft; selection-color: $text; }
QAbstractSpinBox { background: $surface; border: 1px solid $border; border-radius: 4px; padding: 3px 2px 3px 6px; }
QAbstractSpinBox:focus { border: 2px solid $accent; padding: 2px 1px 2px 5px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 18px; border: none; }
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { image: url($up); width: 12px; height: 12px; }
QComboBox QLineEdit, QComboBox QLineEdit:focus, QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus { background: transparent; border: none; padding: 0; }
QProgressBar { background: $sunken; border: none; border-radius: 3px; height: 6px; max-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QLabel[role="title"] { font-size: 15px; font-weight: 600; }
QLabel[role="muted"] { color: $mutedText; }
QLabel[verdict="bad"] { color: $worse; }
QLabel[verdict="good"] { color: $better; }
QLabel[verdict="unknown"] { color: $mutedText; }
QLabel[role="section"] { color: $mutedText; font-weight: 600; }
QFrame[role="card"] { background: $surface; border: 1px solid $border; border-radius: 4px; }
QFrame[role="bar"] { background: $surface; border: none; border-bottom: 1px solid $border; }
)";

QColor mixed(const QColor &a, const QColor &b)
{
    return QColor((a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2);
}

} // namespace

QString themeStyleSheet(const ThemeColors &colors)
{
    auto sheet = QString::fromLatin1(Sheet);
    const auto put = [&sheet](QLatin1StringView name, const QColor &colour) {
        sheet.replace(u'$' + name, colour.name());
    };
    // Files, since a style sheet cannot draw a mark in a colour.
    const auto variant = colors.isDark() ? "dark"_L1 : "light"_L1;
    for (const auto mark : { "tick"_L1, "down"_L1, "up"_L1 })
        sheet.replace(u"url($%1)"_s.arg(mark), u"url(:/icons/%1-%2.svg)"_s.arg(mark, variant));
    // Longer names first: $accentHover begins with $accent.
    put("accentHover"_L1, colors.isDark() ? colors.accent.lighter(110) : colors.accent.darker(112));
    put("onAccent"_L1, colors.isDark() ? colors.window : QColor(Qt::white));
    put("accent"_L1, colors.accent);
    put("mutedText"_L1, colors.mutedText);
    put("surface"_L1, colors.surface);
    put("window"_L1, colors.window);
    put("sunken"_L1, colors.sunken);
    put("border"_L1, colors.border);
    put("soft"_L1, mixed(colors.surface, mixed(colors.surface, colors.accent)));
    put("disabled"_L1, mixed(colors.mutedText, colors.border));
    put("text"_L1, colors.text);
    put("worse"_L1, colors.worse);
    put("better"_L1, colors.better);
    return sheet;
}

} // namespace tosaic::views
