// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

/// A GraphPage in a window of its own with real documents and the real layout program.
namespace tosaic::views {

class GraphPageTest : public testing::Test
{
protected:
    GraphPageTest();

    /// Opens a .pte and, if a folder is given, the compile result in it; waits until it is drawn.
    void open(const QString &pte, const QString &resultFolder = {});
    void openFixture(const QString &name, const QString &pte);
    void waitUntilShown();
    void waitForCamera();

    int node(const QString &title) const;
    int nodeOfName(const QString &name) const;
    /// Middle of a node or hull title in the viewport.
    QPoint placeOf(const GraphTarget &target) const;
    void click(const GraphTarget &target, Qt::MouseButton button = Qt::LeftButton);
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

    Theme theme;
    ModelDocument document;
    SelectionContext selection;
    JobList jobs;
    GraphPage page;
};

} // namespace tosaic::views
