// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/filehashes.h"

#include "core/base/bytesource.h"
#include "profiler/targets/embeddedprograms.h"
#include "profiler/targets/fvpcommand.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Empty if the file cannot be read.
QString hashOf(const QString &path)
{
    const auto source = ByteSource::map(path);
    return source ? sha256Hex((*source)->bytes()) : QString();
}

/// Of the program in a runner; empty if there is none, or several: which of them ran is not known.
QString hashOfProgramIn(const QString &elf)
{
    const auto programs = embeddedPrograms(elf);
    return programs.size() == 1 ? programs.front().sha256() : QString();
}

} // namespace

std::map<QString, QString> programFiles(const RunRequest &request)
{
    const auto *fvp = std::get_if<FvpTarget>(&request.target);
    if (!fvp)
        return {}; // a host run tells its own
    std::map<QString, QString> files{ { u"elf"_s, fvp->elf } };
    if (!fvp->pte.isEmpty())
        files.emplace(u"pte"_s, fvp->pte);
    return files;
}

FileHashes hashFiles(
    std::vector<workspace::RunFile> left, const std::map<QString, QString> &programs)
{
    FileHashes made{ .files = std::move(left) };
    for (auto &file : made.files) {
        if (file.sha256.isEmpty())
            file.sha256 = hashOf(file.path);
        if (file.size == 0)
            file.size = static_cast<quint64>(QFile(file.path).size());
        if (!file.sha256.isEmpty())
            made.artefacts.emplace(file.role, file.sha256);
    }
    for (const auto &[role, path] : programs) {
        if (const auto hash = hashOf(path); !hash.isEmpty())
            made.artefacts[role] = hash;
    }
    if (const auto elf = programs.find(u"elf"_s);
        elf != programs.end() && !programs.contains(u"pte"_s)) {
        if (const auto hash = hashOfProgramIn(elf->second); !hash.isEmpty())
            made.artefacts[u"pte"_s] = hash;
    }
    return made;
}

void describeRequest(const RunRequest &request, workspace::RunConditions &conditions)
{
    const auto *fvp = std::get_if<FvpTarget>(&request.target);
    if (!fvp)
        return;
    if (conditions.target.isEmpty())
        conditions.target = factsOf(fvp->platform).target(fvp->macs);
    if (!conditions.macs)
        conditions.macs = fvp->macs;
    if (fvp->isFast)
        conditions.mode = u"fast"_s;
}

} // namespace tosaic::profile
