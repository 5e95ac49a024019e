// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"

#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

// What is open goes to a stand-in for an MLflow server.
namespace tosaic::test::trackingwindowtests {

namespace {

constexpr int Patience = 60'000; // ms

}

class TrackingWindow : public WindowTest
{
};

TEST_F(TrackingWindow, SendsTheOpenCompileAndSaysHowItWent)
{
    const auto python = QStandardPaths::findExecutable(u"python3"_s);
    if (python.isEmpty())
        GTEST_SKIP() << "no python3 on PATH";
    const auto kept = dir + u"/kept.json"_s;
    QProcess server;
    server.start(python, { sourcePath(u"tests/app/cli/mlflowserver.py"_s), kept });
    ASSERT_TRUE(server.waitForReadyRead(Patience));
    const auto url = u"http://127.0.0.1:"_s + QString::fromLatin1(server.readLine()).trimmed();
    trigger(u"report.mlflow"_s);
    auto *dialog = find<QDialog>(u"trackingDialog"_s);
    auto *what = dialog->findChild<QComboBox *>(u"trackingWhat"_s);
    auto *address = dialog->findChild<QLineEdit *>(u"trackingServer"_s);
    auto *experiment = dialog->findChild<QLineEdit *>(u"trackingExperiment"_s);
    auto *send = dialog->findChild<QPushButton *>(u"trackingSend"_s);
    const auto *state = dialog->findChild<QLabel *>(u"trackingState"_s);
    EXPECT_EQ(what->count(), 0) << "nothing is open";
    address->selectAll();
    QTest::keyClicks(address, u"ftp://here"_s);
    EXPECT_FALSE(send->isEnabled());
    address->selectAll();
    QTest::keyClicks(address, url);
    experiment->selectAll();
    QTest::keyClicks(experiment, u"nightly"_s);
    EXPECT_FALSE(send->isEnabled());
    open(fixturePath(u"add-u55-128/add.pte"_s));
    ASSERT_TRUE(QTest::qWaitFor([&] { return what->count() == 1; }, Patience));
    ASSERT_TRUE(send->isEnabled());
    QTest::mouseClick(send, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return state->text().contains(u"Sent: "_s); }, Patience))
        << qPrintable(state->text());
    picture(*dialog, u"tracking-dialog"_s);
    QFile file(kept);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto all = QJsonDocument::fromJson(file.readAll()).object();
    EXPECT_EQ(all[u"experiments"_s].toObject().keys(), QStringList{ u"nightly"_s });
    EXPECT_EQ(all[u"runs"_s][u"run0"_s][u"metrics"_s][u"est.cyclesTotal"_s].toDouble(), 97);
    server.kill();
    server.waitForFinished();
    QTest::mouseClick(send, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return send->isEnabled(); }, Patience));
    EXPECT_FALSE(state->text().contains(u"Sent: "_s)) << "the server is gone, and that is said";
}

} // namespace tosaic::test::trackingwindowtests
