// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/iniedit.h"

#include <QStringList>

#include <optional>

/// Sections to begin with. Their numbers are starting values, to be replaced by those of the real
/// board: those of Arm's vela.ini of Vela 5.1 where it has such a system.
namespace tosaic::formats::vela {

struct IniTemplate
{
    QString id; ///< "U85-DRAM"; memory modes: "Shared_Sram", "Dedicated_Sram"
    bool isSystem = true;
    QString family; ///< "Ethos_U55"; empty for memory modes
    QString secondMemory; ///< "OffChipFlash" or "Dram"
    QString source; ///< section of Arm's file whose numbers these are; empty: an assumption
    std::vector<IniKeyValue> entries;
};

const std::vector<IniTemplate> &iniTemplates();
const IniTemplate *findIniTemplate(const QString &id);

/// The section of a template under a name of the user's, without prefix ("Board", or
/// "Ethos_U55_Board"). A system's name gets its family in front, since the C++ core takes the width
/// of the AXI ports from it; a name of another family is SpecInvalid. `cacheBytes` is the
/// size of a Dedicated_Sram; absent: the whole address space, which fits no chip.
Result<IniSectionText> iniFromTemplate(
    const IniTemplate &from, const QString &name, std::optional<qint64> cacheBytes = std::nullopt);

} // namespace tosaic::formats::vela
