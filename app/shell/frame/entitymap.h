// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <QVariantMap>

/// What is selected, as settings and workspaces keep it.
namespace tosaic::shell {

QVariantMap toMap(const model::EntityRef &entity);
/// Empty if it is none.
model::EntityRef entityFrom(const QVariantMap &map);

} // namespace tosaic::shell
