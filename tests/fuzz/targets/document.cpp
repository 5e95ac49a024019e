// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/documents/openmodel.h"
#include "core/formats/registry.h"
#include "tests/fuzz/filefolder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

/// A file that somebody opens, whatever it is: recognised by its content, read by the reader of its
/// kind, with what lies beside it.
void fuzzDocument(std::span<const quint8> input)
{
    const QByteArrayView bytes(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto kind = formats::recognise(bytes);
    static_cast<void>(formats::describe(kind));
    const auto name = kind == formats::FileKind::Unknown ? u"x.pte"_s : u"x"_s;
    if (!writeInput(u"document/"_s + name, bytes))
        std::abort();
    static_cast<void>(openDocument(fileFolder() + u"/document/"_s + name));
}

} // namespace tosaic::fuzz
