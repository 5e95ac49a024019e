// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/operatornames.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QHash<QString, model::EntityRef> operatorNames(const ProfileSubject &subject)
{
    QHash<QString, model::EntityRef> names;
    if (!subject.table)
        return names;
    const auto add = [&](const QString &name, const model::EntityRef &entity) {
        if (name.isEmpty() || entity.isEmpty())
            return;
        const auto found = names.find(name);
        if (found == names.end())
            names.insert(name, entity);
        else if (*found != entity)
            *found = {};
    };
    const auto &operations = subject.table->operations;
    for (size_t i = 0; i < operations.size(); ++i) {
        const auto entity = subject.entityOf(i);
        const auto &operation = operations[i];
        add(operation.name, entity);
        if (operation.origin.name != operation.name)
            add(operation.origin.name, entity);
        add(operation.origin.edgeNode, entity);
    }
    return names;
}

model::EntityRef instructionOf(const QString &name)
{
    static const QRegularExpression place(u"\\(chain 0, instruction (\\d+)\\)(?: #\\d+)?$"_s);
    const auto match = place.match(name);
    return match.hasMatch() ? model::EntityRef::instruction(0, match.captured(1).toInt())
                            : model::EntityRef();
}

} // namespace tosaic::views
