// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/velaini.h"

#include "core/formats/vela/inikeys.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

CoreHit findInCore(const CoreIni &core, const QString &name, const QString &key)
{
    auto wanted = name;
    for (auto at = core.sections.size(); at-- > 0;) {
        const auto &section = core.sections[at];
        if (section.name != wanted)
            continue;
        bool isInherited = false;
        for (auto entry = section.entries.rbegin(); entry != section.entries.rend(); ++entry) {
            if (entry->key == key)
                return { &*entry, &section };
            if (entry->key != InheritKey)
                continue;
            // Only what stands before can be inherited, and it replaces what was read so far.
            isInherited = std::any_of(core.sections.begin(), core.sections.begin() + qsizetype(at),
                [&](const IniSection &other) { return other.name == entry->value; });
            if (isInherited) {
                wanted = entry->value;
                break;
            }
        }
        if (!isInherited)
            return {};
    }
    return {};
}

Result<VelaIni> readVelaIni(const IniSources &files)
{
    auto python = readPythonIni(files);
    if (!python)
        return fail(python.error());
    VelaIni ini;
    ini.python = std::move(*python);
    ini.core = readCoreIni(files);
    if (ini.core.sections.size() > CoreSectionLimit)
        return fail(ErrorCode::LimitExceeded,
            u"more than CoreSectionLimit = %1 sections"_s.arg(CoreSectionLimit));
    for (const auto &file : files)
        ini.files.append(file->name());
    for (const auto &section : ini.python.sections) {
        if (section.name.startsWith(SystemPrefix))
            ini.systemConfigs.append(section.name.sliced(SystemPrefix.size()));
        else if (section.name.startsWith(ModePrefix))
            ini.memoryModes.append(section.name.sliced(ModePrefix.size()));
    }
    DiagnosticSink sink;
    lintIni(ini, sink);
    ini.diagnostics = sink.take();
    return ini;
}

} // namespace tosaic::formats::vela
