// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/windowfixture.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "tests/support/samples.h"

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

/// As it was before it was hidden.
QString toolPython()
{
    static const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    return python;
}

/// Discovery finds nothing but what the system's own folders have.
void hideInterpreters(const QString &emptyFolder)
{
    qunsetenv("TOSAIC_PYTHON");
    qputenv("PATH", "/usr/bin:/bin");
    qputenv("PYENV_ROOT", emptyFolder.toUtf8());
}

} // namespace

WindowTest::WindowTest() : dir(temporaryDir())
{
    (void)toolPython();
    if (qEnvironmentVariableIsSet("TOSAIC_TEST_WITHOUT_TOOLS"))
        hideInterpreters(dir);
    theme.apply(*qApp, views::ThemeMode::Light);
    restart();
}

WindowTest::~WindowTest()
{
    window.reset();
    session.reset();
}

void WindowTest::restart()
{
    window.reset();
    session.reset();
    settings = std::make_unique<SettingsStore>(dir + u"/settings.ini"_s);
    session = std::make_unique<shell::Session>(*settings);
    window = std::make_unique<shell::MainWindow>(*session, theme);
    window->show();
    window->activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(window.get()));
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return !window->compile().tools().isSearching(); }, 30'000));
}

bool WindowTest::restartWithTools()
{
    if (toolPython().isEmpty())
        return false;
    qputenv("TOSAIC_PYTHON", toolPython().toUtf8());
    restart();
    return true;
}

void WindowTest::open(const QString &path)
{
    window->open({ path });
    EXPECT_TRUE(waitForIdle());
}

void WindowTest::drop(const QStringList &paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const auto &path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter({ 300, 300 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event({ 300, 300 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &event);
    EXPECT_TRUE(waitForIdle());
}

bool WindowTest::waitForIdle(int timeout)
{
    return QTest::qWaitFor([this] { return session->jobs().isIdle(); }, timeout);
}

void WindowTest::key(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    auto *target = QApplication::focusWidget();
    QTest::keyClick(target ? target : window.get(), key, modifiers);
}

void WindowTest::trigger(const QString &id)
{
    auto *action = window->actions().action(id);
    ASSERT_TRUE(action) << id.toStdString();
    ASSERT_TRUE(action->isEnabled()) << id.toStdString();
    action->trigger();
}

void WindowTest::chooseFile(const QString &dialogName, const QString &path)
{
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window->findChild<QFileDialog *>(dialogName) != nullptr; }));
    auto *dialog = find<QFileDialog>(dialogName);
    dialog->setDirectory(QFileInfo(path).absolutePath());
    dialog->selectFile(path);
    QMetaObject::invokeMethod(dialog, "accept");
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window->findChild<QFileDialog *>(dialogName); }));
    EXPECT_TRUE(waitForIdle());
}

void WindowTest::clickNotice(int button)
{
    auto *target = window->notices().findChild<QPushButton *>(
        u"noticeButton%1"_s.arg(button), Qt::FindDirectChildrenOnly);
    ASSERT_TRUE(target);
    QTest::mouseClick(target, Qt::LeftButton);
}

QString writeConsole(const QString &folder, const QString &name)
{
    const auto path = folder + u'/' + name;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(
        "# generated for a test, not a measurement\n"
        "I [executorch:arm_executor_runner.cpp:461] Model in 0x70000000 $\n"
        "I [executorch:arm_executor_runner.cpp:490] PTE Model loaded. Size: 4425968 bytes.\n"
        "I [executorch:arm_executor_runner.cpp:498] Model buffer loaded, has 1 methods\n"
        "I [executorch:arm_executor_runner.cpp:506] Running method forward\n"
        "I [executorch:arm_executor_runner.cpp:700] Model executed successfully.\n"
        "I [executorch:arm_perf_monitor.cpp:148] NPU Inferences : 1\n"
        "I [executorch:arm_perf_monitor.cpp:149] Profiler report, CPU cycles per operator:\n"
        "I [executorch:arm_perf_monitor.cpp:153] ethos-u : cycle_cnt : 1498202 cycles\n"
        "I [executorch:arm_perf_monitor.cpp:160] Operator(s) total: 1498202 CPU cycles\n"
        "I [executorch:arm_perf_monitor.cpp:166] Inference runtime: 6925114 CPU cycles total\n"
        "I [executorch:arm_perf_monitor.cpp:180] cpu_wait_for_npu_cntr : 729 CPU cycles\n"
        "I [executorch:arm_perf_monitor.cpp:185] Ethos-U PMU report:\n"
        "I [executorch:arm_perf_monitor.cpp:186] ethosu_pmu_cycle_cntr : 5920305\n"
        "I [executorch:arm_perf_monitor.cpp:189] ethosu_pmu_cntr0 : 359921\n"
        "I [executorch:arm_perf_monitor.cpp:189] ethosu_pmu_cntr1 : 503\n"
        "I [executorch:arm_perf_monitor.cpp:195] Ethos-U PMU "
        "Events:[ETHOSU_PMU_AXI0_RD_DATA_BEAT_RECEIVED, ETHOSU_PMU_NPU_IDLE]\n"
        "I [executorch:arm_executor_runner.cpp:720] Program complete, exiting.\n");
    return path;
}

} // namespace tosaic::test
