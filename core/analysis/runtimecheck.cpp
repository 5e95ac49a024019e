// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/programcheck.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

QString libraryNames(const std::vector<KernelLibrary> &libraries)
{
    QStringList names;
    for (const auto library : libraries)
        names << kernelLibraryName(library);
    return names.join(u", "_s);
}

QString noKernelText(const QString &name, const Runtime &runtime)
{
    const auto libraries = librariesWith(name);
    return u"operator %1 has no kernel in runtime \"%2\": loading the method fails with error 0x14; "_s
               .arg(name, runtime.id)
        + (libraries.empty() ? u"no kernel library known here has it"_s
                             : u"it is in the kernels of: %1"_s.arg(libraryNames(libraries)));
}

void checkMethod(const model::Program &program, const model::Method &method, const Runtime &runtime,
    DiagnosticSink &sink)
{
    const auto file = program.source ? program.source->name() : QString();
    QSet<QString> reported;
    for (size_t i = 0; i < method.instructions.size(); ++i) {
        const auto name = method.operatorName(method.instructions[i]);
        if (name.isEmpty() || reported.contains(name) || runtime.serves(name))
            continue;
        reported.insert(name);
        sink.add(u"pte.no-kernel"_s, Severity::Warning, noKernelText(name, runtime),
            { .file = file, .entity = u"method %1, instruction %2"_s.arg(method.name).arg(i) });
    }
    for (size_t i = 0; i < method.delegates.size(); ++i) {
        const auto &id = method.delegates[i].id;
        if (runtime.backends.contains(id) || reported.contains(id))
            continue;
        reported.insert(id);
        sink.add(u"pte.no-backend"_s, Severity::Warning,
            u"delegate %1 needs a backend that runtime \"%2\" does not have: loading the method "
            u"fails "
            "with error 0x20"_s.arg(id, runtime.id),
            { .file = file, .entity = u"method %1, delegate %2"_s.arg(method.name).arg(i) });
    }
}

} // namespace

std::vector<Diagnostic> checkRuntime(const model::Program &program, const Runtime &runtime)
{
    DiagnosticSink sink;
    for (const auto &method : program.methods)
        checkMethod(program, method, runtime, sink);
    return sink.take();
}

} // namespace tosaic::analysis
