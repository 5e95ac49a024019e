// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a console of TOSAIC_BENCH_BYTES (100 MB if not set) as a window does: loads the file on a
// pool thread, then lists and shows the run on its own. Fails if loading takes too much longer than
// memchr needs to find the lines, or showing much longer than painting a plain frame.
#include "profiler/imports/runimport.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/session/runsdocument.h"
#include "tests/bench/consoletext.h"
#include "tests/bench/plainframe.h"
#include "views/runs/runlistpanel.h"
#include "views/runs/runspage.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

using namespace tosaic;
using namespace Qt::StringLiterals;

namespace {

constexpr QSize Size(1280, 800);
constexpr double LargestLoad = 90; ///< times memchr; most of it is SHA-256
constexpr double LargestShow = 200; ///< times a plain frame

/// Seconds of the GUI thread from the loaded run to the painted page.
double showSeconds(const profile::MeasuredRun &run, const views::Theme &theme)
{
    return bench::secondsOf([&] {
        RunsDocument runs;
        SelectionContext selection;
        views::RunsPage page(runs, selection, theme);
        page.resize(Size);
        page.show();
        runs.add(run);
        QCoreApplication::processEvents();
        QImage image(Size, QImage::Format_ARGB32_Premultiplied);
        page.render(&image);
    });
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toLongLong();
    const auto size = wanted > 0 ? wanted : 100'000'000;
    const bool isFull = size >= 50'000'000;
    using enum bench::ConsoleFamily;
    const auto text = bench::consoleText(size, { ExecuTorch, Mlek, Driver, CoreSoftware });
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"console.log"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
    file.close();

    const auto lines = bench::memchrSeconds(text.constData(), size_t(text.size()));
    std::optional<profile::MeasuredRun> run;
    const auto load = bench::secondsOf([&] {
        auto loaded = profile::readRunFile(path);
        if (!loaded)
            qFatal("%s", qPrintable(loaded.error().toText()));
        if (loaded->run->profiles.empty())
            qFatal("the console was not read");
        run = std::move(*loaded);
    });
    views::Theme theme;
    theme.apply(application, views::ThemeMode::Light);
    const auto plain = bench::plainFrameMs(Size);
    const auto show = showSeconds(*run, theme);
    std::printf("%.0f MB, %zu profiles: load %.2f s (%.0f MB/s), show %.0f ms; memchr %.3f s, "
                "plain frame %.2f ms\n",
        double(size) / 1e6, run->run->profiles.size(), load, double(size) / 1e6 / load, show * 1e3,
        lines, plain);
    if (!isFull)
        return 0;
    const bool isLoaded = bench::judge("loading", load / lines, LargestLoad);
    return bench::judge("showing", show * 1e3 / plain, LargestShow) && isLoaded ? 0 : 1;
}
