// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/sharedjob.h"
#include "core/teamstore/storeaddress.h"
#include "core/teamstore/timeorderedid.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore::storeaddresstests {

namespace {

QString why(const QString &text)
{
    const auto read = readStoreAddress(text);
    return read ? QString() : read.error().detail;
}

} // namespace

TEST(StoreAddress, SaysWhereAndNoPassword)
{
    const auto far = readStoreAddress(u"postgresql://anna@db.example:5433/team"_s);
    ASSERT_TRUE(far) << far.error().detail.toStdString();
    EXPECT_EQ(far->host, u"db.example"_s);
    EXPECT_EQ(far->port, 5433);
    EXPECT_EQ(far->database, u"team"_s);
    EXPECT_EQ(far->user, u"anna"_s);
    EXPECT_EQ(far->options.at(u"sslmode"_s), u"verify-full"_s) << "not asked for, and still";
    EXPECT_FALSE(far->isLocal());

    const auto socket = readStoreAddress(u"postgresql:///team?host=/run/postgresql&port=5555"_s);
    ASSERT_TRUE(socket);
    EXPECT_EQ(socket->host, u"/run/postgresql"_s);
    EXPECT_TRUE(socket->isLocal());
    EXPECT_FALSE(socket->options.contains(u"sslmode"_s));

    EXPECT_TRUE(why(u"postgresql://anna:secret@db.example/team"_s).contains(u".pgpass"_s));
    EXPECT_TRUE(why(u"postgresql://db.example/team?sslmode=require"_s).contains(u"verify-full"_s));
    EXPECT_TRUE(
        why(u"postgresql://127.0.0.1.example/t?sslmode=disable"_s).contains(u"verify-full"_s))
        << "a name that begins like this machine";
    EXPECT_TRUE(why(u"postgresql://127.0.0.1/team?sslmode=disable"_s).isEmpty());
    for (const auto &bad : { u"w.tosaic"_s, u"mysql://h/d"_s, u"postgresql://h"_s,
             u"postgresql://h/d?passfile=/etc/x"_s, u"postgresql://h/d?sslkey=a%20host=b"_s,
             u"postgresql://h/d?sslkey=a%3Bhost=b"_s, u"postgresql://h/a%20b"_s })
        EXPECT_FALSE(why(bad).isEmpty()) << bad.toStdString();
}

TEST(StoreAddress, IsReadAsItIsWritten)
{
    for (const auto &text : { u"postgresql://anna@db.example:5433/team?artefacts=/mnt/a"_s,
             u"postgresql:///team?host=/run/p&port=5555"_s, u"postgresql://127.0.0.1/team"_s,
             u"postgresql://bo@[::1]/team?sslmode=disable"_s }) {
        const auto read = readStoreAddress(text);
        ASSERT_TRUE(read) << text.toStdString() << read.error().detail.toStdString();
        const auto again = readStoreAddress(read->toText());
        ASSERT_TRUE(again) << read->toText().toStdString();
        EXPECT_EQ(again->toText(), read->toText());
        EXPECT_EQ(again->host, read->host);
        EXPECT_EQ(again->port, read->port);
        EXPECT_EQ(again->options, read->options);
        EXPECT_EQ(again->artefacts, read->artefacts);
    }
}

TEST(TimeOrderedId, GrowsWithTimeAndIsAVersion7)
{
    const auto when = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000, Qt::UTC);
    const auto first = timeOrderedId(when);
    EXPECT_EQ(QUuid(first).toString(QUuid::WithoutBraces), first);
    EXPECT_EQ(first[14], u'7');
    EXPECT_TRUE(u"89ab"_s.contains(first[19])) << first.toStdString();
    EXPECT_TRUE(first.startsWith(u"018bcfe5-6800"_s)) << first.toStdString();
    EXPECT_NE(first, timeOrderedId(when));
    EXPECT_LT(first, timeOrderedId(when.addMSecs(1)));
}

TEST(SharedJob, TakesNothingThatAWorkspaceMayNotHave)
{
    const QJsonObject good{ { u"kind"_s, u"vela"_s }, { u"status"_s, u"succeeded"_s },
        { u"started"_s, u"2026-01-02T03:04:05.678Z"_s } };
    ASSERT_TRUE(jobFromJson(good));
    EXPECT_EQ(digestOf(toJson(*jobFromJson(good))),
        digestOf(toJson(*jobFromJson(toJson(*jobFromJson(good))))));
    auto bad = good;
    bad[u"status"_s] = u"running"_s;
    EXPECT_FALSE(jobFromJson(bad));
    EXPECT_FALSE(jobFromJson({}));
    auto odd = good;
    odd[u"artefacts"_s] = QJsonArray{ QJsonObject{ { u"sha256"_s, u"../../etc/passwd"_s } } };
    EXPECT_TRUE(jobFromJson(odd)->artefacts.empty()) << "no hash, no file";
}

} // namespace tosaic::teamstore::storeaddresstests
