// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilewords.h"

#include "core/base/units.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("CompileWords", text);
}

} // namespace

QString stageText(const QString &name)
{
    const QHash<QString, QString> words{ { u"import"_s, tr("Starting the compilers") },
        { u"load"_s, tr("Loading the model") }, { u"export"_s, tr("Exporting") },
        { u"quantise"_s, tr("Quantising") }, { u"partition"_s, tr("Partitioning") },
        { u"lower"_s, tr("Lowering to TOSA") }, { u"vela"_s, tr("Compiling with Vela") },
        { u"emit"_s, tr("Writing the program") }, { u"save"_s, tr("Saving reports") } };
    return words.value(name, name);
}

QString nextStepOf(const compiled::CompileResult &result)
{
    const auto error = std::find_if(result.problems.begin(), result.problems.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
    if (error == result.problems.end())
        return tr("Read the log below; the tool's own words are at its end.");
    if (error->id == "tool.timeout"_L1)
        return tr("Raise the time limit in the settings, or keep what takes so long on the CPU.");
    if (error->id == "tool.crashed"_L1)
        return tr("Read the end of the log. The repro bundle in the folder has what the tool's "
                  "authors need.");
    if (error->id.startsWith("tool."_L1))
        return tr("Check the tool environment in the Spec mode, or create a new one.");
    if (error->id.startsWith("spec."_L1) || error->id.startsWith("vela.flags"_L1))
        return tr("Change the field in the Spec mode and compile again.");
    if (error->id.startsWith("model."_L1))
        return tr("Mend the model at the line named in Problems and compile again.");
    if (error->id.contains("disk"_L1))
        return tr("Free some space or choose another output folder in the settings.");
    if (error->id == "io.write"_L1)
        return tr("Choose an output folder that can be written in the settings.");
    return tr("Read the problem in the Problems panel and the log below.");
}

QString waitText(const toolchain::JobQueue &queue, toolchain::QueuedJobId id)
{
    using Reason = toolchain::JobQueue::WaitReason;
    switch (queue.waitReason(id)) {
    case Reason::Paused:
        return tr("Paused");
    case Reason::Memory:
        return tr("Waits for memory: takes about %1").arg(formatBytes(queue.expectedMemory(id)));
    case Reason::Turn:
        return tr("Waits for its turn");
    case Reason::None:
        break;
    }
    return tr("Starts at once");
}

} // namespace tosaic::shell
