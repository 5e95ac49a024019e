// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/facts.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class CompileSpecInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::CompileSpecInspection)
public:
    static Section stored(const model::Delegate &delegate);
    static Section flags(const QString &text, const QString &target);
    static Section tosa(const QString &text);

private:
    static QString tosaPart(const QString &part);
    static QString option(const QString &name);
    static QString readable(const QByteArray &value);
    static QString note(const QString &key);
};

QString CompileSpecInspection::readable(const QByteArray &value)
{
    const auto json = QJsonDocument::fromJson(value);
    if (json.isObject() || json.isArray())
        return QString::fromUtf8(json.toJson(QJsonDocument::Indented)).trimmed();
    const auto text = QString::fromUtf8(value);
    if (text.toUtf8() == value && !text.contains(u'\0'))
        return text;
    return tr("bytes %1").arg(QString::fromLatin1(value.toHex(' ')));
}

QString CompileSpecInspection::note(const QString &key)
{
    if (key == "debug_artifact_path"_L1)
        return tr("A folder of the machine that compiled: it leaks into what you ship.");
    if (key == "transform_pipeline_config"_L1)
        return tr("written when it differs from the tool's default");
    return {};
}

Section CompileSpecInspection::stored(const model::Delegate &delegate)
{
    Section s{ .id = u"specs"_s, .title = tr("Compile specs as stored") };
    for (const auto &entry : delegate.compileSpecs) {
        const auto text = readable(entry.value);
        const bool leaks = entry.key == "debug_artifact_path"_L1;
        s.add(entry.key, text.isEmpty() ? tr("empty") : text,
            leaks ? Emphasis::Warning : Emphasis::Code, note(entry.key));
    }
    return s;
}

QString CompileSpecInspection::tosaPart(const QString &part)
{
    if (part.startsWith("TOSA-"_L1))
        return tr("version of the TOSA specification");
    if (part == "INT"_L1)
        return tr("integer profile: quantised operators only");
    if (part == "FP"_L1)
        return tr("floating point profile");
    if (part == "int16"_L1)
        return tr("16-bit activations");
    if (part == "int4"_L1)
        return tr("4-bit weights");
    if (part == "cf"_L1)
        return tr("control flow");
    if (part == "u55"_L1)
        return tr("limits of Ethos-U55 and U65");
    return tr("extension");
}

Section CompileSpecInspection::tosa(const QString &text)
{
    Section s{ .id = u"tosa-spec"_s, .title = tr("TOSA level") };
    for (const auto &part : text.split(u'+', Qt::SkipEmptyParts))
        s.add(part, tosaPart(part));
    return s;
}

QString CompileSpecInspection::option(const QString &name)
{
    if (name == "--accelerator-config"_L1)
        return tr("NPU and its MACs per cycle");
    if (name == "--system-config"_L1)
        return tr("clock and memory speeds of the estimate");
    if (name == "--memory-mode"_L1)
        return tr("where weights and arena live");
    if (name == "--config"_L1)
        return tr("file that defines system configs and memory modes");
    if (name == "--output-format"_L1)
        return tr("what Vela hands to ExecuTorch");
    if (name == "--optimise"_L1)
        return tr("for speed or for memory");
    if (name == "--arena-cache-size"_L1)
        return tr("bytes of fast scratch");
    return {};
}

// Vela's arguments are split on single spaces and the last of equal options wins.
Section CompileSpecInspection::flags(const QString &text, const QString &target)
{
    Section s{ .id = u"flags"_s, .title = tr("Vela options, decoded") };
    QStringList seen;
    for (const auto &flag : text.split(u' ', Qt::SkipEmptyParts)) {
        const auto name = flag.section(u'=', 0, 0);
        const bool hasValue = flag.contains(u'=');
        auto detail = option(name);
        if (seen.contains(name))
            detail = tr("given before; the last one wins");
        seen.append(name);
        s.add(name, hasValue ? flag.section(u'=', 1) : tr("set"), detail);
        const auto family = flag.section(u'=', 1).section(u'_', 0, 1).toLower();
        if (name == "--system-config"_L1 && family.startsWith("ethos_u"_L1) && !target.isEmpty()
            && !target.startsWith(QString(family).replace(u'_', u'-'), Qt::CaseInsensitive))
            s.add(tr("Warning"),
                tr("This system config is not one of %1: clock and bandwidth of every "
                   "estimate are another NPU's.")
                    .arg(target),
                Emphasis::Warning);
    }
    return s;
}

} // namespace

std::vector<Section> compileSpecSections(const model::Delegate &delegate)
{
    std::vector<Section> sections;
    if (delegate.compileSpecs.empty())
        return sections;
    QString target;
    for (const auto &entry : delegate.compileSpecs) {
        if (entry.key == "target"_L1)
            target = QString::fromUtf8(entry.value);
    }
    for (const auto &entry : delegate.compileSpecs) {
        const auto text = QString::fromUtf8(entry.value);
        if (entry.key == "compile_flags"_L1)
            sections.push_back(CompileSpecInspection::flags(text, target));
        else if (entry.key == "tosa_spec"_L1)
            sections.push_back(CompileSpecInspection::tosa(text));
    }
    sections.push_back(CompileSpecInspection::stored(delegate));
    return sections;
}

} // namespace tosaic::views
