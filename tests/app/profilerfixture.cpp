// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/profilerfixture.h"

#include "app/shell/frame/pages.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "tests/profiler/gzipped.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QMouseEvent>

using namespace Qt::StringLiterals;

namespace tosaic::test {

using shell::Mode;

namespace {

/// Such traces have counters beside the reads; these are made up.
QByteArray withCounters(QByteArray json, const std::vector<profile::PointerRead> &reads)
{
    QByteArray counters;
    for (size_t i = 0; i < reads.size(); i += 5)
        counters += "{\"name\": \"axi0_enabled_cycles\", \"ph\": \"C\", \"ts\": \""
            + QByteArray::number(reads[i].ts) + "\", \"pid\": \"DMA\", \"args\": {\"value\": \""
            + QByteArray::number(i * 37 % 101) + "\"}},\n";
    return json.insert(json.indexOf('[') + 2, counters);
}

} // namespace

ProfilerTest::ProfilerTest()
{
    window->resize(1280, 800);
    settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
}

ProfilerTest::~ProfilerTest() = default;

bool ProfilerTest::waitFor(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, Patience);
}

QString ProfilerTest::program()
{
    return sourcePath(u"resources/samples/mobilenet_v2/mobilenet_v2.pte"_s);
}

QString ProfilerTest::makeTrace(quint32 seed, const QString &name)
{
    const auto samples = fixtureJoins();
    const auto *sample = joinNamed(samples, u"mobilenet_v2-u55-128/partition0"_s);
    const auto &facts = sample->streams.front();
    const auto made = generateTrace(rowsOf(facts), facts.stream.get(),
        { .seed = seed, .inferences = 2, .standsAtDmaWaits = true });
    const auto path = dir + u'/' + name;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(gzipped(withCounters(traceJson(made.reads), made.reads)));
    return path;
}

void ProfilerTest::openProgramAndTrace()
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    open(makeTrace());
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
}

bool ProfilerTest::waitForOrigin(std::optional<Origin> origin)
{
    return waitFor([&] {
        return !session->profile().isLoading() && subject()
            && (subject()->table ? subject()->table->origin : std::nullopt) == origin;
    });
}

shell::RunsArea &ProfilerTest::area()
{
    return *static_cast<shell::RunsArea *>(window->pages().page(Mode::Runs));
}

void ProfilerTest::showTab(int number)
{
    type(static_cast<Qt::Key>(Qt::Key_0 + number), Qt::AltModifier);
    ASSERT_EQ(window->modes().current(), Mode::Runs);
    ASSERT_EQ(area().currentTab(), area().tabs().at(number - 1));
    QCoreApplication::processEvents();
}

QString ProfilerTest::textOf(const QAbstractItemModel &model, const QModelIndex &parent)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells << model.index(row, column, parent).data().toString();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

QString ProfilerTest::cell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

int ProfilerTest::rowNamed(const QAbstractItemModel &model, int column, const QString &text)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (cell(model, row, column) == text)
            return row;
    }
    return -1;
}

void ProfilerTest::clickRow(
    QAbstractItemView &view, int row, Qt::KeyboardModifiers modifiers, int column)
{
    const auto index = view.model()->index(row, column);
    ASSERT_TRUE(index.isValid()) << row;
    view.scrollTo(index);
    QCoreApplication::processEvents();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, view.visualRect(index).center());
}

void ProfilerTest::drag(QAbstractScrollArea &view, const QPoint &from, const QPoint &to)
{
    auto *viewport = view.viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) {
        const auto at = from + (to - from) * i / 4;
        QMouseEvent move(
            QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(viewport, &move);
    }
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
}

void ProfilerTest::type(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    auto *focused = QApplication::focusWidget();
    ASSERT_TRUE(focused) << "nothing has the focus";
    QTest::keyClick(focused, key, modifiers);
}

void ProfilerTest::saveWorkspace(const QString &path)
{
    window->workspace().saveAs(path);
    ASSERT_TRUE(waitFor([&] { return window->workspace().path() == path; }));
    ASSERT_TRUE(waitForIdle(Patience));
}

void ProfilerTest::keepPicture(const QString &name)
{
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    if (!folder.isEmpty())
        window->grab().save(folder + u'/' + name + u".png"_s);
}

} // namespace tosaic::test
