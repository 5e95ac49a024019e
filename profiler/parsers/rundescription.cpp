// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/rundescription.h"

#include "core/base/sizestext.h"
#include "profiler/parsers/profiledescription.h"
#include "profiler/parsers/reportedoverflows.h"
#include "profiler/parsers/rundescriptionparts.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using namespace runtext;

namespace {

QString productOf(const LogNpu &npu)
{
    return npu.product.isEmpty() ? label(QT_TRANSLATE_NOOP("Description", "Not known"))
                                 : u"Ethos-"_s + npu.product;
}

QString compiledForText(const LogNpu &npu)
{
    QStringList parts;
    if (!npu.product.isEmpty())
        parts << productOf(npu);
    if (npu.macs)
        parts << u"%1 MACs per cycle"_s.arg(number(*npu.macs));
    if (!npu.archVersion.isEmpty())
        parts << u"architecture %1"_s.arg(npu.archVersion);
    return parts.join(u", "_s);
}

DescriptionSection consoleSection(const Run &run)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Console")), {}, {} };
    Facts facts(section);
    facts.add(QT_TRANSLATE_NOOP("Description", "Family"), familyName(run.family));
    facts.add(QT_TRANSLATE_NOOP("Description", "Status"),
        run.isAbridged ? u"%1 (abridged log)"_s.arg(statusName(run.status))
                       : statusName(run.status));
    facts.add(QT_TRANSLATE_NOOP("Description", "Inferences"), run.inferences, inferences);
    facts.add(QT_TRANSLATE_NOOP("Description", "Measurements"), number(run.profiles.size()));
    const auto hertz = [](quint64 clock) { return u"%1 Hz"_s.arg(number(clock)); };
    facts.add(QT_TRANSLATE_NOOP("Description", "CPU clock"), run.cpuClockHz, hertz);
    facts.add(QT_TRANSLATE_NOOP("Description", "NPU clock"), run.npuClockHz, hertz);
    if (run.etdump)
        facts.add(QT_TRANSLATE_NOOP("Description", "ETDump in the log"),
            bytes(static_cast<quint64>(run.etdump->size())));
    return section;
}

DescriptionSection npuSection(const LogNpu &npu)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "NPU")), {}, {} };
    Facts facts(section);
    facts.add(QT_TRANSLATE_NOOP("Description", "Product"), productOf(npu));
    facts.add(QT_TRANSLATE_NOOP("Description", "MACs per cycle"),
        npu.macs ? number(*npu.macs) : label(QT_TRANSLATE_NOOP("Description", "Not known")));
    facts.add(QT_TRANSLATE_NOOP("Description", "Architecture version"), npu.archVersion);
    facts.add(QT_TRANSLATE_NOOP("Description", "Driver version"), npu.driverVersion);
    facts.add(QT_TRANSLATE_NOOP("Description", "Command stream version"), npu.commandStreamVersion,
        number);
    return section;
}

void addTensors(
    DescriptionTable &table, const std::vector<LogTensor> &tensors, const QString &direction)
{
    for (size_t i = 0; i < tensors.size(); ++i) {
        addRow(table,
            { direction, QString::number(i), tensors[i].dtype,
                u'[' + sizesText(tensors[i].shape, u", "_s) + u']',
                tensors[i].bytes ? number(*tensors[i].bytes) : QString() });
    }
}

DescriptionSection modelSection(const LogModel &model)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Model")), {}, {} };
    Facts facts(section);
    facts.add(QT_TRANSLATE_NOOP("Description", "Name"), model.name);
    facts.add(QT_TRANSLATE_NOOP("Description", "Program size"), model.pteBytes, bytes);
    facts.add(QT_TRANSLATE_NOOP("Description", "Model size"), model.bytes, bytes);
    facts.add(QT_TRANSLATE_NOOP("Description", "Methods"), model.methodCount, number);
    facts.add(QT_TRANSLATE_NOOP("Description", "Command stream"), model.commandStreamWords,
        [](quint64 words) { return counted(words, u"word (32 bit)"_s, u"words (32 bit)"_s); });
    if (model.compiledFor)
        facts.add(
            QT_TRANSLATE_NOOP("Description", "Compiled for"), compiledForText(*model.compiledFor));
    if (!model.operators.empty())
        facts.add(QT_TRANSLATE_NOOP("Description", "Operators"),
            u"%1: %2"_s.arg(number(model.operators.size()),
                listed(model.operators, [](const QString &name) { return name; })));
    if (model.inputs.empty() && model.outputs.empty())
        return section;
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Tensor")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Index")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Type")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Shape")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Bytes")), true } };
    addTensors(section.table, model.inputs, label(QT_TRANSLATE_NOOP("Description", "input")));
    addTensors(section.table, model.outputs, label(QT_TRANSLATE_NOOP("Description", "output")));
    return section;
}

QString allocatorText(const Allocator &allocator)
{
    QStringList parts;
    const auto add = [&parts](const std::optional<quint64> &value, const QString &form) {
        if (value)
            parts << form.arg(bytes(*value));
    };
    add(allocator.used, u"%1 used"_s);
    add(allocator.total, u"%1 in total"_s);
    add(allocator.loaded, u"%1 for the loaded program"_s);
    add(allocator.input, u"%1 for inputs"_s);
    add(allocator.executor, u"%1 for the executor"_s);
    return parts.join(u", "_s);
}

DescriptionSection memorySection(const LogMemory &memory)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Memory")), {}, {} };
    Facts facts(section);
    facts.add(QT_TRANSLATE_NOOP("Description", "Planned buffers"), memory.plannedBytes, bytes);
    if (memory.methodAllocator)
        facts.add(QT_TRANSLATE_NOOP("Description", "Method allocator"),
            allocatorText(*memory.methodAllocator));
    if (memory.tempAllocator)
        facts.add(QT_TRANSLATE_NOOP("Description", "Temporary allocator"),
            allocatorText(*memory.tempAllocator));
    facts.add(QT_TRANSLATE_NOOP("Description", "Tensor arena used"), memory.arenaBytes, bytes);
    facts.add(QT_TRANSLATE_NOOP("Description", "Tensor arena size"), memory.arenaTotalBytes, bytes);
    return section;
}

DescriptionSection jobsSection(const std::vector<LogJob> &jobs)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Inference jobs")), {}, {} };
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Job")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Status")), true } };
    for (const auto &job : jobs)
        addRow(section.table, { job.name, job.status ? QString::number(*job.status) : QString() });
    return section;
}

DescriptionSection outputsSection(const std::vector<LogOutput> &outputs)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Outputs")), {}, {} };
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Output")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Elements")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Printed")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Values")), false } };
    const auto cell
        = [](const std::optional<quint64> &value) { return value ? number(*value) : QString(); };
    for (const auto &output : outputs)
        addRow(section.table,
            { cell(output.index), cell(output.count),
                cell(output.shown ? output.shown : output.count),
                output.values
                    ? listed(*output.values, [](double value) { return QString::number(value); })
                    : QString() });
    return section;
}

DescriptionSection errorsSection(const std::vector<LogError> &errors)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Errors in the log")), {},
        {} };
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Line")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Code")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Text")), false } };
    for (const auto &error : errors)
        addRow(section.table, { QString::number(error.line), error.code, error.text });
    return section;
}

} // namespace

std::vector<DescriptionSection> describeRun(const Run &run)
{
    std::vector<DescriptionSection> sections{ consoleSection(run) };
    sections.push_back(npuSection(run.npu.value_or(LogNpu{})));
    if (run.model)
        sections.push_back(modelSection(*run.model));
    if (auto memory = memorySection(run.memory); !memory.facts.empty())
        sections.push_back(std::move(memory));
    const auto overflows = reportedOverflows(run);
    for (size_t i = 0; i < run.profiles.size() && i < MaxRows; ++i) {
        sections.push_back(profileSection(run.profiles[i], i + 1, run.family, overflows));
        if (run.profiles[i].layers)
            sections.push_back(layersSection(*run.profiles[i].layers, i + 1));
    }
    if (!run.jobs.empty())
        sections.push_back(jobsSection(run.jobs));
    if (!run.outputs.empty())
        sections.push_back(outputsSection(run.outputs));
    if (!run.errors.empty())
        sections.push_back(errorsSection(run.errors));
    return sections;
}

} // namespace tosaic::profile
