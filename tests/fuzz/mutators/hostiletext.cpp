// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutators/mutators.h"

#include <array>

namespace tosaic::fuzz {

QByteArray hostileText(Random &random)
{
    static const std::array texts{ QByteArray(), QByteArray("\x1b[2J\x07\x08"),
        QByteArray("\xe2\x80\xae"
                   "gpj.exe"),
        QByteArray("=cmd|' /C calc'!A0"), QByteArray("@SUM(1+1)*cmd"), QByteArray("-1+1"),
        QByteArray("\xff\xfe\xc0\x80"), QByteArray("../../../../etc/passwd"),
        QByteArray("/dev/zero"), QByteArray("<script>alert(1)</script>"), QByteArray("a\0b", 3),
        QByteArray("nan"), QByteArray("-9223372036854775808"), QByteArray("1e999"),
        QByteArray("%s%n%1%L2"), QByteArray(300, 'x'), QByteArray(5000, '['),
        QByteArray("\xed\xa0\x80"), QByteArray("forward"), QByteArray("{\"a\":[1,{}]}") };
    return texts[random() % texts.size()];
}

} // namespace tosaic::fuzz
