// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layoutprotocol.h"

#include <gtest/gtest.h>

#include <limits>

namespace tosaic::layout::protocol::layoutprotocoltests {

namespace {

Request sampleRequest()
{
    return { .nodes = { { { 100, 40 }, 0 }, { { 120.5, 24 }, 1 }, { { 92, 32 }, -1 } },
        .links = { { 0, 1 }, { 1, 2 }, { 2, 0, false } },
        .clusters = { { -1, { 200, 30 } }, { 0, { 80, 30 } } },
        .nodeSpacing = 17,
        .rankSpacing = 31.25 };
}

Layout sampleLayout()
{
    Layout layout;
    layout.bounds = { 0, 0, 500, 700 };
    layout.centres = { { 50, 60 }, { 51.5, 160 }, { 1.0 / 3, 260 } };
    layout.splines = { { { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } }, true, { 7, 9 } }, {},
        { { { 1, 2 } }, false, {} } };
    layout.clusterRects = { { 1, 2, 3, 4 }, {} };
    return layout;
}

QByteArray bodyOf(const QByteArray &frame)
{
    return frame.mid(HeaderSize);
}

} // namespace

TEST(LayoutProtocol, RequestsArriveAsTheyWereSent)
{
    const auto frame = encode(sampleRequest());
    const auto header = readHeader(frame);
    ASSERT_TRUE(header && *header);
    EXPECT_EQ((*header)->kind, Kind::Request);
    EXPECT_EQ((*header)->size, static_cast<quint64>(frame.size() - HeaderSize));
    const auto request = decodeRequest(bodyOf(frame));
    ASSERT_TRUE(request);
    EXPECT_EQ(encode(*request), frame);
    EXPECT_EQ(request->nodes[1].size, QSizeF(120.5, 24));
    EXPECT_FALSE(request->links[2].constrainsRank);
    EXPECT_EQ(request->clusters[1].parent, 0);
}

TEST(LayoutProtocol, LayoutsKeepFullDoubles)
{
    const auto layout = decodeLayout(bodyOf(encode(sampleLayout())), sampleRequest());
    ASSERT_TRUE(layout) << qPrintable(layout.error().toText());
    EXPECT_EQ(layout->centres[2].x(), 1.0 / 3);
    EXPECT_EQ(layout->splines[0].points.size(), 4U);
    EXPECT_TRUE(layout->splines[1].points.empty());
    EXPECT_EQ(encode(*layout), encode(sampleLayout()));
}

TEST(LayoutProtocol, TruncatedAtEveryByteIsAnErrorOrAWait)
{
    const auto request = encode(sampleRequest());
    for (qsizetype size = 0; size < HeaderSize; ++size) {
        const auto header = readHeader(QByteArrayView(request).first(size));
        ASSERT_TRUE(header) << size;
        EXPECT_FALSE(*header) << size;
    }
    const auto body = bodyOf(request);
    for (qsizetype size = 0; size < body.size(); ++size)
        EXPECT_FALSE(decodeRequest(body.first(size))) << size;
    const auto answer = bodyOf(encode(sampleLayout()));
    for (qsizetype size = 0; size < answer.size(); ++size)
        EXPECT_FALSE(decodeLayout(answer.first(size), sampleRequest())) << size;
    EXPECT_FALSE(decodeRequest(body + 'x'));
    EXPECT_FALSE(decodeLayout(answer + 'x', sampleRequest()));
}

TEST(LayoutProtocol, EveryByteTurnedOverIsSurvived)
{
    const auto body = bodyOf(encode(sampleRequest()));
    const auto answer = bodyOf(encode(sampleLayout()));
    for (const char flip : { '\xff', '\x80', '\x01' }) {
        for (qsizetype i = 0; i < body.size(); ++i) {
            auto bytes = body;
            bytes[i] = static_cast<char>(bytes[i] ^ flip);
            if (const auto request = decodeRequest(bytes)) {
                for (const auto &link : request->links)
                    EXPECT_LT(static_cast<size_t>(link.to), request->nodes.size());
            }
        }
        for (qsizetype i = 0; i < answer.size(); ++i) {
            auto bytes = answer;
            bytes[i] = static_cast<char>(bytes[i] ^ flip);
            if (const auto layout = decodeLayout(bytes, sampleRequest())) {
                EXPECT_EQ(layout->centres.size(), 3U);
            }
        }
    }
}

TEST(LayoutProtocol, RefusesWhatWouldNotEndOrFit)
{
    auto loop = sampleRequest();
    loop.clusters[0].parent = 1;
    EXPECT_FALSE(decodeRequest(bodyOf(encode(loop)))) << "parents in a circle";
    auto outside = sampleRequest();
    outside.links[0].to = 3;
    EXPECT_FALSE(decodeRequest(bodyOf(encode(outside))));
    auto flat = sampleRequest();
    flat.nodes[0].size = { 0, 10 };
    EXPECT_FALSE(decodeRequest(bodyOf(encode(flat))));
    auto notANumber = sampleRequest();
    notANumber.nodes[0].size.setWidth(std::numeric_limits<double>::quiet_NaN());
    EXPECT_FALSE(decodeRequest(bodyOf(encode(notANumber))));
    auto other = sampleLayout();
    other.centres.pop_back();
    EXPECT_FALSE(decodeLayout(bodyOf(encode(other)), sampleRequest()));
}

TEST(LayoutProtocol, ForeignHeadersAreErrors)
{
    EXPECT_FALSE(readHeader("GET / HTTP/1.1 and so on"));
    EXPECT_FALSE(readHeader("X"));
    auto frame = encode(sampleRequest());
    frame[4] = 9;
    const auto version = readHeader(frame);
    ASSERT_FALSE(version);
    EXPECT_EQ(version.error().code, ErrorCode::FormatUnsupported);
    frame = encode(sampleRequest());
    frame[18] = 9;
    const auto size = readHeader(frame);
    ASSERT_FALSE(size);
    EXPECT_EQ(size.error().code, ErrorCode::LimitExceeded);
}

} // namespace tosaic::layout::protocol::layoutprotocoltests
