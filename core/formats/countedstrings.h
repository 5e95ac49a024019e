// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flatbuffers/flatbuffers.h>

namespace tosaic::formats {

/// What the verifiers that flatc writes call for a list of strings (tosaic_flatbuffers puts it
/// there): as Verifier::VerifyVectorOfStrings, but each string counts as a table against the limit
/// of the verifier. Otherwise many tables that share one long list are walked through without
/// bound. False: a string lies outside of the buffer, or there are too many.
inline bool verifyStrings(flatbuffers::Verifier &verifier,
    const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>> *strings)
{
    for (flatbuffers::uoffset_t i = 0; strings && i < strings->size(); ++i) {
        if (!verifier.VerifyComplexity() || !verifier.EndTable()
            || !verifier.VerifyString(strings->Get(i)))
            return false;
    }
    return true;
}

} // namespace tosaic::formats
