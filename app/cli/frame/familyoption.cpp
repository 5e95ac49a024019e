// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/familyoption.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "profiler/parsers/consolefamilies.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

QCommandLineOption familyOption()
{
    return { u"family"_s,
        u"What lines of a console mean, beside the families in %1; may be given several times."_s
            .arg(QDir::toNativeSeparators(profile::userFamiliesDir())),
        u"FILE.json"_s };
}

Result<void> useFamilies(const Input &in)
{
    QStringList paths;
    for (const auto &path : in.values(u"family"_s)) {
        const auto source = TRY(ByteSource::map(path));
        TRY(profile::readFamily(source->bytes().toByteArray(), path));
        paths << QFileInfo(path).absoluteFilePath();
    }
    if (!paths.isEmpty())
        qputenv(profile::FamiliesVariable, paths.join(QDir::listSeparator()).toUtf8());
    return {};
}

} // namespace tosaic::cli
