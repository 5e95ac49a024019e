// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every console, dump, trace and report among the samples, through the window and the command line:
// what both say against the facts that are stated for it.
#include "app/cli/frame/commands.h"
#include "profiler/parsers/etdump.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/app/profilerfixture.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "views/runs/countersmodel.h"
#include "views/runs/runlistmodel.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/datatable.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListView>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::test::profilersamplestests {

namespace {

using views::CountersModel;
using views::DataTable;
using views::RunListModel;

QJsonObject objectIn(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QJsonDocument::fromJson(file.readAll()).object();
}

class ProfilerSamples : public ProfilerTest
{
protected:
    void SetUp() override
    {
        if (samplesDir().isEmpty())
            GTEST_SKIP() << "TOSAIC_SAMPLES is not set: the real sample files are not here";
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }
    void TearDown() override { QLocale::setDefault(QLocale::c()); }

    QVariant listed(int role) { return inRuns<QListView>(u"runList"_s)->currentIndex().data(role); }
    const QAbstractItemModel &table(const QString &name)
    {
        return *inRuns<DataTable>(name)->model();
    }
    QString fact(const QString &tableName, const QString &name)
    {
        const auto row = rowNamed(table(tableName), 0, name);
        return row < 0 ? QString() : cell(table(tableName), row, 1);
    }
    QString kernelsOfAllMethods(const QAbstractItemModel &kernels)
    {
        QString text;
        auto *methods = inRuns<QComboBox>(u"kernelsMethod"_s);
        for (int i = 0; i < std::max(1, methods->count()); ++i) {
            methods->setCurrentIndex(i);
            Q_EMIT methods->activated(i);
            text += textOf(kernels);
        }
        return text;
    }
    void expectCounters(const QJsonObject &profile);
    void expectLog(const QJsonObject &log);
    void expectVela(const QString &folder, const QJsonObject &facts);
};

void ProfilerSamples::expectCounters(const QJsonObject &profile)
{
    const auto &counters = table(u"countersTable"_s);
    const auto wanted = profile["counters"_L1].toObject();
    const auto units = profile["units"_L1].toObject();
    EXPECT_EQ(counters.rowCount(), wanted.size()) << "none may be added, none left out";
    for (auto it = wanted.begin(); it != wanted.end(); ++it) {
        const auto row = rowNamed(counters, test::column<CountersModel>(u"counter"), it.key());
        ASSERT_GE(row, 0) << it.key().toStdString();
        EXPECT_EQ(cell(counters, row, test::column<CountersModel>(u"value")),
            QLocale().toString(it.value().toInteger()))
            << it.key().toStdString();
        EXPECT_EQ(cell(counters, row, test::column<CountersModel>(u"unit")),
            units.value(it.key()).toString(u"Not known"_s));
        EXPECT_EQ(cell(counters, row, test::column<CountersModel>(u"origin")), u"Not stated"_s);
    }
    const auto cpu = profile["cpuCycles"_L1].toObject();
    for (const auto &[key, name] : { std::pair(u"inference"_s, u"CPU: whole inference"_s),
             std::pair(u"waitForNpu"_s, u"CPU: waiting for the NPU"_s) }) {
        if (const auto value = cpu.value(key); value.isDouble()) {
            EXPECT_EQ(
                fact(u"factsTable"_s, name), QLocale().toString(value.toInteger()) + u" cycles"_s);
        }
    }
}

void ProfilerSamples::expectLog(const QJsonObject &log)
{
    static const std::map<QString, QString> words{ { u"complete"_s, u"Complete"_s },
        { u"failed"_s, u"Failed"_s }, { u"truncated"_s, u"Truncated"_s },
        { u"no-inference"_s, u"No inference"_s } };
    EXPECT_EQ(listed(RunListModel::KindRole), u"Console"_s);
    EXPECT_EQ(listed(views::OriginRole), u"origin not stated"_s);
    if (const auto status = log["status"_L1].toString(); !status.isEmpty()) {
        EXPECT_TRUE(listed(RunListModel::DetailRole).toString().startsWith(words.at(status)))
            << listed(RunListModel::DetailRole).toString().toStdString();
        EXPECT_EQ(fact(u"factsTable"_s, u"Status"_s), words.at(status));
    }
    if (const auto count = log["inferences"_L1]; count.isDouble()) {
        EXPECT_EQ(
            fact(u"factsTable"_s, u"Inferences finished"_s), QLocale().toString(count.toInteger()));
    }
    const auto &errors = table(u"errorsTable"_s);
    const auto wanted = log["errors"_L1].toArray();
    if (!log["_errorsPartial"_L1].toBool()) {
        EXPECT_EQ(errors.rowCount(), wanted.size());
    }
    for (const auto &error : wanted)
        EXPECT_TRUE(textOf(errors).contains(error.toObject()["text"_L1].toString()));
}

/// `actual` has all that is expected; counters are exactly these.
void expectHolds(const QJsonValue &expected, const QJsonValue &actual, const QString &path)
{
    if (expected.isObject()) {
        const auto want = expected.toObject();
        if (path.endsWith("counters"_L1) || path.endsWith("units"_L1)) {
            EXPECT_EQ(want, actual.toObject()) << path.toStdString();
            return;
        }
        for (auto it = want.begin(); it != want.end(); ++it) {
            if (!it.key().startsWith(u'_'))
                expectHolds(it.value(), actual.toObject().value(it.key()), path + u'.' + it.key());
        }
    } else if (expected.isArray()) {
        const auto want = expected.toArray();
        ASSERT_EQ(want.size(), actual.toArray().size()) << path.toStdString();
        for (qsizetype i = 0; i < want.size(); ++i)
            expectHolds(want[i], actual.toArray()[i], path + u'.' + QString::number(i));
    } else if (path.contains(".errors."_L1) && path.endsWith(".text"_L1)) {
        EXPECT_TRUE(actual.toString().contains(expected.toString())) << path.toStdString();
    } else {
        EXPECT_EQ(expected, actual) << path.toStdString();
    }
}

} // namespace

TEST_F(ProfilerSamples, EveryConsoleGivesItsFactsInTheWindow)
{
    const auto folder = samplesDir() + u"/logs/"_s;
    const auto expected = objectIn(folder + u"expected.json"_s);
    int logs = 0;
    int counted = 0;
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        if (it.key().startsWith(u'_'))
            continue;
        SCOPED_TRACE(it.key().toStdString());
        open(folder + it.key());
        ++logs;
        EXPECT_EQ(window->modes().current(), shell::Mode::Runs);
        EXPECT_EQ(area().currentTab(), u"counters"_s);
        ASSERT_EQ(session->runs().runs().size(), static_cast<size_t>(logs));
        EXPECT_EQ(inRuns<QListView>(u"runList"_s)->model()->rowCount(), logs);
        EXPECT_EQ(listed(Qt::DisplayRole), it.key());
        const auto log = it.value().toObject();
        expectLog(log);
        const auto profiles = log["profiles"_L1].toArray();
        auto *choice = inRuns<QComboBox>(u"profileCombo"_s);
        for (int i = 0; i < static_cast<int>(profiles.size()); ++i, ++counted) {
            SCOPED_TRACE(i);
            choice->setCurrentIndex(i);
            Q_EMIT choice->activated(i);
            expectCounters(profiles[i].toObject());
        }
        if (profiles.isEmpty()) {
            EXPECT_EQ(table(u"countersTable"_s).rowCount(), 0) << "no counter is invented";
        }
    }
    EXPECT_EQ(logs, 21);
    EXPECT_GT(counted, 8);
    keepPicture(u"all-consoles"_s);
}

TEST_F(ProfilerSamples, EveryConsoleGivesItsFactsOnTheCommandLine)
{
    const auto folder = samplesDir() + u"/logs/"_s;
    const auto expected = objectIn(folder + u"expected.json"_s);
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        if (it.key().startsWith(u'_'))
            continue;
        SCOPED_TRACE(it.key().toStdString());
        const auto outcome = outcomeOf(cli::inspectCommand(), { folder + it.key(), u"--json"_s });
        ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        expectHolds(it.value(), outcome.json(), {});
    }
}

TEST_F(ProfilerSamples, EveryDumpIsListedWithItsKernelsAndItsTimes)
{
    const QDir folder(samplesDir() + u"/generated/host/etdump"_s);
    const auto names = folder.entryList({ u"*.etdp"_s });
    EXPECT_EQ(names.size(), 23);
    for (const auto &name : names) {
        SCOPED_TRACE(name.toStdString());
        const auto facts = objectIn(folder.filePath(name + u".facts.json"_s));
        open(folder.filePath(name));
        ASSERT_TRUE(waitFor([&] { return !session->profile().isLoading(); }));
        EXPECT_EQ(listed(Qt::DisplayRole), name);
        EXPECT_EQ(listed(RunListModel::KindRole), u"ETDump"_s);
        EXPECT_EQ(listed(views::OriginRole), u"origin not stated"_s);
        const auto blocks = facts["n_blocks"_L1].toInteger();
        EXPECT_TRUE(listed(RunListModel::DetailRole)
                        .toString()
                        .contains(QLocale().toString(blocks) + u" recorded phase"_s));
        EXPECT_EQ(fact(u"otherFactsTable"_s, u"Recorded phases"_s), QLocale().toString(blocks));
        const auto &run = *session->runs().current();
        ASSERT_TRUE(run.etdump);
        qint64 events = 0;
        for (const auto &phase : run.etdump->runs)
            events += static_cast<qint64>(phase.events.size());
        EXPECT_EQ(events, facts["n_events"_L1].toInteger());
        // The kernels are there, each call counted.
        const auto byName = facts["by_name"_L1].toObject();
        const auto executions = byName["Method::execute"_L1].toObject()["count"_L1].toInteger();
        showTab(6);
        auto *kernels = inRuns<DataTable>(u"kernelsTable"_s);
        if (executions > 0) {
            EXPECT_TRUE(waitFor([&] { return kernels->isVisible(); }));
            QStringList wanted;
            const auto mark = u"native_call_"_s;
            for (auto it = byName.begin(); it != byName.end(); ++it) {
                if (it.key().startsWith(mark))
                    wanted << it.key().mid(mark.size());
            }
            EXPECT_TRUE(waitFor([&] {
                const auto shown = kernelsOfAllMethods(*kernels->model());
                return std::ranges::all_of(
                    wanted, [&](const QString &kernel) { return shown.contains(kernel); });
            })) << wanted.join(u' ').toStdString();
        }
        // And so is when they ran.
        showTab(2);
        auto *view = inRuns<views::TimelineView>(u"timelineView"_s);
        EXPECT_TRUE(waitFor([&] {
            return view->isVisible() && view->data() && view->data()->subject == subject();
        }));
        showTab(1);
    }
}

TEST_F(ProfilerSamples, EveryDumpIsToldOnTheCommandLine)
{
    const QDir folder(samplesDir() + u"/generated/host/etdump"_s);
    for (const auto &name : folder.entryList({ u"*.etdp"_s })) {
        SCOPED_TRACE(name.toStdString());
        const auto byName
            = objectIn(folder.filePath(name + u".facts.json"_s))["by_name"_L1].toObject();
        const auto outcome
            = outcomeOf(cli::kernelsCommand(), { folder.filePath(name), u"--json"_s });
        ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        qint64 total = 0;
        const auto methods = outcome.json()["methods"_L1].toArray();
        for (const auto &method : methods)
            total += method.toObject()["times"_L1].toObject()["total"_L1].toInteger();
        EXPECT_EQ(total, byName["Method::execute"_L1].toObject()["total_ticks"_L1].toInteger());
    }
}

void ProfilerSamples::expectVela(const QString &folder, const QJsonObject &facts)
{
    const QDir place(folder);
    const auto summary = facts["summary"_L1].toObject();
    const auto expectListed = [&](const QString &file, const QString &word) {
        SCOPED_TRACE(file.toStdString());
        open(place.filePath(file));
        ASSERT_TRUE(waitFor([&] { return session->jobs().isIdle(); }));
        const auto *run = session->runs().current();
        ASSERT_TRUE(run);
        // Folders with the same file have one run for it.
        EXPECT_EQ(QFileInfo(run->path).fileName(), file);
        EXPECT_EQ(listed(RunListModel::KindRole), word);
        EXPECT_EQ(listed(views::OriginRole), u"est"_s);
        EXPECT_GT(table(u"otherValuesTable"_s).rowCount(), 0);
    };
    for (const auto &file : place.entryList({ u"*_summary_*.csv"_s })) {
        expectListed(file, u"Vela summary"_s);
        const auto &values = table(u"otherValuesTable"_s);
        const auto cycles = QLocale().toString(summary["cyclesTotal"_L1].toInteger());
        EXPECT_TRUE(textOf(values).contains(u'\t' + cycles + u'\t'))
            << cycles.toStdString() << textOf(values).toStdString();
        EXPECT_EQ(session->runs().current()->clockHz,
            static_cast<quint64>(summary["coreClockHz"_L1].toDouble()));
    }
    if (facts["perLayerRows"_L1].toInteger() > 0) {
        for (const auto &file : place.entryList({ u"*_per-layer.csv"_s }))
            expectListed(file, u"Vela per layer"_s);
    }
}

TEST_F(ProfilerSamples, EveryReportOfVelaIsListedWithItsNumbers)
{
    saveWorkspace(dir + u"/reports.tosaic"_s);
    const auto folder = samplesDir() + u"/generated/vela/"_s;
    const auto expected = objectIn(folder + u"expected.json"_s);
    int reports = 0;
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        const auto facts = it.value().toObject();
        if (!facts.contains("summary"_L1))
            continue;
        SCOPED_TRACE(it.key().toStdString());
        expectVela(folder + it.key(), facts);
        ++reports;
    }
    EXPECT_GT(reports, 25);
}

TEST_F(ProfilerSamples, EveryDebugDatabaseGivesItsOperators)
{
    const auto folder = samplesDir() + u"/generated/vela/"_s;
    const auto expected = objectIn(folder + u"expected.json"_s);
    int databases = 0;
    for (auto it = expected.begin(); it != expected.end(); ++it) {
        const QDir place(folder + it.key());
        const auto rows = it.value().toObject()["queue"_L1].toObject();
        const auto files = place.entryList({ u"*_debug.xml"_s });
        if (files.isEmpty() || rows.isEmpty())
            continue;
        SCOPED_TRACE(it.key().toStdString());
        open(place.filePath(files.first()));
        ASSERT_TRUE(waitFor([&] {
            return !session->profile().isLoading() && session->jobs().isIdle() && subject()
                && subject()->title.contains(files.first());
        }));
        ASSERT_TRUE(subject()->table);
        // Older compilers kept their estimates out of it: then none is invented.
        const auto tables = it.value().toObject()["debugDatabaseRows"_L1].toObject();
        const auto estimate
            = tables.contains("perf"_L1) ? std::optional(Origin::Estimate) : std::nullopt;
        EXPECT_EQ(subject()->table->origin, estimate);
        EXPECT_FALSE(subject()->table->operations.empty());
        EXPECT_EQ(subject()->streams.size(), static_cast<size_t>(rows.size()));
        ++databases;
    }
    EXPECT_GT(databases, 25);
}

} // namespace tosaic::test::profilersamplestests
