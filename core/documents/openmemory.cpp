// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/openmemory.h"

#include "core/base/try.h"
#include "core/documents/openmodel.h"

using namespace Qt::StringLiterals;

namespace tosaic {

Result<analysis::MemoryFacts> readMemoryFacts(const QString &path, const ArtefactFinder *finder)
{
    const auto opened = TRY(openModel(path, finder));
    auto facts = opened.result ? analysis::detailedMemoryFacts(*opened.result, opened.program)
        : opened.program       ? analysis::memoryFacts(*opened.program)
                               : analysis::MemoryFacts();
    if (facts.isEmpty())
        return fail(ErrorCode::FormatUnknown,
            u"neither a program nor a compile that left numbers"_s, { .file = path });
    return facts;
}

} // namespace tosaic
