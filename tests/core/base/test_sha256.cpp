// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"

#include <gtest/gtest.h>

#include <random>

namespace tosaic::sha256tests {

namespace {

QByteArray hexOf(QByteArrayView data)
{
    Sha256 hash;
    hash.addData(data);
    return hash.result().toHex();
}

} // namespace

/// FIPS 180-4's own examples.
TEST(Sha256, IsThatOfTheStandard)
{
    EXPECT_EQ(hexOf({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hexOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/// Of every length around a block, in one piece and in many, as Qt has it.
TEST(Sha256, IsTheSameInAnyPieces)
{
    std::mt19937 random(1);
    QByteArray data(1000, Qt::Uninitialized);
    for (auto &byte : data)
        byte = static_cast<char>(random());
    for (qsizetype size = 0; size < 300; ++size) {
        const auto view = QByteArrayView(data).first(size);
        const auto expected = QCryptographicHash::hash(view, QCryptographicHash::Sha256).toHex();
        ASSERT_EQ(hexOf(view), expected) << size;
        Sha256 pieces;
        for (qsizetype at = 0; at < size;) {
            const auto piece = std::min<qsizetype>(1 + qsizetype(random() % 130), size - at);
            pieces.addData(view.sliced(at, piece));
            at += piece;
        }
        ASSERT_EQ(pieces.result().toHex(), expected) << size;
    }
}

} // namespace tosaic::sha256tests
