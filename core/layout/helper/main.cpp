// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/helper/graphvizengine.h"
#include "core/layout/layoutprotocol.h"

#include <cstdio>

#ifdef Q_OS_LINUX
#include <csignal>
#include <sys/prctl.h>
#endif

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::layout;

namespace {

/// Exactly `size` bytes, or fewer at the end of the input. Grows with what arrives, so that a
/// header that lies about the size costs nothing.
QByteArray readBytes(quint64 size)
{
    constexpr quint64 Piece = 1 << 20;
    QByteArray bytes;
    while (static_cast<quint64>(bytes.size()) < size) {
        const auto want = std::min<quint64>(Piece, size - static_cast<quint64>(bytes.size()));
        const auto before = bytes.size();
        bytes.resize(before + static_cast<qsizetype>(want));
        const auto got = std::fread(bytes.data() + before, 1, want, stdin);
        bytes.resize(before + static_cast<qsizetype>(got));
        if (got < want)
            break;
    }
    return bytes;
}

bool writeBytes(const QByteArray &bytes)
{
    const auto size = static_cast<size_t>(bytes.size());
    return std::fwrite(bytes.constData(), 1, size, stdout) == size && std::fflush(stdout) == 0;
}

} // namespace

// Answers layout requests from standard input until it ends. Started by Tosaic, not by people.
int main()
{
#ifdef Q_OS_LINUX
    prctl(PR_SET_PDEATHSIG, SIGKILL); // Graphviz would not notice that nobody waits any more
#endif
    GraphvizEngine engine;
    for (;;) {
        const auto head = readBytes(protocol::HeaderSize);
        if (head.isEmpty())
            return 0;
        const auto header = protocol::readHeader(head);
        if (!header || !*header || (*header)->kind != protocol::Kind::Request) {
            std::fputs("tosaic-layout: standard input is not a layout request\n", stderr);
            return 2;
        }
        const auto body = readBytes((*header)->size);
        if (static_cast<quint64>(body.size()) < (*header)->size)
            return 2;
        const auto request = protocol::decodeRequest(body);
        const auto layout
            = request ? engine.layout(*request) : Result<Layout>(fail(request.error()));
        if (!writeBytes(layout ? protocol::encode(*layout)
                               : protocol::encodeFailure(layout.error().detail)))
            return 1;
    }
}
