// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/runimport.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "views/runs/countersmodel.h"
#include "views/runs/runlistpanel.h"
#include "views/runs/runspage.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::runsamplestests {
namespace {

/// Every console among the samples opened as the window does it: what the models say against the
/// facts that are stated for it.
class RunSamples : public testing::Test
{
protected:
    void SetUp() override
    {
        TOSAIC_NEED_SAMPLES();
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_dir = test::samplesDir() + u"/logs/"_s;
        QFile file(m_dir + u"expected.json"_s);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        m_expected = QJsonDocument::fromJson(file.readAll()).object();
        m_theme.apply(*qApp, ThemeMode::Light);
        m_page = std::make_unique<RunsPage>(m_runs, m_selection, m_theme);
        m_panel = std::make_unique<RunListPanel>(m_runs, m_theme);
        m_page->resize(1280, 800);
        m_page->show();
    }
    void TearDown() override { QLocale::setDefault(QLocale::c()); }

    const QAbstractItemModel &table(const QString &name) const
    {
        return *m_page->findChild<DataTable *>(name)->model();
    }
    static QString text(const QAbstractItemModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }
    /// Value of a fact; empty if it is not told.
    QString fact(const QString &name) const
    {
        const auto &facts = table(u"factsTable"_s);
        for (int row = 0; row < facts.rowCount(); ++row) {
            if (text(facts, row, 0) == name)
                return text(facts, row, 1);
        }
        return {};
    }
    void expectCount(const QString &name, const QJsonValue &value, const QString &unit = {}) const
    {
        if (value.isUndefined())
            return;
        const auto count = formatCount(static_cast<quint64>(value.toInteger()));
        EXPECT_EQ(fact(name), unit.isEmpty() ? count : count + u' ' + unit) << name.toStdString();
    }
    void expectBytes(const QString &name, const QJsonValue &value) const
    {
        if (!value.isUndefined()) {
            EXPECT_EQ(fact(name), formatBytes(static_cast<quint64>(value.toInteger())))
                << name.toStdString();
        }
    }
    void expectAllocator(const QString &name, const QJsonObject &allocator) const
    {
        if (allocator.isEmpty())
            return;
        for (const auto *key : { "used", "total" }) {
            const auto value = allocator.value(QLatin1StringView(key));
            if (!value.isUndefined()) {
                EXPECT_TRUE(
                    fact(name).contains(formatBytes(static_cast<quint64>(value.toInteger()))))
                    << name.toStdString() << ": " << fact(name).toStdString();
            }
        }
    }

    void expectCounters(const QJsonObject &profile) const;
    void expectProfile(const QJsonObject &profile) const;
    void expectModelAndMemory(const QJsonObject &log) const;
    void expectErrors(const QJsonObject &log) const;
    void expectLog(const QJsonObject &log);

    QString m_dir;
    QJsonObject m_expected;
    Theme m_theme;
    RunsDocument m_runs;
    SelectionContext m_selection;
    std::unique_ptr<RunsPage> m_page;
    std::unique_ptr<RunListPanel> m_panel;
};

void RunSamples::expectCounters(const QJsonObject &profile) const
{
    const auto &counters = table(u"countersTable"_s);
    const auto wanted = profile.value(u"counters"_s).toObject();
    const auto units = profile.value(u"units"_s).toObject();
    EXPECT_EQ(counters.rowCount(), wanted.size()) << "none may be added, none left out";
    for (int row = 0; row < counters.rowCount(); ++row) {
        const auto name = text(counters, row, test::column<CountersModel>(u"counter"));
        ASSERT_TRUE(wanted.contains(name)) << name.toStdString();
        EXPECT_EQ(text(counters, row, test::column<CountersModel>(u"value")),
            formatCount(static_cast<quint64>(wanted.value(name).toInteger())))
            << name.toStdString();
        EXPECT_EQ(text(counters, row, test::column<CountersModel>(u"unit")),
            units.value(name).toString(u"Not known"_s))
            << name.toStdString();
        EXPECT_EQ(text(counters, row, test::column<CountersModel>(u"origin")), u"Not stated"_s);
    }
    const auto derived = profile.value(u"derived"_s).toArray();
    for (const auto &name : derived) {
        const auto found
            = counters.match(counters.index(0, 0), Qt::DisplayRole, name.toString(), 1);
        ASSERT_FALSE(found.isEmpty());
        EXPECT_TRUE(found.front().data(Qt::ToolTipRole).toString().contains(u"Computed by"));
    }
}

void RunSamples::expectProfile(const QJsonObject &profile) const
{
    expectCounters(profile);
    expectCount(u"Inferences in this measurement"_s, profile.value(u"inferences"_s));
    expectCount(u"NPU delegations"_s, profile.value(u"delegations"_s));
    const auto cpu = profile.value(u"cpuCycles"_s).toObject();
    const auto cycles = u"cycles"_s;
    expectCount(u"CPU: whole inference"_s, cpu.value(u"inference"_s), cycles);
    expectCount(u"CPU: in operators"_s, cpu.value(u"operators"_s), cycles);
    expectCount(u"CPU: waiting for the NPU"_s, cpu.value(u"waitForNpu"_s), cycles);
    expectCount(u"CPU: active"_s, cpu.value(u"active"_s), cycles);
    const auto byOperator = cpu.value(u"byOperator"_s).toObject();
    for (auto it = byOperator.begin(); it != byOperator.end(); ++it)
        expectCount(u"CPU: in "_s + it.key(), it.value(), cycles);
    if (const auto time = profile.value(u"timeNs"_s); !time.isUndefined()) {
        EXPECT_EQ(fact(u"Time of one inference"_s), formatDuration(time.toDouble() / 1e9));
    }
    if (const auto all = profile.value(u"runNs"_s).toArray(); !all.isEmpty()) {
        double low = all.first().toDouble();
        double high = low;
        for (const auto &one : all) {
            low = std::min(low, one.toDouble());
            high = std::max(high, one.toDouble());
        }
        EXPECT_EQ(fact(u"Times of all inferences"_s),
            u"%1 to %2"_s.arg(formatDuration(low / 1e9), formatDuration(high / 1e9)));
        const auto &repeats = table(u"repeatsTable"_s);
        ASSERT_GT(repeats.rowCount(), 0) << "the spread of the times is shown";
    }
}

void RunSamples::expectModelAndMemory(const QJsonObject &log) const
{
    const auto model = log.value(u"model"_s).toObject();
    expectBytes(u"PTE size"_s, model.value(u"pteBytes"_s));
    expectBytes(u"Model size"_s, model.value(u"bytes"_s));
    expectCount(u"Methods"_s, model.value(u"methodCount"_s));
    expectCount(u"Command stream"_s, model.value(u"commandStreamWords"_s), u"words"_s);
    if (model.contains(u"name"_s)) {
        EXPECT_EQ(fact(u"Model"_s), model.value(u"name"_s).toString());
    }
    if (const auto operators = model.value(u"operators"_s).toArray(); !operators.isEmpty()) {
        EXPECT_EQ(fact(u"Operators"_s), formatCount(static_cast<quint64>(operators.size())));
    }
    if (const auto macs = model.value(u"compiledFor"_s).toObject().value(u"macs"_s);
        !macs.isUndefined()) {
        EXPECT_TRUE(fact(u"Compiled for"_s).endsWith(QString::number(macs.toInteger())));
    }
    const auto memory = log.value(u"memory"_s).toObject();
    expectBytes(u"Planned buffers"_s, memory.value(u"plannedBytes"_s));
    expectBytes(u"Tensor arena used"_s, memory.value(u"arenaBytes"_s));
    expectBytes(u"Tensor arena size"_s, memory.value(u"arenaTotalBytes"_s));
    expectAllocator(u"Method allocator"_s, memory.value(u"methodAllocator"_s).toObject());
    expectAllocator(u"Temp allocator"_s, memory.value(u"tempAllocator"_s).toObject());
    const auto outputs = log.value(u"outputs"_s).toArray();
    for (const auto &value : outputs) {
        const auto output = value.toObject();
        const auto index = output.value(u"index"_s).toInteger();
        if (output.contains(u"count"_s)) {
            EXPECT_TRUE(fact(u"Values of output %1"_s.arg(index))
                            .startsWith(formatCount(
                                static_cast<quint64>(output.value(u"count"_s).toInteger()))));
        }
    }
}

void RunSamples::expectErrors(const QJsonObject &log) const
{
    const auto wanted = log.value(u"errors"_s).toArray();
    const auto &errors = table(u"errorsTable"_s);
    if (!log.value(u"_errorsPartial"_s).toBool()) {
        EXPECT_EQ(errors.rowCount(), wanted.size());
    }
    for (const auto &value : wanted) {
        const auto error = value.toObject();
        const auto line = formatCount(static_cast<quint64>(error.value(u"line"_s).toInteger()));
        bool isThere = false;
        for (int row = 0; row < errors.rowCount(); ++row)
            isThere = isThere
                || (text(errors, row, 0) == line
                    && text(errors, row, 2).contains(error.value(u"text"_s).toString())
                    && (!error.contains(u"code"_s)
                        || text(errors, row, 1) == error.value(u"code"_s).toString()));
        EXPECT_TRUE(isThere) << line.toStdString();
    }
}

void RunSamples::expectLog(const QJsonObject &log)
{
    static const QHash<QString, QString> families{ { u"executorch-runner"_s,
                                                       u"ExecuTorch runner"_s },
        { u"mlek"_s, u"ML Embedded Evaluation Kit"_s },
        { u"core-software"_s, u"Ethos-U core software"_s }, { u"zephyr"_s, u"Zephyr"_s },
        { u"other"_s, u"Other console"_s } };
    static const QHash<QString, QString> states{ { u"complete"_s, u"Complete"_s },
        { u"failed"_s, u"Failed"_s }, { u"truncated"_s, u"Truncated"_s },
        { u"no-inference"_s, u"No inference"_s } };
    const auto family = families.value(log.value(u"family"_s).toString());
    const auto status = states.value(log.value(u"status"_s).toString());
    if (log.contains(u"family"_s)) {
        EXPECT_EQ(fact(u"Console"_s), family);
    }
    if (log.contains(u"status"_s)) {
        EXPECT_EQ(fact(u"Status"_s), status);
    }
    EXPECT_EQ(!fact(u"Abridged"_s).isEmpty(), log.value(u"abridged"_s).toBool());
    expectCount(u"Inferences finished"_s, log.value(u"inferences"_s));
    const auto npu = log.value(u"npu"_s).toObject();
    EXPECT_TRUE(fact(u"NPU"_s).contains(npu.value(u"product"_s).toString()));
    if (npu.contains(u"macs"_s)) {
        EXPECT_TRUE(fact(u"NPU"_s).endsWith(QString::number(npu.value(u"macs"_s).toInteger())))
            << fact(u"NPU"_s).toStdString();
    }
    if (npu.contains(u"archVersion"_s)) {
        EXPECT_EQ(fact(u"NPU architecture"_s), npu.value(u"archVersion"_s).toString());
    }
    if (npu.contains(u"driverVersion"_s)) {
        EXPECT_EQ(fact(u"Driver"_s), npu.value(u"driverVersion"_s).toString());
    }
    expectCount(u"CPU clock"_s, log.value(u"cpuClockHz"_s), u"Hz"_s);
    expectModelAndMemory(log);
    expectErrors(log);
    auto *list = m_panel->findChild<QListView *>(u"runList"_s);
    EXPECT_EQ(list->currentIndex().data(Qt::DisplayRole).toString(), m_runs.current()->name);
    EXPECT_TRUE(list->currentIndex().data(Qt::AccessibleTextRole).toString().contains(family));
}

TEST_F(RunSamples, ShowWhatIsKnownOfThem)
{
    int logs = 0;
    int profiles = 0;
    for (auto it = m_expected.begin(); it != m_expected.end(); ++it) {
        if (it.key().startsWith(u'_'))
            continue;
        SCOPED_TRACE(it.key().toStdString());
        auto run = profile::readRunFile(m_dir + it.key());
        ASSERT_TRUE(run.has_value()) << run.error().toText().toStdString();
        m_runs.add(std::move(*run));
        QCoreApplication::processEvents();
        const auto log = it.value().toObject();
        expectLog(log);
        const auto wanted = log.value(u"profiles"_s).toArray();
        auto *combo = m_page->findChild<QComboBox *>(u"profileCombo"_s);
        if (!log.value(u"_noCounters"_s).toBool()) {
            EXPECT_EQ(combo->count(), wanted.size());
        }
        for (int i = 0; i < static_cast<int>(wanted.size()); ++i) {
            SCOPED_TRACE(i);
            combo->setCurrentIndex(i);
            Q_EMIT combo->activated(i);
            expectProfile(wanted[i].toObject());
            ++profiles;
        }
        if (wanted.isEmpty()) {
            EXPECT_EQ(table(u"countersTable"_s).rowCount(), 0) << "no counter is invented";
        }
        ++logs;
    }
    EXPECT_EQ(logs, 21);
    EXPECT_GT(profiles, 8);
}

} // namespace
} // namespace tosaic::views::runsamplestests
