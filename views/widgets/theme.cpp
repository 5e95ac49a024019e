// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/theme.h"

#include "views/widgets/themestyle.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QIcon>
#include <QLabel>
#include <QPointer>
#include <QStandardPaths>
#include <QStyleFactory>

#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QPalette paletteOf(const ThemeColors &c)
{
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.surface);
    p.setColor(QPalette::AlternateBase, c.window);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.mutedText);
    p.setColor(QPalette::Button, c.surface);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.worse);
    p.setColor(QPalette::ToolTipBase, c.surface);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.isDark() ? c.window : QColor(Qt::white));
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::Light, c.surface);
    p.setColor(QPalette::Midlight, c.sunken);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, c.border);
    p.setColor(QPalette::Shadow, c.border);
    for (const auto role :
        { QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText }) {
        auto faded = c.mutedText;
        faded.setAlphaF(0.6F);
        p.setColor(QPalette::Disabled, role, faded);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.sunken);
    return p;
}

/// Lists that drop down are as wide as their entries: boxes in panels are narrow.
class ListWidener : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Show || !watched->inherits("QComboBoxPrivateContainer"))
            return false;
        auto *container = static_cast<QWidget *>(watched);
        const auto *view = container->findChild<QAbstractItemView *>();
        if (!view)
            return false;
        const auto around = container->width() - view->viewport()->width();
        const auto wanted = view->sizeHintForColumn(0) + around;
        if (container->width() < wanted)
            container->resize(wanted, container->height());
        return false;
    }
};

/// Frames take their margins anew from a new style, also those that were set by hand.
class KeptMargins
{
public:
    KeptMargins()
    {
        for (auto *widget : QApplication::allWidgets()) {
            auto *label = qobject_cast<QLabel *>(widget);
            if (label && !label->contentsMargins().isNull())
                m_margins.emplace_back(label, label->contentsMargins());
        }
    }
    ~KeptMargins()
    {
        for (const auto &[label, margins] : m_margins) {
            if (label && label->contentsMargins().isNull()) // what the sheet says counts
                label->setContentsMargins(margins);
        }
    }
    Q_DISABLE_COPY_MOVE(KeptMargins)

private:
    std::vector<std::pair<QPointer<QLabel>, QMargins>> m_margins;
};

} // namespace

QColor ThemeColors::placement(graph::Placement placement) const
{
    switch (placement) {
    case graph::Placement::Npu:
        return npu;
    case graph::Placement::Cpu:
        return cpu;
    case graph::Placement::OtherDelegate:
        return otherDelegate;
    case graph::Placement::Boundary:
        return boundary;
    case graph::Placement::Io:
        return mutedText;
    case graph::Placement::Unknown:
        return boundary;
    }
    return boundary;
}

Theme::Theme(QObject *parent) : QObject(parent), m_colors(lightColors()) { }

ThemeColors Theme::lightColors()
{
    return { .window = 0xF5F7FA,
        .surface = 0xFFFFFF,
        .sunken = 0xE9EDF2,
        .border = 0xCBD3DD,
        .text = 0x18212C,
        .mutedText = 0x55616F,
        .accent = 0x1F5FCC,
        .npu = 0x0F6CBD,
        .cpu = 0xC2650A,
        .otherDelegate = 0x9B3F86,
        .boundary = 0x7F8894,
        .worse = 0xB3202A,
        .better = 0x3F8F3A };
}

ThemeColors Theme::darkColors()
{
    return { .window = 0x14181E,
        .surface = 0x1B2129,
        .sunken = 0x0F1317,
        .border = 0x3A4552,
        .text = 0xE6EBF1,
        .mutedText = 0xA0ACBA,
        .accent = 0x7BB0FF,
        .npu = 0x58AEF5,
        .cpu = 0xF2A33A,
        .otherDelegate = 0xE58CC8,
        .boundary = 0x8F98A3,
        .worse = 0xFF6B6B,
        .better = 0x8FD98A };
}

void Theme::apply(QApplication &application, ThemeMode mode)
{
    {
        const KeptMargins kept;
        prepare(application, mode);
        dress(application);
    }
    Q_EMIT changed();
}

void Theme::prepare(QApplication &application, ThemeMode mode)
{
    // Qt 6.4 does not tell the system's colour scheme; the palette it starts with does.
    static const bool systemIsDark
        = application.palette().color(QPalette::Window).lightness() < 128;
    const bool dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && systemIsDark);
    m_colors = dark ? darkColors() : lightColors();
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    QApplication::setPalette(paletteOf(m_colors));
    if (!application.findChild<QObject *>(u"listWidener"_s)) {
        auto *widener = new ListWidener(&application);
        widener->setObjectName(u"listWidener"_s);
        application.installEventFilter(widener);
    }
    // Not every platform plugin (offscreen for one) knows where icon themes are.
    auto paths = QIcon::themeSearchPaths();
    for (const auto &path : QStandardPaths::locateAll(
             QStandardPaths::GenericDataLocation, u"icons"_s, QStandardPaths::LocateDirectory)) {
        if (!paths.contains(path))
            paths += path;
    }
    QIcon::setThemeSearchPaths(paths);
    QIcon::setThemeName(dark ? u"breeze-dark"_s : u"breeze"_s);
    QIcon::setFallbackThemeName(u"breeze"_s);
}

void Theme::dress(QApplication &application) const
{
    const KeptMargins kept;
    application.setStyleSheet(themeStyleSheet(m_colors));
}

QFont Theme::codeFont() const
{
    auto font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    return font;
}

} // namespace tosaic::views
