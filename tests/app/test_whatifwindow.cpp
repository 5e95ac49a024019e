// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/base/units.h"
#include "core/compiled/resultreader.h"
#include "core/sweep/cellresult.h"
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"
#include "tests/app/whatifwindowfixture.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/whatif/pinsearchdialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTcpServer>

#include <algorithm>

using namespace Qt::StringLiterals;

// The what-if grid in the window, with the real Vela.
namespace tosaic::test::whatifwindowtests {

TEST_F(WhatIfWindow, EstimatesAndTakesACell)
{
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(table->model()->rowCount(), 11);
    EXPECT_EQ(table->model()->columnCount(), 6);
    // As each compile of this model said, to the cycle.
    int compared = 0;
    for (const auto &folder : { u"add-u55-128"_s, u"add-u55-128-sram_only"_s, u"add-u65-256"_s }) {
        const auto compiled = compiled::readCompileResult(fixturePath(folder));
        ASSERT_TRUE(compiled);
        const auto place = cell(compiled->resolvedSpec.target, *compiled->resolvedSpec.memoryMode);
        if (!place.isValid())
            continue;
        const auto text = place.data(Qt::AccessibleTextRole).toString().section(u": "_s, -1);
        EXPECT_EQ(text, formatCount(static_cast<quint64>(*compiled->summary.cyclesTotal)))
            << folder.toStdString();
        ++compared;
    }
    EXPECT_EQ(compared, 3);
    EXPECT_EQ(cell(u"ethos-u55-128"_s, u"Dedicated_Sram"_s).data().toString(), u"—"_s);
    EXPECT_EQ(cell(u"ethos-u85-256"_s, u"Sram_Only"_s).data().toString(), u"needs a compile"_s);
    EXPECT_TRUE(status->text().contains(u"20 of 50"_s)) << qPrintable(status->text());

    table->setCurrentIndex(cell(u"ethos-u65-256"_s, u"Dedicated_Sram_512KB"_s));
    const auto *details = find<QLabel>(u"whatIfDetails"_s);
    EXPECT_TRUE(details->text().contains(u"ethos-u55-128 → ethos-u65-256"_s))
        << qPrintable(details->text());
    picture(*window, u"whatif-window"_s);
    QTest::mouseClick(find<QPushButton>(u"whatIfUse"_s), Qt::LeftButton);
    EXPECT_EQ(session->spec().spec().target, u"ethos-u65-256"_s);
    EXPECT_EQ(session->spec().spec().memoryMode, u"Dedicated_Sram_512KB"_s);
    EXPECT_TRUE(details->text().contains(u"The current spec"_s));
    EXPECT_FALSE(status->text().contains(u"estimate again"_s)) << "an axis of the grid";
    session->spec().undo();
    EXPECT_EQ(session->spec().spec().target, u"ethos-u55-128"_s);

    // What all cells share has changed.
    auto edited = session->spec().spec();
    edited.extraFlags = { u"--optimise"_s, u"Size"_s };
    session->spec().setSpec(edited);
    EXPECT_TRUE(status->text().contains(u"estimate again"_s));
    find<QComboBox>(u"whatIfSystems"_s)->setCurrentIndex(1);
    QTest::mouseClick(run, Qt::LeftButton);
    EXPECT_EQ(run->text(), u"Cancel"_s);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(status->text().contains(u"Stopped"_s)) << qPrintable(status->text());
    EXPECT_FALSE(status->text().contains(u"estimate again"_s));
}

/// The workspace has what was estimated before the window was closed.
TEST_F(WhatIfWindow, GoesOnAfterTheWindowWasClosed)
{
    const auto path = dir + u"/kept.tosaic"_s;
    ASSERT_TRUE(workspace::Workspace::create(path));
    open(path);
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    const auto &text = [this] { return status->text(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return text().section(u' ', 0, 0).toInt() >= 5; }, Patience));
    const auto before = text().section(u' ', 0, 0).toInt();
    restart();
    open(path);
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(text().contains(u"20 of 50"_s)) << qPrintable(text());
    const auto kept = text().section(u"estimated, "_s, 1).section(u' ', 0, 0).toInt();
    EXPECT_GE(kept, before) << qPrintable(text());
    picture(*window, u"whatif-kept"_s);
}

/// A workspace of somebody else connects to nothing unasked; what is chosen here is one's own.
TEST_F(WhatIfWindow, AsksBeforeItRunsWhereAWorkspaceSays)
{
    const auto path = dir + u"/theirs.tosaic"_s;
    {
        auto file = *workspace::Workspace::create(path);
        ASSERT_TRUE(file->setSetting(workspace::EngineKey, u"tls://elsewhere:8786"_s));
    }
    open(path);
    show(u"add-u55-128/add.pte"_s);
    auto *start = find<QWidget>(u"whatIfStates"_s)->findChild<QPushButton *>(u"emptyAction"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return start->text() == u"Estimate the grid"_s; }, Patience));
    QTest::mouseClick(start, Qt::LeftButton);
    EXPECT_EQ(table->model()->rowCount(), 0) << "nothing runs";
    clickNotice(1);
    ASSERT_TRUE(QTest::qWaitFor([this] { return table->model()->rowCount() > 0; }, Patience))
        << "on this machine";
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(status->text().contains(u"20 of 50"_s)) << qPrintable(status->text());
    auto *engine = find<QPushButton>(u"whatIfEngine"_s);
    EXPECT_TRUE(engine->text().contains(u"tls://elsewhere:8786"_s)) << qPrintable(engine->text());
    QTest::mouseClick(engine, Qt::LeftButton);
    auto *kind = find<QComboBox>(u"engineKind"_s);
    kind->setCurrentIndex(0);
    QTest::mouseClick(
        find<QDialogButtonBox>(u"engineButtons"_s)->button(QDialogButtonBox::Ok), Qt::LeftButton);
    EXPECT_TRUE(engine->text().contains(u"This machine"_s)) << qPrintable(engine->text());
    // All cells go along.
    QTest::mouseClick(find<QPushButton>(u"whatIfExport"_s), Qt::LeftButton);
    chooseFile(u"whatIfExportDialog"_s, dir + u"/cells.csv"_s);
    QFile csv(dir + u"/cells.csv"_s);
    ASSERT_TRUE(QTest::qWaitFor([&csv] { return csv.exists(); }, Patience));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll().count('\n'), 51);
    picture(*window, u"whatif-window-bar"_s);
}

/// An open model and a file beside the one that is shown, each in rows of its own; the grid is
/// there again after another model was looked at.
TEST_F(WhatIfWindow, SweepsSeveralModels)
{
    const auto other = fixturePath(u"softmax-u85-256/softmax.pte"_s);
    const auto file = fixturePath(u"add-u65-256/add.pte"_s);
    open(other);
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    QTest::mouseClick(find<QPushButton>(u"whatIfModels"_s), Qt::LeftButton);
    auto *list = find<QListWidget>(u"gridModels"_s);
    ASSERT_EQ(list->count(), 2) << "the open ones";
    list->item(1)->setCheckState(Qt::Checked);
    QTest::mouseClick(find<QPushButton>(u"modelsAdd"_s), Qt::LeftButton);
    chooseFile(u"modelsFileDialog"_s, file);
    ASSERT_EQ(list->count(), 3);
    QTest::mouseClick(
        find<QDialogButtonBox>(u"modelsButtons"_s)->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([this] { return table->model()->rowCount() > 11; }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(table->model()->rowCount(), 33);
    EXPECT_TRUE(status->text().contains(u"of 150"_s)) << qPrintable(status->text());
    for (const auto &[name, path] :
        { std::pair(u"add-u55-128/add.pte"_s, fixturePath(u"add-u55-128"_s)),
            { u"add-u65-256/add.pte"_s, fixturePath(u"add-u65-256"_s) },
            { u"softmax-u85-256/softmax.pte"_s, fixturePath(u"softmax-u85-256"_s) } }) {
        const auto compiled = compiled::readCompileResult(path);
        ASSERT_TRUE(compiled);
        const auto place = cell(
            name + u" · "_s + compiled->resolvedSpec.target, *compiled->resolvedSpec.memoryMode);
        ASSERT_TRUE(place.isValid()) << qPrintable(name);
        EXPECT_EQ(place.data(Qt::AccessibleTextRole).toString().section(u": "_s, -1),
            formatCount(static_cast<quint64>(*compiled->summary.cyclesTotal)));
    }
    picture(*window, u"whatif-models"_s);
    QTest::mouseClick(find<QPushButton>(u"whatIfExport"_s), Qt::LeftButton);
    chooseFile(u"whatIfExportDialog"_s, dir + u"/models.csv"_s);
    QFile csv(dir + u"/models.csv"_s);
    ASSERT_TRUE(QTest::qWaitFor([&csv] { return csv.exists(); }, Patience));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    const auto text = csv.readAll();
    EXPECT_EQ(text.count('\n'), 151);
    EXPECT_EQ(text.count("softmax-u85-256/softmax.pte"), 50);
    trigger(u"view.previousModel"_s);
    ASSERT_EQ(session->model().path(), other);
    EXPECT_EQ(table->model()->rowCount(), 0) << "it has no grid";
    trigger(u"view.nextModel"_s);
    EXPECT_EQ(table->model()->rowCount(), 33);
    // What has no TOSA is named, and may be left out.
    const auto source = sourcePath(u"tests/fixtures/models/add.py"_s);
    QTest::mouseClick(find<QPushButton>(u"whatIfModels"_s), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>(u"modelsAdd"_s), Qt::LeftButton);
    chooseFile(u"modelsFileDialog"_s, source);
    QTest::mouseClick(
        find<QDialogButtonBox>(u"modelsButtons"_s)->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window->notices().findChild<QPushButton *>() != nullptr; }, Patience));
    EXPECT_TRUE(waitForEnd());
    const auto &labels = window->notices().findChildren<QLabel *>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel *label) {
        return label->text().contains(u"add.py"_s) && label->text().contains(u"Not compiled"_s);
    }));
    EXPECT_EQ(table->model()->rowCount(), 33) << "what is known stays";
    picture(*window, u"whatif-models-refused"_s);
    clickNotice(1);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(table->model()->rowCount(), 33) << "only the others";
    EXPECT_FALSE(status->text().contains(u"Stopped"_s));
}

/// An address chosen in the window: the cells of an encrypted cluster are those of this machine.
TEST_F(WhatIfWindow, RunsOnAClusterWithItsCertificates)
{
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    const auto openssl = QStandardPaths::findExecutable(u"openssl"_s);
    if (openssl.isEmpty() || QProcess::execute(python, { u"-c"_s, u"import distributed"_s }) != 0)
        GTEST_SKIP() << "no openssl to make certificates with, or TOSAIC_PYTHON has no Dask";
    const auto key = dir + u"/key.pem"_s;
    const auto certificate = dir + u"/cert.pem"_s;
    ASSERT_EQ(QProcess::execute(openssl,
                  { u"req"_s, u"-x509"_s, u"-newkey"_s, u"rsa:2048"_s, u"-nodes"_s, u"-keyout"_s,
                      key, u"-out"_s, certificate, u"-days"_s, u"2"_s, u"-subj"_s, u"/CN=test"_s,
                      u"-addext"_s, u"subjectAltName=IP:127.0.0.1"_s }),
        0);
    QTcpServer reserved;
    ASSERT_TRUE(reserved.listen(QHostAddress::LocalHost));
    const auto port = QString::number(reserved.serverPort());
    reserved.close();
    const auto address = u"tls://127.0.0.1:"_s + port;
    const QStringList files{ u"--tls-ca-file"_s, certificate, u"--tls-cert"_s, certificate,
        u"--tls-key"_s, key, u"--no-dashboard"_s };
    QProcess scheduler;
    QProcess worker;
    for (auto *process : { &scheduler, &worker })
        process->setStandardErrorFile(QProcess::nullDevice());
    scheduler.start(python,
        QStringList{ u"-m"_s, u"distributed.cli.dask_scheduler"_s, u"--protocol"_s, u"tls"_s,
            u"--host"_s, u"127.0.0.1"_s, u"--port"_s, port }
            + files);
    worker.start(python,
        QStringList{ u"-m"_s, u"distributed.cli.dask_worker"_s, address, u"--nthreads"_s, u"1"_s,
            u"--no-nanny"_s, u"--local-directory"_s, dir }
            + files);
    const auto prefix = QByteArray("DASK_DISTRIBUTED__COMM__TLS__");
    const QList<QByteArray> names{ prefix + "CA_FILE", prefix + "CLIENT__CERT",
        prefix + "CLIENT__KEY" };
    show(u"add-u55-128/add.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    const auto numbers = [this] {
        QStringList texts;
        auto *metric = find<QComboBox>(u"whatIfMetric"_s);
        for (int number = metric->count(); number-- > 0;) {
            metric->setCurrentIndex(number);
            texts += shownNumbers();
        }
        return texts;
    };
    const auto here = numbers();
    QTest::mouseClick(find<QPushButton>(u"whatIfEngine"_s), Qt::LeftButton);
    auto *kind = find<QComboBox>(u"engineKind"_s);
    kind->setCurrentIndex(kind->findText(u"A Dask scheduler"_s));
    QTest::keyClicks(find<QLineEdit>(u"enginePlace"_s), address);
    QTest::mouseClick(
        find<QDialogButtonBox>(u"engineButtons"_s)->button(QDialogButtonBox::Ok), Qt::LeftButton);
    // Without the certificates nothing is sent.
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(status->text().contains(u"20 failed"_s)) << qPrintable(status->text());
    EXPECT_TRUE(status->text().contains(u"CA_FILE"_s)) << "why: " << qPrintable(status->text());
    for (const auto &name : names)
        qputenv(name.constData(), (name.endsWith("KEY") ? key : certificate).toUtf8());
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());
    for (const auto &name : names)
        qunsetenv(name.constData());
    EXPECT_TRUE(status->text().contains(u"20 of 50"_s)) << qPrintable(status->text());
    EXPECT_EQ(numbers().join(u'\n').toStdString(), here.join(u'\n').toStdString());
    picture(*window, u"whatif-cluster"_s);
    for (auto *process : { &worker, &scheduler }) {
        process->kill();
        process->waitForFinished();
    }
}

/// Another version of Vela, one choice away.
TEST_F(WhatIfWindow, HoldsTheSecondCompilerBeside)
{
    const auto other = qEnvironmentVariable("TOSAIC_PYTHON_VELA52");
    if (other.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON_VELA52 is not set: no second version of Vela";
    show(u"add-u55-128/add.pte"_s);
    window->compile().tools().chooseSecond(other);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    auto *compilers = find<QComboBox>(u"whatIfCompilers"_s);
    compilers->setFocus();
    QTest::keyClick(compilers, Qt::Key_Down);
    QTest::mouseClick(run, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(cell(u"ethos-u55-128 · Vela 5.1.0"_s, u"Shared_Sram"_s)
                    .data()
                    .toString()
                    .contains(u"97"_s));
    EXPECT_TRUE(cell(u"ethos-u55-128 · Vela 5.2.0"_s, u"Shared_Sram"_s)
                    .data()
                    .toString()
                    .contains(u"582"_s));
    picture(*window, u"whatif-versions"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(*window, u"whatif-versions-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
}

/// From the page of the partitions into the spec, and back by undo.
TEST_F(WhatIfWindow, FindsBetterPinsAndTakesThemIntoTheSpec)
{
    const auto model = sourcePath(u"tests/fixtures/models/two_partitions.py"_s);
    ASSERT_TRUE(session->approvals().approve(modelSubject(model)));
    open(fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s));
    session->setCompileInput(model);
    trigger(u"compile.findPins"_s);
    auto *dialog = find<views::PinSearchDialog>(u"pinSearch"_s);
    auto *search = find<QPushButton>(u"pinSearchRun"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return search->isEnabled(); }, Patience));
    auto *goal = find<QComboBox>(u"pinSearchGoal"_s);
    goal->setCurrentIndex(goal->findText(u"Fewest tensors across"_s));
    find<QSpinBox>(u"pinSearchCompiles"_s)->setValue(2); // of the spec as it is, and one
    QTest::mouseClick(search, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return search->text() == u"&Stop"_s; }, Patience));
    auto *searched = find<QLabel>(u"pinSearchStatus"_s);
    const auto other = fixturePath(u"add-u65-256/add.pte"_s);
    window->open({ other }); // it goes on behind another tab
    ASSERT_TRUE(QTest::qWaitFor([&] { return session->model().path() == other; }, Patience));
    session->setCompileInput(sourcePath(u"tests/fixtures/models/add.py"_s));
    EXPECT_TRUE(searched->text().contains(u"The search for two_partitions.py runs"_s))
        << searched->text().toStdString();
    EXPECT_FALSE(search->isEnabled());
    trigger(u"view.previousModel"_s);
    ASSERT_EQ(session->compileInput(), model);
    ASSERT_TRUE(QTest::qWaitFor([&] { return search->text() == u"&Search"_s; }, 3 * Patience));
    EXPECT_TRUE(searched->text().contains(u"best that was found"_s));
    picture(*dialog, u"pinsearch"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(*dialog, u"pinsearch-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    EXPECT_TRUE(session->spec().spec().keepOnCpu.isEmpty());
    QTest::mouseClick(find<QPushButton>(u"pinSearchUse"_s), Qt::LeftButton);
    EXPECT_EQ(
        session->spec().spec().keepOnCpu.nodes, QStringList{ u"aten_convolution_default_1"_s })
        << "the island that costs two tensors";
    session->spec().undo();
    EXPECT_TRUE(session->spec().spec().keepOnCpu.isEmpty());
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_FALSE(dialog->isVisible());
}

/// Another family's TOSA, another number in the cells.
TEST_F(WhatIfWindow, ShowsTheMemoryOfAU85)
{
    show(u"mobilenet_v2-u85-256/mobilenet_v2.pte"_s);
    ASSERT_TRUE(estimate());
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(status->text().contains(u"30 of 50"_s)) << qPrintable(status->text());
    const auto result = session->model().compileResult();
    ASSERT_TRUE(result);
    ASSERT_EQ(result->resolvedSpec.memoryMode, u"Sram_Only"_s);
    auto *metric = find<QComboBox>(u"whatIfMetric"_s);
    metric->setCurrentIndex(metric->findData(static_cast<int>(sweep::Metric::Sram)));
    const auto own = cell(u"ethos-u85-256"_s, u"Sram_Only"_s);
    // Weights and commands are in the SRAM too, wherever Vela books them.
    const auto need = analysis::memoryNeed(analysis::memoryFacts(*result));
    EXPECT_TRUE(own.data().toString().contains(formatBytes(*need.bytes(analysis::Memory::Sram))))
        << qPrintable(own.data().toString());
    EXPECT_EQ(cell(u"ethos-u55-32"_s, u"Shared_Sram"_s).data().toString(), u"needs a compile"_s);
    table->setCurrentIndex(own);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(*window, u"whatif-window-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    picture(*window, u"whatif-window-mobilenet"_s);
}

} // namespace tosaic::test::whatifwindowtests
