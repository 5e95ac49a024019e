// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/flagwords.h"

#include "core/spec/velaoptions.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Help
{
    const char16_t *option;
    const char *text;
};

// After Vela 5.1.0's own --help.
constexpr Help Helps[] = {
    { u"--accelerator-config", QT_TRANSLATE_NOOP("FlagWords", "Which NPU to compile for.") },
    { u"--api-version", QT_TRANSLATE_NOOP("FlagWords", "Prints the API version and ends.") },
    { u"--arena-cache-size",
        QT_TRANSLATE_NOOP(
            "FlagWords", "Bytes of the arena cache. Replaces the value of the memory mode.") },
    { u"--config", QT_TRANSLATE_NOOP("FlagWords", "A further config file.") },
    { u"--cop-format", QT_TRANSLATE_NOOP("FlagWords", "Format of the driver actions.") },
    { u"--cpu-tensor-alignment",
        QT_TRANSLATE_NOOP("FlagWords", "Alignment in bytes of tensors that the CPU sees.") },
    { u"--debug-force-legacy-core",
        QT_TRANSLATE_NOOP("FlagWords", "Compiles with the old Python core.") },
    { u"--debug-force-regor", QT_TRANSLATE_NOOP("FlagWords", "Compiles with the C++ core.") },
    { u"--disable-buffering", QT_TRANSLATE_NOOP("FlagWords", "No weight buffering.") },
    { u"--disable-cascading", QT_TRANSLATE_NOOP("FlagWords", "No cascading of operators.") },
    { u"--disable-chaining", QT_TRANSLATE_NOOP("FlagWords", "No chaining of operators.") },
    { u"--disable-fwd", QT_TRANSLATE_NOOP("FlagWords", "No fast weight decoding.") },
    { u"--disable-ifm-reuse",
        QT_TRANSLATE_NOOP("FlagWords", "Outputs do not take the place of inputs.") },
    { u"--enable-debug-db",
        QT_TRANSLATE_NOOP("FlagWords", "Writes the debug database that joins commands to TOSA.") },
    { u"--experimental-softmax-int16-neg-exp-range",
        QT_TRANSLATE_NOOP("FlagWords", "Negative exponent range of int16 softmax.") },
    { u"--force-symmetric-int-weights",
        QT_TRANSLATE_NOOP("FlagWords", "Takes zero points of signed weights as 0.") },
    { u"--help", QT_TRANSLATE_NOOP("FlagWords", "Prints the options and ends.") },
    { u"--hillclimb-max-iterations",
        QT_TRANSLATE_NOOP("FlagWords", "Steps of the hill climb allocator.") },
    { u"--ignore-ops", QT_TRANSLATE_NOOP("FlagWords", "Leaves TFLite operator kinds on the CPU.") },
    { u"--list-config-files",
        QT_TRANSLATE_NOOP("FlagWords", "Prints the config files that come with Vela and ends.") },
    { u"--list-configs",
        QT_TRANSLATE_NOOP("FlagWords", "Prints what a config file defines and ends.") },
    { u"--max-block-dependency",
        QT_TRANSLATE_NOOP("FlagWords", "Largest block dependency between operations.") },
    { u"--memory-mode", QT_TRANSLATE_NOOP("FlagWords", "Memory mode of the config file.") },
    { u"--optimise",
        QT_TRANSLATE_NOOP(
            "FlagWords", "Performance: as fast as the arena cache allows. Size: least SRAM.") },
    { u"--output-dir", QT_TRANSLATE_NOOP("FlagWords", "Where files are written.") },
    { u"--output-format", QT_TRANSLATE_NOOP("FlagWords", "TFLite or raw output.") },
    { u"--recursion-limit", QT_TRANSLATE_NOOP("FlagWords", "Python's recursion limit.") },
    { u"--separate-io-regions",
        QT_TRANSLATE_NOOP("FlagWords", "Inputs and outputs in regions of their own.") },
    { u"--show-cpu-operations",
        QT_TRANSLATE_NOOP("FlagWords", "Prints which operators fall back to the CPU.") },
    { u"--show-subgraph-io-summary",
        QT_TRANSLATE_NOOP("FlagWords", "Prints inputs and outputs of the subgraphs.") },
    { u"--supported-ops-report",
        QT_TRANSLATE_NOOP("FlagWords", "Writes SUPPORTED_OPS.md and ends.") },
    { u"--system-config", QT_TRANSLATE_NOOP("FlagWords", "System of the config file.") },
    { u"--tensor-allocator",
        QT_TRANSLATE_NOOP("FlagWords", "How tensors get their places in the arena.") },
    { u"--timing", QT_TRANSLATE_NOOP("FlagWords", "Times the compiler.") },
    { u"--verbose-all", QT_TRANSLATE_NOOP("FlagWords", "All reports on the console.") },
    { u"--verbose-allocation", QT_TRANSLATE_NOOP("FlagWords", "Reports tensor allocation.") },
    { u"--verbose-config",
        QT_TRANSLATE_NOOP("FlagWords", "Reports system config and memory mode.") },
    { u"--verbose-cycle-estimate", QT_TRANSLATE_NOOP("FlagWords", "Reports estimated cycles.") },
    { u"--verbose-graph", QT_TRANSLATE_NOOP("FlagWords", "Reports graph optimisation.") },
    { u"--verbose-high-level-command-stream",
        QT_TRANSLATE_NOOP("FlagWords", "Reports the high level command stream.") },
    { u"--verbose-operators", QT_TRANSLATE_NOOP("FlagWords", "Reports the operators.") },
    { u"--verbose-packing", QT_TRANSLATE_NOOP("FlagWords", "Reports pass packing.") },
    { u"--verbose-performance",
        QT_TRANSLATE_NOOP("FlagWords", "Writes the per-layer report of cycles and traffic.") },
    { u"--verbose-progress", QT_TRANSLATE_NOOP("FlagWords", "Reports progress.") },
    { u"--verbose-quantization", QT_TRANSLATE_NOOP("FlagWords", "Reports quantisation.") },
    { u"--verbose-register-command-stream",
        QT_TRANSLATE_NOOP("FlagWords", "Reports the register commands.") },
    { u"--verbose-schedule", QT_TRANSLATE_NOOP("FlagWords", "Reports the schedule.") },
    { u"--verbose-tensor-format", QT_TRANSLATE_NOOP("FlagWords", "Reports tensor formats.") },
    { u"--verbose-tensor-purpose",
        QT_TRANSLATE_NOOP("FlagWords", "Reports what tensors are for.") },
    { u"--verbose-weights", QT_TRANSLATE_NOOP("FlagWords", "Reports weight compression.") },
    { u"--version", QT_TRANSLATE_NOOP("FlagWords", "Prints the version and ends.") },
};

QString tr(const char *text)
{
    return QCoreApplication::translate("FlagWords", text);
}

} // namespace

QString flagHelp(const QString &option)
{
    for (const auto &help : Helps) {
        if (option == help.option)
            return tr(help.text);
    }
    return {};
}

QString flagRemark(const QString &flag)
{
    const auto end = flag.indexOf(QRegularExpression(u"[= ]"_s));
    const auto name = end < 0 ? flag : flag.left(end);
    const auto *option = spec::matchOption(name).option;
    if (!option)
        return {};
    QStringList parts{ flagHelp(option->nameText()) };
    if (option->isDeprecated)
        parts << tr("Deprecated: Vela warns and will drop it.");
    if (option->effect == spec::OptionEffect::Overridden)
        parts << tr("The spec's own value wins.");
    if (option->effect == spec::OptionEffect::Ignored)
        parts << tr("Without effect in Vela 5.");
    if (option->standard && option->effect == spec::OptionEffect::Normal)
        parts << tr("Default: %1.").arg(QString::fromUtf16(option->standard));
    parts.removeAll(QString());
    return parts.join(u' ');
}

} // namespace tosaic::views
