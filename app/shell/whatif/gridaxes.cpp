// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/gridaxes.h"

#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/spec/pins.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "views/whatif/axesdialog.h"
#include "views/widgets/errortext.h"

#include <QFileInfo>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

const auto PinKey = u"partition"_s; // of SPEC.json, which has the pins below it

QString pinsName(const spec::KeepOnCpu &pins)
{
    constexpr qsizetype MostNamed = 2;
    const auto texts = spec::pinsOf(pins);
    if (texts.isEmpty())
        return GridAxes::tr("no pins");
    return texts.size() > MostNamed
        ? GridAxes::tr("pins: %1 and %2 more").arg(texts.first()).arg(texts.size() - 1)
        : GridAxes::tr("pins: %1").arg(texts.join(u", "_s));
}

/// A spec that keeps these on the CPU, whatever the one being edited keeps.
sweep::Variant pinVariant(spec::CompileSpec spec, const spec::KeepOnCpu &pins)
{
    spec.keepOnCpu = pins;
    return { pinsName(pins), { { PinKey, spec::toJson(spec).value(PinKey).toObject() } } };
}

/// What a spec file says beside the axes; it is named by its file.
Result<sweep::Variant> readVariant(const QString &path)
{
    const auto spec = TRY(spec::fromJsonText(TRY(readStored(path))));
    auto object = spec::toJson(spec);
    for (const auto &axis : { u"target"_s, u"systemConfig"_s, u"memoryMode"_s })
        object.remove(axis);
    return sweep::Variant{ QFileInfo(path).completeBaseName(), object };
}

} // namespace

GridAxes::GridAxes(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context), m_reading(&context.session.jobs())
{
}

/// Pins and other variants are about one model: the same one after every compile of it.
QString GridAxes::model() const
{
    auto &session = m_context.session;
    return session.compileInput().isEmpty() ? session.model().path() : session.compileInput();
}

sweep::Grid GridAxes::grid() const
{
    sweep::Grid grid;
    grid.optimise = m_optimise;
    grid.extraFlags = m_flags;
    grid.sample = m_sample;
    if (const auto found = m_variants.find(model()); found != m_variants.end())
        grid.variants = found->second.chosen;
    return grid;
}

/// Pins of the spec being edited, none, and what was offered before.
std::vector<sweep::Variant> GridAxes::offered() const
{
    const auto &spec = m_context.session.spec().spec();
    const auto found = m_variants.find(model());
    const auto known
        = found == m_variants.end() ? std::vector<sweep::Variant>() : found->second.known;
    auto edited = pinVariant(spec, spec.keepOnCpu);
    const auto isTaken = [&](const QString &name) {
        return std::ranges::any_of(known,
            [&](const auto &other) { return other.name == name && other.spec != edited.spec; });
    };
    for (int n = 2; isTaken(edited.name); ++n)
        edited.name = u"%1 (%2)"_s.arg(pinsName(spec.keepOnCpu)).arg(n);
    std::vector<sweep::Variant> all{ std::move(edited) };
    if (!spec.keepOnCpu.isEmpty())
        all.push_back(pinVariant(spec, {}));
    all.insert(all.end(), known.begin(), known.end());
    return all;
}

void GridAxes::ask()
{
    auto *dialog = new views::AxesDialog(
        grid(), offered(), m_context.session.spec().spec(), &m_context.window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, model = model()] {
        auto grid = dialog->grid();
        m_optimise = grid.optimise;
        m_flags = grid.extraFlags;
        m_sample = grid.sample;
        m_variants[model] = { std::move(grid.variants), dialog->variants() };
        Q_EMIT changed();
    });
    connect(dialog, &views::AxesDialog::specWanted, dialog, [this, dialog] {
        auto *files
            = makeFileDialog({ .name = u"axesFileDialog"_s,
                                 .title = tr("A spec as one more variant"),
                                 .start = m_context.session.settings().value(settings::LastFolder),
                                 .filter = tr("Compile specs (*.json);;All files (*)") },
                dialog);
        connect(files, &QFileDialog::fileSelected, dialog,
            [this, dialog](const QString &path) { addSpecFile(*dialog, path); });
        files->open();
    });
    dialog->open();
}

void GridAxes::addSpecFile(views::AxesDialog &dialog, const QString &path)
{
    m_reading.start(
        tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](const JobControl &) { return readVariant(path); },
        [this, shown = QPointer(&dialog)](const Result<sweep::Variant> &variant) {
            if (variant && shown)
                shown->add(*variant);
            else if (!variant)
                m_context.notices.show({ u"spec.whatIf"_s, u"dialog-error"_s,
                    views::errorText(variant.error()).toPlainText(), { { tr("Close"), {} } } });
        });
}

} // namespace tosaic::shell
