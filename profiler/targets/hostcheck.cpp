// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/hostcheck.h"

#include "core/toolchain/environment.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Arm's delegates: no ExecuTorch for a computer has them.
constexpr auto NeverHere = std::to_array<const char16_t *>({ u"EthosUBackend", u"VgfBackend" });
/// Registered, but they need libraries of their vendors.
constexpr auto NeedLibraries
    = std::to_array<const char16_t *>({ u"QnnBackend", u"OpenvinoBackend" });

bool isOneOf(const auto &names, const QString &name)
{
    return std::ranges::any_of(
        names, [&name](const char16_t *known) { return name == QStringView(known); });
}

class Check
{
public:
    Check(const HostTarget &target, const HostKernels &kernels, bool isSameVersion)
        : m_target(target), m_kernels(kernels), m_isSameVersion(isSameVersion)
    {
    }

    void method(const model::Method &method);
    void files(const model::Method &method);
    void damage(const model::Program &program);
    void add(const QString &id, Severity severity, const QString &text, const QString &entity = {})
    {
        m_found.push_back({ id, severity, Location{ .entity = entity }, text });
    }
    std::vector<Diagnostic> take() { return std::move(m_found); }

private:
    void delegates(const model::Method &method);
    void operators(const model::Method &method);
    void tensors(const model::Method &method);

    const HostTarget &m_target;
    const HostKernels &m_kernels;
    bool m_isSameVersion;
    std::vector<Diagnostic> m_found;
};

void Check::method(const model::Method &method)
{
    delegates(method);
    operators(method);
    tensors(method);
    const bool frees = std::ranges::any_of(method.instructions, [](const auto &instruction) {
        return std::holds_alternative<model::FreeCall>(instruction);
    });
    if (frees && m_target.warmups + m_target.repeats > 1)
        add(u"run.frees-memory"_s, Severity::Error,
            u"method %1 frees memory: the runtime crashes in the second call; run it once, without "
            "warm-up"_s.arg(method.name));
}

void Check::delegates(const model::Method &method)
{
    QStringList seen;
    for (const auto &delegate : method.delegates) {
        if (seen.contains(delegate.id) || m_kernels.backends.contains(delegate.id))
            continue;
        seen += delegate.id;
        if (isOneOf(NeedLibraries, delegate.id))
            add(u"run.backend-missing"_s, Severity::Warning,
                u"%1 needs libraries of its vendor on this computer"_s.arg(delegate.id),
                delegate.id);
        else
            add(u"run.backend-missing"_s,
                m_isSameVersion || isOneOf(NeverHere, delegate.id) ? Severity::Error
                                                                   : Severity::Warning,
                u"ExecuTorch on this computer cannot run %1; a simulator or a board can, or "
                "compile it without delegate"_s.arg(delegate.id),
                delegate.id);
    }
}

void Check::operators(const model::Method &method)
{
    QStringList missing;
    for (const auto &name : method.operators) {
        if (!m_kernels.operators.contains(name) && !missing.contains(name))
            missing += name;
    }
    if (missing.isEmpty())
        return;
    const bool isCertain = m_isSameVersion || std::ranges::any_of(missing, [](const QString &name) {
        return name.startsWith("cortex_m::"_L1);
    });
    add(u"run.kernel-missing"_s, isCertain ? Severity::Error : Severity::Warning,
        u"ExecuTorch %1 has no kernel for %2 on a computer"_s.arg(
            m_kernels.executorch, missing.join(u", "_s)),
        missing.front());
}

void Check::tensors(const model::Method &method)
{
    QStringList unplanned;
    bool isUnbound = false;
    bool isElsewhere = false;
    for (const auto &value : method.values) {
        const auto *tensor = std::get_if<model::Tensor>(&value);
        if (!tensor)
            continue;
        isUnbound = isUnbound || tensor->dynamism == model::ShapeDynamism::DynamicUnbound;
        isElsewhere = isElsewhere || tensor->deviceType != 0;
        const bool hasStorage = tensor->planned || tensor->constant || tensor->isExternal
            || tensor->dataBufferIndex > 0;
        if (!tensor->name.isEmpty() && !hasStorage)
            unplanned += tensor->name;
    }
    if (isUnbound)
        add(u"run.shape-unbound"_s, Severity::Error,
            u"method %1 has a tensor of unbounded size, which the runtime refuses"_s.arg(
                method.name));
    if (isElsewhere)
        add(u"run.device-missing"_s, Severity::Error,
            u"method %1 has memory on another device, which the runtime here does not know"_s.arg(
                method.name));
    if (!unplanned.isEmpty())
        add(u"run.state-unplanned"_s, Severity::Error,
            u"method %1 keeps state without planned memory (%2): the caller has to supply it, and "
            "without it the runtime crashes"_s.arg(method.name, unplanned.join(u", "_s)),
            unplanned.front());
}

void Check::files(const model::Method &method)
{
    for (const auto &path : m_target.dataFiles + m_target.inputFiles) {
        if (!QFileInfo(path).isFile())
            add(u"run.file-missing"_s, Severity::Error, u"the file does not exist"_s, path);
    }
    const bool isExternal = std::ranges::any_of(method.values, [](const model::Value &value) {
        const auto *tensor = std::get_if<model::Tensor>(&value);
        return tensor && tensor->isExternal;
    });
    if (isExternal && m_target.dataFiles.isEmpty())
        add(u"run.data-missing"_s, Severity::Error,
            u"method %1 keeps constants in a .ptd file, and none is given"_s.arg(method.name));
    const auto tensors = std::ranges::count_if(method.inputs, [&method](model::ValueIndex input) {
        return method.tensor(static_cast<qint32>(input.value)) != nullptr;
    });
    const auto given = m_target.inputFiles.size();
    if (given > 0 && given != tensors)
        add(u"run.input-count"_s, Severity::Error,
            u"method %1 takes %2 tensors, and %3 input files are given"_s.arg(method.name)
                .arg(tensors)
                .arg(given));
}

/// The runtime takes some damaged programs and computes nonsense with them.
void Check::damage(const model::Program &program)
{
    for (const auto &problem : program.diagnostics) {
        if (problem.severity != Severity::Info)
            m_found.push_back(
                { u"run.damaged"_s, Severity::Warning, problem.location, problem.text });
    }
}

QStringList namesIn(const QJsonValue &value)
{
    QStringList names;
    const auto items = value.toArray();
    for (const auto &item : items)
        names += item.toString();
    return names;
}

} // namespace

Result<HostKernels> readHostKernels(const QString &drivers)
{
    const auto folder = drivers.isEmpty() ? toolchain::driversDir() : drivers;
    QFile file(QDir(folder).filePath(u"host_kernels.json"_s));
    if (folder.isEmpty() || !file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::ToolMissing, u"the drivers are not installed"_s,
            Location{ .file = file.fileName() });
    const auto object = QJsonDocument::fromJson(file.readAll()).object();
    HostKernels kernels{ .executorch = object["executorch"_L1].toString(),
        .backends = namesIn(object["backends"_L1]) };
    for (const auto &key : { u"kernels"_s, u"quantized"_s, u"llm"_s }) {
        const auto names = namesIn(object[key]);
        kernels.operators.unite(QSet<QString>(names.begin(), names.end()));
    }
    if (kernels.executorch.isEmpty() || kernels.operators.isEmpty())
        return fail(ErrorCode::FormatDamaged, u"not a list of kernels"_s,
            Location{ .file = file.fileName() });
    return kernels;
}

std::vector<Diagnostic> checkHostRun(const model::Program &program, const HostTarget &target,
    const HostKernels &kernels, const QString &executorch)
{
    Check check(target, kernels, executorch.isEmpty() || executorch.startsWith(kernels.executorch));
    const auto found = std::ranges::find(program.methods, target.method, &model::Method::name);
    if (found == program.methods.end()) {
        QStringList names;
        for (const auto &method : program.methods)
            names += method.name;
        check.add(u"run.method-missing"_s, Severity::Error,
            u"the program has no method %1; it has %2"_s.arg(
                target.method, names.isEmpty() ? u"none"_s : names.join(u", "_s)),
            target.method);
        return check.take();
    }
    if (target.repeats < 1 || target.warmups < 0)
        check.add(u"run.repeats"_s, Severity::Error, u"at least one repeat is needed"_s);
    check.method(*found);
    check.files(*found);
    check.damage(program);
    return check.take();
}

} // namespace tosaic::profile
