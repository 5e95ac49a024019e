// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/streamowner.h"

#include <QCoreApplication>

namespace tosaic::views {

QString streamOwnerName(const model::EntityRef &owner)
{
    using Kind = model::EntityRef::Kind;
    if (owner.kind == Kind::Delegate)
        return QCoreApplication::translate("StreamOwner", "Delegate %1").arg(owner.index);
    return owner.kind == Kind::Operator
        ? QCoreApplication::translate("StreamOwner", "Operator %1").arg(owner.index)
        : QCoreApplication::translate("StreamOwner", "the file");
}

QString streamOwnerName(const model::EntityRef &owner, int stream)
{
    return owner.isEmpty()
        ? QCoreApplication::translate("StreamOwner", "Command stream %1").arg(stream)
        : streamOwnerName(owner);
}

} // namespace tosaic::views
