// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/openbench.h"

#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/window/mainwindow.h"
#include "core/toolchain/memoryuse.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int Frames = 60;

/// Since the process was started; the system counts in hundredths of a second.
double processAge()
{
    QFile stat(u"/proc/self/stat"_s);
    QFile uptime(u"/proc/uptime"_s);
    if (!stat.open(QIODevice::ReadOnly) || !uptime.open(QIODevice::ReadOnly))
        return 0;
    const auto line = stat.readAll();
    const auto fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    const auto started = fields.value(19).toDouble() / double(sysconf(_SC_CLK_TCK));
    return 1000 * (uptime.readAll().split(' ').value(0).toDouble() - started);
}

constexpr double Megabyte = 1024 * 1024;

double peakMegabytes()
{
    rusage own{};
    getrusage(RUSAGE_SELF, &own);
    return double(own.ru_maxrss) * 1024 / Megabyte;
}

/// Of the processes that this one has started, now. getrusage() would count what each of them
/// shared with this one until it ran a program of its own.
double helperMegabytes()
{
    QFile statm(u"/proc/self/statm"_s);
    const auto all = toolchain::treeMemoryBytes(getpid());
    if (!all || !statm.open(QIODevice::ReadOnly))
        return 0;
    const auto own = statm.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE));
    return std::max(0.0, (double(*all) - own) / Megabyte);
}

QJsonObject spread(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return { { u"p50"_s, values[values.size() / 2] },
        { u"p95"_s, values[values.size() * 95 / 100] }, { u"worst"_s, values.back() } };
}

class OpenBench : public QObject
{
public:
    OpenBench(MainWindow &window, Session &session, views::GraphPage &page)
        : QObject(&window), m_session(session), m_page(page)
    {
        // Whoever draws nothing in a second of rest never will.
        connect(&m_watch, &QTimer::timeout, this, [this] {
            m_helpers = std::max(m_helpers, helperMegabytes());
            m_rests = m_session.jobs().isIdle() && m_firstPicture == 0 ? m_rests + 1 : 0;
            if (m_rests == 10)
                giveUp();
        });
        m_watch.start(100);
        connect(&page, &views::GraphPage::shown, this, [this] {
            // Painted, and nothing else waits to be done before a user could act.
            if (m_firstPicture > 0)
                m_page.view()->fit(false); // opening all groups left the camera where it was
            m_page.view()->viewport()->repaint();
            QTimer::singleShot(0, this, [this] { onComplete(); });
        });
    }

private:
    void giveUp()
    {
        const auto problems = m_session.problems().all();
        std::fprintf(stderr, "%s\n",
            problems.empty() ? "error: there is nothing to draw in it"
                             : qUtf8Printable(problems.front().diagnostic.toText()));
        QApplication::exit(1);
    }

    void onComplete()
    {
        if (m_firstPicture == 0) {
            m_firstPicture = processAge();
            m_page.expandAll();
            return;
        }
        if (m_allOperators > 0)
            return;
        m_allOperators = processAge();
        m_page.openFind(); // what is found is listed, too
        QElapsedTimer clock;
        clock.start();
        m_page.find(u"conv"_s);
        const auto find = double(clock.nsecsElapsed()) / 1e6;
        auto *view = m_page.view();
        const auto pan = framesOf([view](int i) {
            // To and fro, so that there is something to paint in every frame.
            const QPointF step(i % 2 == 0 ? 40 : -40, i < Frames / 2 ? 6 : -6);
            view->centreOn(view->visibleScene().center() + step / view->zoom());
        });
        const auto zoom = framesOf([view](int i) {
            view->returnTo(
                view->visibleScene().center(), view->zoom() * (i < Frames / 2 ? 1.12 : 1 / 1.12));
        });
        const QJsonObject line{ { u"first_picture_ms"_s, m_firstPicture },
            { u"all_ops_ms"_s, m_allOperators }, { u"find_ms"_s, find }, { u"pan"_s, pan },
            { u"zoom"_s, zoom }, { u"peak_rss_mb"_s, peakMegabytes() + m_helpers },
            { u"operators"_s, static_cast<qint64>(m_page.shownGraph().nodes.size()) } };
        std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
        std::fflush(stdout);
        QApplication::exit(0);
    }

    template <typename Move>
    QJsonObject framesOf(Move move)
    {
        std::vector<double> times;
        for (int i = 0; i < Frames; ++i) {
            QElapsedTimer clock;
            clock.start();
            move(i);
            m_page.view()->viewport()->repaint();
            times.push_back(double(clock.nsecsElapsed()) / 1e6);
        }
        return spread(std::move(times));
    }

    Session &m_session;
    views::GraphPage &m_page;
    QTimer m_watch;
    int m_rests = 0; ///< in a row
    double m_helpers = 0; ///< MB at the most
    double m_firstPicture = 0; ///< ms
    double m_allOperators = 0;
};

} // namespace

void benchOpen(MainWindow &window, Session &session, const QString &path)
{
    new OpenBench(window, session, window.pages().graph());
    window.open({ path });
}

} // namespace tosaic::shell
