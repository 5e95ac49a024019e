// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/entitymap.h"

using namespace Qt::StringLiterals;

namespace tosaic::shell {

QVariantMap toMap(const model::EntityRef &entity)
{
    return { { u"kind"_s, static_cast<int>(entity.kind) }, { u"method"_s, entity.method },
        { u"index"_s, entity.index }, { u"subIndex"_s, entity.subIndex },
        { u"name"_s, entity.name }, { u"offset"_s, entity.bytes.offset },
        { u"size"_s, entity.bytes.size } };
}

model::EntityRef entityFrom(const QVariantMap &map)
{
    const int kind = map.value(u"kind"_s).toInt();
    if (kind <= 0 || kind > static_cast<int>(model::EntityRef::Kind::NpuCommand))
        return {};
    model::EntityRef entity;
    entity.kind = static_cast<model::EntityRef::Kind>(kind);
    entity.method = map.value(u"method"_s).toInt();
    entity.index = map.value(u"index"_s).toInt();
    entity.subIndex = map.value(u"subIndex"_s).toInt();
    entity.name = map.value(u"name"_s).toString();
    entity.bytes = { map.value(u"offset"_s).toULongLong(), map.value(u"size"_s).toULongLong() };
    return entity;
}

} // namespace tosaic::shell
