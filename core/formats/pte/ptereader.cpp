// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/ptereader.h"

#include "core/formats/pte/methodchecks.h"
#include "core/formats/pte/methods.h"
#include "core/formats/pte/verify.h"

#include "program_generated.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace {

void checkProgram(ReadContext &context, const model::Program &program)
{
    if (program.version > 0) {
        context.report(u"pte.version"_s, Severity::Error,
            u"schema version %1, runtimes support 0: they refuse the file"_s.arg(program.version),
            context.inFile());
    }
    if (program.methods.empty())
        context.report(u"pte.no-methods"_s, Severity::Error,
            u"the program has no methods: there is nothing to run"_s, context.inFile());
    QSet<QString> names;
    for (const auto &method : program.methods) {
        if (names.contains(method.name)) {
            context.report(u"pte.duplicate-name"_s, Severity::Warning,
                u"two methods have this name: the runtime always takes the first"_s,
                context.inEntity(u"method %1"_s.arg(method.name)));
        }
        names.insert(method.name);
        checkMethod(context, method);
    }
}

} // namespace

Result<std::shared_ptr<const model::Program>> read(
    std::shared_ptr<const ByteSource> source, const ExternalBytes &external)
{
    ReadContext context(*source);
    const auto head = readHead(context);
    if (!head)
        return fail(head.error());
    const auto root = verifiedRoot(context, *head);
    if (!root)
        return fail(root.error());

    auto program = std::make_shared<model::Program>();
    program->source = source;
    program->identifier = head->identifier;
    program->header = head->header;
    program->version = (*root)->version();
    const Segments segments(context, *head, **root);
    program->segments = segments.stored();
    program->namedData = readNamedData(context, **root, segments);
    const TensorData data(context, **root, segments);
    DelegateReader delegates(context, **root, segments, program->namedData, external);
    for (quint32 i = 0, count = context.count((*root)->execution_plan()); i < count; ++i) {
        program->methods.push_back(
            readMethod(context, *(*root)->execution_plan()->Get(i), data, delegates));
        if (const auto limit = context.limitError())
            return fail(*limit);
    }
    if (const auto limit = context.limitError())
        return fail(*limit);
    checkProgram(context, *program);
    program->diagnostics = context.takeDiagnostics();
    return std::shared_ptr<const model::Program>(std::move(program));
}

} // namespace tosaic::formats::pte
