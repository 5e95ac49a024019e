// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// The keys of vela.ini, as Vela 4.0 to 5.2 knows them (ethosu/vela/architecture_features.py and
/// the C++ core's system_config.cpp).
namespace tosaic::formats::vela {

/// The key of a section that names the one whose keys it takes over.
inline const QString InheritKey = QStringLiteral("inherit");

/// "Sram", "Dram", "OnChipFlash", "OffChipFlash".
const QStringList &iniMemories();
/// Keys of a memory without its name and "_": "clock_scale", ..., "max_writes".
const QStringList &iniMemoryParameters();

/// The spelling that the C++ core needs of a key in any letter case; empty if such a section
/// (system configuration or memory mode) has no such key.
QString iniKey(bool isSystem, const QString &anyCase);
/// All keys in the order in which Arm's file has them, "inherit" first. The memories named come
/// first and in this order.
QStringList iniKeyOrder(bool isSystem, const QStringList &memories = {});
/// "Hz", "bytes", "cycles", "transfers", "ports", "of the core clock"; empty for names.
QString iniUnit(const QString &key);

} // namespace tosaic::formats::vela
