// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::profile::samplelogstests {
namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

QString toText(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{ value }).toJson(QJsonDocument::Compact));
}

/// Whether everything that is expected is there: objects may have more keys, but not where only
/// these counters may be; error texts are contained.
void expectHolds(const QJsonValue &expected, const QJsonValue &actual, const QString &path)
{
    if (expected.isObject()) {
        ASSERT_TRUE(actual.isObject()) << path.toStdString();
        const auto want = expected.toObject();
        const auto have = actual.toObject();
        if (path.endsWith(u"counters") || path.endsWith(u"units")) {
            EXPECT_EQ(want, have) << path.toStdString() << toText(have).toStdString();
            return;
        }
        for (auto it = want.begin(); it != want.end(); ++it) {
            if (!it.key().startsWith(u'_'))
                expectHolds(it.value(), have.value(it.key()), path + u'.' + it.key());
        }
        return;
    }
    if (expected.isArray()) {
        const auto want = expected.toArray();
        const auto have = actual.toArray();
        ASSERT_EQ(want.size(), have.size())
            << path.toStdString() << " " << toText(actual).toStdString();
        for (qsizetype i = 0; i < want.size(); ++i)
            expectHolds(want[i], have[i], path + u'.' + QString::number(i));
        return;
    }
    if (path.contains(u".errors.") && path.endsWith(u".text")) {
        EXPECT_TRUE(actual.toString().contains(expected.toString())) << path.toStdString();
        return;
    }
    EXPECT_EQ(expected, actual) << path.toStdString() << ": expected "
                                << toText(expected).toStdString() << ", got "
                                << toText(actual).toStdString();
}

QJsonValue at(QJsonValue value, const QString &path)
{
    for (const auto &key : path.split(u'.')) {
        bool isIndex = false;
        const auto index = key.toInt(&isIndex);
        value = isIndex ? value.toArray().at(index) : value.toObject().value(key);
    }
    return value;
}

class SampleLogs : public testing::Test
{
protected:
    void SetUp() override
    {
        TOSAIC_NEED_SAMPLES();
        m_dir = test::samplesDir() + u"/logs/"_s;
        m_expected = QJsonDocument::fromJson(contentOf(m_dir + u"expected.json"_s)).object();
        ASSERT_FALSE(m_expected.isEmpty());
    }

    QString m_dir;
    QJsonObject m_expected;
};

TEST_F(SampleLogs, GiveWhatIsKnownOfThem)
{
    int count = 0;
    for (auto it = m_expected.begin(); it != m_expected.end(); ++it) {
        if (it.key().startsWith(u'_'))
            continue;
        SCOPED_TRACE(it.key().toStdString());
        const auto run = parseConsole(contentOf(m_dir + it.key()));
        ASSERT_TRUE(run.has_value()) << run.error().toText().toStdString();
        auto json = runToJson(*run);
        json.insert(u"format"_s, u"log"_s);
        expectHolds(it.value(), json, {});
        const auto absent = it.value().toObject().value(u"_absent"_s).toArray();
        for (const auto &path : absent)
            EXPECT_TRUE(at(json, path.toString()).isUndefined()) << path.toString().toStdString();
        ++count;
    }
    EXPECT_EQ(count, 21);
}

TEST_F(SampleLogs, AreTheSameInPieces)
{
    for (const auto &name : QDir(m_dir).entryList({ u"*.log"_s })) {
        const auto bytes = contentOf(m_dir + name);
        const auto whole = parseConsole(bytes);
        ASSERT_TRUE(whole.has_value());
        ConsoleParser parser;
        for (const char byte : bytes)
            parser.feed(QByteArrayView(&byte, 1));
        const auto single = parser.finish();
        ASSERT_TRUE(single.has_value());
        EXPECT_EQ(runToJson(*whole), runToJson(*single)) << name.toStdString();
    }
}

} // namespace
} // namespace tosaic::profile::samplelogstests
