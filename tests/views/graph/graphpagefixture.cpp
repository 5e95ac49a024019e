// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/graph/graphpagefixture.h"

#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"
#include "views/graph/graphmetrics.h"

#include <QApplication>
#include <QScrollBar>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphPageTest::GraphPageTest() : page(document, selection, jobs, theme)
{
    theme.apply(*qApp, ThemeMode::Light);
    page.resize(1000, 700);
    page.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
}

void GraphPageTest::open(const QString &pte, const QString &resultFolder)
{
    std::shared_ptr<const model::Program> program;
    if (!pte.isEmpty()) {
        const auto source = ByteSource::map(pte);
        ASSERT_TRUE(source) << qPrintable(source.error().toText());
        const auto read = formats::readProgram(*source);
        ASSERT_TRUE(read) << qPrintable(read.error().toText());
        program = *read;
    }
    std::shared_ptr<const compiled::CompileResult> result;
    if (!resultFolder.isEmpty()) {
        auto read = compiled::readCompileResult(resultFolder);
        ASSERT_TRUE(read) << qPrintable(read.error().toText());
        result = std::make_shared<const compiled::CompileResult>(std::move(*read));
    }
    document.set(pte, program, result);
    waitUntilShown();
}

void GraphPageTest::openFixture(const QString &name, const QString &pte)
{
    open(test::fixturePath(name + u'/' + pte), test::fixturePath(name));
}

void GraphPageTest::waitUntilShown()
{
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return jobs.isIdle() && !page.shownGraph().nodes.empty()
                && page.view()->graphScene()->graph().nodes.size() == page.shownGraph().nodes.size()
                && page.view()->isVisible();
        },
        20000));
}

void GraphPageTest::waitForCamera()
{
    // On a busy machine a movement that has begun may not be seen for a while.
    constexpr int Rests = 3;
    QRectF before;
    int rests = 0;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            QTest::qWait(20);
            const auto now = page.view()->visibleScene();
            rests = now == std::exchange(before, now) ? rests + 1 : 0;
            return rests == Rests;
        },
        5000));
}

int GraphPageTest::node(const QString &title) const
{
    const auto &nodes = page.shownGraph().nodes;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].title == title)
            return static_cast<int>(i);
    }
    return -1;
}

int GraphPageTest::nodeOfName(const QString &name) const
{
    return page.view()->graphScene()->targetOf(model::EntityRef::node(name)).node;
}

QPoint GraphPageTest::placeOf(const GraphTarget &target) const
{
    const auto rect = page.view()->graphScene()->rectOf(target);
    const auto place = target.node >= 0
        ? rect.center()
        : QPointF(rect.left() + 20, rect.top() + GraphMetrics::HullTitleHeight / 2);
    return page.view()->mapFromScene(place);
}

void GraphPageTest::click(const GraphTarget &target, Qt::MouseButton button)
{
    QTest::mouseClick(page.view()->viewport(), button, Qt::NoModifier, placeOf(target));
}

void GraphPageTest::key(int key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(page.view(), static_cast<Qt::Key>(key), modifiers);
}

} // namespace tosaic::views
