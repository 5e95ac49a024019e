// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/fieldwords.h"

#include "core/spec/specjson.h"
#include "core/spec/specrules.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("FieldWords", text);
}

QString exactName(const QString &key)
{
    const QHash<QString, QString> names{
        { u"target"_s, tr("Target") },
        { u"systemConfig"_s, tr("System config") },
        { u"memoryMode"_s, tr("Memory mode") },
        { u"configIni"_s, tr("Config file") },
        { u"extraFlags"_s, tr("Extra flags") },
        { u"externalBlocks"_s, tr("External blocks") },
        { u"externalBlocks.cmdData"_s, tr("Commands in") },
        { u"externalBlocks.weightData"_s, tr("Weights in") },
        { u"debug"_s, tr("Debug information") },
        { u"intermediates"_s, tr("Intermediate files") },
        { u"tosaSpec"_s, tr("TOSA profile") },
        { u"passPipeline"_s, tr("Passes") },
        { u"passPipeline.softmax"_s, tr("Softmax") },
        { u"passPipeline.leakyRelu"_s, tr("Leaky ReLU") },
        { u"passPipeline.quantizeInf"_s, tr("Infinities") },
        { u"passPipeline.sdpaSafeSoftmaxGuard"_s, tr("Attention guard") },
        { u"quantizer"_s, tr("Quantiser") },
        { u"quantizer.scheme"_s, tr("Quantiser") },
        { u"quantizer.activations"_s, tr("Activations") },
        { u"quantizer.weights"_s, tr("Weights") },
        { u"quantizer.io"_s, tr("Type of inputs and outputs") },
        { u"calibration.images"_s, tr("Pictures to calibrate with") },
        { u"quantizer.perChannel"_s, tr("Weights per channel") },
        { u"quantizer.overrides"_s, tr("Exceptions") },
        { u"calibration"_s, tr("Calibration") },
        { u"integerIo"_s, tr("Inputs and outputs") },
        { u"delegate"_s, tr("Delegate") },
        { u"partition"_s, tr("Kept on the CPU") },
        { u"cpuKernels"_s, tr("CPU kernels") },
    };
    return names.value(key);
}

} // namespace

QString parentKey(const QString &key)
{
    const auto cut = std::max(key.lastIndexOf(u'.'), key.lastIndexOf(u'['));
    return cut < 0 ? QString() : key.left(cut);
}

QString fieldName(const QString &key)
{
    for (auto part = key; !part.isEmpty(); part = parentKey(part)) {
        if (const auto name = exactName(part); !name.isEmpty())
            return name;
    }
    return key;
}

QString changeName(
    const spec::CompileSpec &before, const spec::CompileSpec &after, const QString &what)
{
    if (!what.isEmpty() && !exactName(what).isEmpty())
        return exactName(what);
    const auto old = spec::toJson(before);
    const auto now = spec::toJson(after);
    QStringList keys = old.keys();
    for (const auto &key : now.keys()) {
        if (!keys.contains(key))
            keys.append(key);
    }
    keys.removeIf([&](const QString &key) { return old.value(key) == now.value(key); });
    return keys.size() == 1 ? fieldName(keys.constFirst()) : tr("several fields");
}

QString fixText(const spec::RuleHit &hit)
{
    const auto argument
        = hit.fixArgument.size() > 40 ? QString(hit.fixArgument.left(39) + u'…') : hit.fixArgument;
    if (hit.fixLabelId == "use"_L1)
        return tr("Use %1").arg(argument);
    if (hit.fixLabelId == "default"_L1)
        return argument.isEmpty() ? tr("Use the default") : tr("Use the default, %1").arg(argument);
    if (hit.fixLabelId == "remove"_L1)
        return tr("Remove %1").arg(argument);
    if (hit.fixLabelId == "add"_L1)
        return tr("Add %1").arg(argument);
    if (hit.fixLabelId == "replace"_L1)
        return tr("Write %1").arg(argument);
    return hit.fixed ? tr("Mend it") : QString();
}

QString defaultText(const std::vector<spec::SilentDefault> &fallbacks, const QString &target)
{
    static const QStringList ofFamily{ u"systemConfig"_s, u"memoryMode"_s, u"tosaSpec"_s,
        u"passPipeline.softmax"_s };
    const auto family = spec::familyOf(target);
    QStringList parts;
    QStringList flags; // the field does not show these itself
    const auto add = [&parts](const QString &text) {
        if (!parts.contains(text))
            parts << text;
    };
    for (const auto &fallback : fallbacks) {
        if (fallback.key == "extraFlags"_L1)
            flags << fallback.value;
        else if (family && ofFamily.contains(fallback.key))
            add(tr("Default of %1 for %2").arg(fallback.origin, spec::familyName(*family)));
        else
            add(tr("Default of %1").arg(fallback.origin));
        for (const auto &other : fallback.elsewhere)
            add(tr("%1 alone takes %2").arg(other.origin, other.value));
    }
    if (!flags.isEmpty())
        parts.prepend(tr("%1 takes %2").arg(fallbacks.front().origin, flags.join(u", "_s)));
    return parts.join(u"  ·  "_s);
}

} // namespace tosaic::views
