// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSet>
#include <QTest>
#include <QWidget>

/// What tests of panels and pages share.
namespace tosaic::test {

/// The part of that name; the test fails if there is none.
template <typename Widget>
Widget &childOf(const QObject &parent, const QString &name)
{
    auto *widget = parent.findChild<Widget *>(name);
    EXPECT_TRUE(widget) << name.toStdString();
    return *widget;
}

/// Names of what Tab reaches in so many steps from what has the focus; all must have accessible
/// names.
inline QSet<QString> reachedByTab(int steps)
{
    QSet<QString> reached;
    for (int i = 0; i < steps; ++i) {
        auto *focus = QApplication::focusWidget();
        EXPECT_TRUE(focus);
        if (!focus)
            break;
        EXPECT_FALSE(focus->accessibleName().isEmpty()) << focus->objectName().toStdString();
        reached.insert(focus->objectName());
        QTest::keyClick(focus, Qt::Key_Tab);
    }
    return reached;
}

/// Pictures of both themes, dark first, to look at where TOSAIC_PICTURES says.
inline void keepPictures(QWidget &widget, views::Theme &theme, const QString &name)
{
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    if (folder.isEmpty())
        return;
    for (const auto mode : { views::ThemeMode::Dark, views::ThemeMode::Light }) {
        theme.apply(*qApp, mode);
        QTest::qWait(50);
        const auto end
            = QLatin1StringView(mode == views::ThemeMode::Dark ? "-dark.png" : "-light.png");
        EXPECT_TRUE(widget.grab().save(folder + u'/' + name + end));
    }
}

/// Paints in both themes at these sizes; pictures as above.
inline void paintInBothThemes(
    QWidget &widget, views::Theme &theme, const QString &name, const QList<QSize> &sizes)
{
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    for (const auto mode : { views::ThemeMode::Light, views::ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        for (const auto &size : sizes) {
            widget.resize(size);
            const auto picture = widget.grab();
            EXPECT_EQ(picture.size(), size);
            if (!folder.isEmpty())
                picture.save(
                    QStringLiteral("%1/%2-%3-%4.png")
                        .arg(folder, name, QString::number(size.width()),
                            QLatin1StringView(mode == views::ThemeMode::Dark ? "dark" : "light")));
        }
    }
}

} // namespace tosaic::test
