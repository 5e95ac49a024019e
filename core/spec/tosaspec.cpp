// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/tosaspec.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

QStringList validExtensions(int minor, const QStringList &profiles)
{
    QStringList valid;
    if (profiles.contains(u"INT"_s)) {
        valid += { u"int16"_s, u"int4"_s, u"var"_s, u"cf"_s };
        if (minor == 1)
            valid += { u"shape"_s, u"int64"_s };
    }
    if (profiles.contains(u"FP"_s)) {
        valid += { u"bf16"_s, u"fp8e4m3"_s, u"fp8e5m2"_s, u"fft"_s, u"var"_s, u"cf"_s };
        if (minor == 1)
            valid += { u"shape"_s, u"int64"_s, u"random"_s, u"mxfp"_s, u"blockscale_ue5m3"_s };
    }
    valid.removeDuplicates();
    return valid;
}

} // namespace

Result<TosaSpecification> parseTosaSpec(const QString &text)
{
    static const QRegularExpression shape(u"^TOSA-(\\d+)\\.(\\d+)(?:\\.\\d+)?\\+(.+)$"_s);
    const auto match = shape.match(text);
    if (!match.hasMatch())
        return fail(ErrorCode::SpecInvalid,
            u"'%1' is no TOSA specification; it looks like TOSA-1.0+INT+int16, in this letter case"_s
                .arg(text));
    TosaSpecification spec;
    spec.minor = match.captured(2).toInt();
    if (match.captured(1).toInt() != 1 || spec.minor > 1)
        return fail(ErrorCode::SpecInvalid,
            u"TOSA %1.%2 is not supported; there are 1.0 and 1.1"_s.arg(
                match.captured(1), match.captured(2)));
    QStringList others;
    for (const auto &part : match.captured(3).split(u'+')) {
        if (part == u"u55"_s && !spec.isU55)
            spec.isU55 = true;
        else if (part == u"8k"_s && !spec.is8k)
            spec.is8k = true;
        else if (part == u"INT"_s || part == u"FP"_s)
            spec.profiles.append(part);
        else
            others.append(part);
    }
    if (spec.profiles.isEmpty() || spec.profiles.size() > 2)
        return fail(ErrorCode::SpecInvalid,
            u"'%1' needs a profile, INT or FP, in this letter case"_s.arg(text));
    const auto valid = validExtensions(spec.minor, spec.profiles);
    for (const auto &part : others) {
        if (!valid.contains(part))
            return fail(ErrorCode::SpecInvalid,
                u"'%1' is no extension of TOSA 1.%2 %3; there are: %4"_s.arg(part,
                    QString::number(spec.minor), spec.profiles.join(u'+'), valid.join(u", "_s)));
    }
    spec.extensions = others;
    return spec;
}

} // namespace tosaic::spec
