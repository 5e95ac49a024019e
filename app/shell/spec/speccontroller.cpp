// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/speccontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/spec/specjson.h"
#include "core/spec/specprogram.h"
#include "views/spec/fieldwords.h"
#include "views/spec/specpage.h"
#include "views/widgets/errortext.h"

#include <QAction>
#include <QFileInfo>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

const auto ProblemSource = u"spec"_s;
const auto SpecNotice = u"spec.file"_s;

/// What delegates of a program say of their compile; those of all are alike, the first one counts.
std::optional<spec::ProgramSpecs> programSpecs(const model::Program &program)
{
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            spec::ProgramSpecs entries;
            for (const auto &entry : delegate.compileSpecs)
                entries.emplace_back(entry.key, entry.value);
            if (!entries.empty())
                return entries;
        }
    }
    return std::nullopt;
}

void addOnce(QStringList &list, const QString &name)
{
    if (!name.isEmpty())
        list.append(name);
}

views::ModelNames namesOf(const compiled::CompileResult *result)
{
    views::ModelNames names;
    if (!result)
        return names;
    for (const auto &node : result->nodes) {
        addOnce(names.nodes, node.name);
        addOnce(names.operators, node.target);
        // A rule can be about every module around the operator.
        for (auto end = node.module.size(); end > 0; end = node.module.lastIndexOf(u'.', end - 1))
            addOnce(names.modules, node.module.left(end));
    }
    for (auto *list : { &names.nodes, &names.operators, &names.modules }) {
        list->sort();
        list->removeDuplicates();
    }
    return names;
}

} // namespace

SpecController::SpecController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context), m_fileSlot(&context.session.jobs())
{
    registerActions();
    registerFileActions();
    auto &session = m_context.session;
    connect(&session.spec(), &SpecDocument::historyChanged, this, &SpecController::updateActions);
    connect(&session.spec(), &SpecDocument::changed, this, [this] {
        m_context.notices.dismiss(u"compile.keep"_s); // about an edit that is not the last one
    });
    connect(&session.spec(), &SpecDocument::checked, this, &SpecController::showProblems);
    connect(&session.model(), &ModelDocument::changed, this, [this] {
        updateActions();
        showNames();
    });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            connectPage();
    });
    updateActions();
}

void SpecController::registerActions()
{
    auto &actions = m_context.actions;
    auto &document = m_context.session.spec();
    m_undo = actions.add({ .id = u"spec.undo"_s,
                             .text = tr("&Undo"),
                             .iconName = u"edit-undo"_s,
                             .shortcut = QKeySequence::Undo,
                             .tip = tr("Take back the last change of the compile spec") },
        [this, &document] {
            m_context.notices.dismiss(u"compile.keep"_s);
            document.undo();
        });
    m_redo = actions.add({ .id = u"spec.redo"_s,
                             .text = tr("&Redo"),
                             .iconName = u"edit-redo"_s,
                             .shortcut = QKeySequence(u"Ctrl+Shift+Z"_s),
                             .tip = tr("Make the change of the compile spec again") },
        [&document] { document.redo(); });
    m_paste = actions.add(
        { .id = u"spec.paste"_s,
            .text = tr("&Paste the spec"),
            .iconName = u"edit-paste"_s,
            .shortcut = QKeySequence(u"Ctrl+Shift+V"_s),
            .tip = tr("Take the spec from the clipboard: JSON, a Python call or a Vela command "
                      "line") },
        [this] {
            m_context.modes.show(Mode::Spec);
            m_context.pages.spec().paste();
        });
    m_defaults = actions.add({ .id = u"spec.defaults"_s,
                                 .text = tr("Leave everything to the &defaults"),
                                 .tip = tr("Keep only the target of the spec") },
        [&document] { document.addStep({ .target = document.spec().target }, {}); });
}

void SpecController::registerFileActions()
{
    auto &actions = m_context.actions;
    m_load = actions.add({ .id = u"spec.load"_s,
                             .text = tr("L&oad spec..."),
                             .iconName = u"document-open"_s,
                             .tip = tr("Take the spec from a SPEC.json") },
        [this] { chooseFile(false); });
    m_save = actions.add({ .id = u"spec.save"_s,
                             .text = tr("&Save spec..."),
                             .iconName = u"document-save"_s,
                             .tip = tr("Write a SPEC.json, as the command line takes it") },
        [this] { chooseFile(true); });
    m_takeOver = actions.add({ .id = u"spec.takeOver"_s,
                                 .text = tr("&Take over from the open program"),
                                 .tip = tr("The spec that the open .pte was compiled with") },
        [this] { takeOver(); });
}

void SpecController::connectPage()
{
    auto &page = m_context.pages.spec();
    page.setActions(
        { m_undo, m_redo }, { m_load, m_save, nullptr, m_paste, m_takeOver, nullptr, m_defaults });
    connect(&page, &views::SpecPage::respecRequested, this, [this] {
        if (auto *action = m_context.actions.action(u"compile.respec"_s))
            action->trigger();
    });
    showNames();
    showProblems();
}

void SpecController::updateActions()
{
    const auto show = [](QAction *action, const SpecStep *step, const QString &text) {
        action->setEnabled(step != nullptr);
        action->setText(
            step ? text.arg(views::changeName(step->before, step->after, step->what)) : QString());
    };
    const auto &document = m_context.session.spec();
    show(m_undo, document.undoStep(), tr("&Undo: %1"));
    show(m_redo, document.redoStep(), tr("&Redo: %1"));
    if (!document.canUndo())
        m_undo->setText(tr("&Undo"));
    if (!document.canRedo())
        m_redo->setText(tr("&Redo"));
    const auto &model = m_context.session.model();
    m_takeOver->setEnabled(
        model.compileResult() || (model.program() && programSpecs(*model.program())));
}

void SpecController::showNames()
{
    if (m_context.pages.isBuilt(Mode::Spec))
        m_context.pages.spec().setNames(namesOf(m_context.session.model().compileResult().get()));
}

void SpecController::showProblems()
{
    std::vector<Diagnostic> problems;
    for (const auto &hit : m_context.session.spec().hits()) {
        if (hit.diagnostic.severity != Severity::Info)
            problems.push_back(hit.diagnostic);
    }
    m_context.session.problems().set(ProblemSource, problems);
}

void SpecController::leadTo(const Diagnostic &problem)
{
    if (!problem.id.startsWith("spec."_L1) || problem.location.entity.isEmpty())
        return;
    m_context.modes.show(Mode::Spec);
    m_context.pages.spec().showField(problem.location.entity);
}

void SpecController::takeOver()
{
    auto &session = m_context.session;
    m_context.modes.show(Mode::Spec);
    if (const auto result = session.model().compileResult())
        return session.spec().addStep(result->spec, {});
    const auto program = session.model().program();
    const auto entries = program ? programSpecs(*program) : std::nullopt;
    if (!entries)
        return;
    const auto reading = spec::fromProgramSpecs(*entries);
    if (!reading)
        return tell(reading.error());
    session.spec().addStep(reading->spec, {});
    m_context.notices.show({ SpecNotice, u"dialog-information"_s,
        tr("The spec is what the program says of its compile. Quantiser, calibration and what was "
           "kept on the CPU are not in a program: they are at their defaults."),
        { { tr("Undo"), [&session] { session.spec().undo(); } }, { tr("Close"), {} } } });
}

void SpecController::chooseFile(bool isToSave)
{
    FileDialogSpec dialogSpec{ .name = isToSave ? u"saveSpecDialog"_s : u"loadSpecDialog"_s,
        .title = isToSave ? tr("Save spec") : tr("Load spec"),
        .filter = tr("Compile specs (*.json);;All files (*)") };
    if (isToSave)
        dialogSpec.saveSuffix = u"json"_s;
    askForFile(m_context, dialogSpec, this,
        [this, isToSave](const QString &path) { isToSave ? save(path) : load(path); });
}

void SpecController::load(const QString &path)
{
    m_fileSlot.start(
        tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](const JobControl &) -> Result<spec::CompileSpec> {
            const auto source = TRY(ByteSource::map(path));
            const auto bytes = source->bytes();
            auto spec = spec::fromJsonText(QByteArray(reinterpret_cast<const char *>(bytes.data()),
                static_cast<qsizetype>(bytes.size())));
            if (!spec) {
                auto error = spec.error();
                error.location.file = path;
                return fail(error);
            }
            return *spec;
        },
        [this, path](const Result<spec::CompileSpec> &spec) {
            if (!spec)
                return tell(spec.error());
            m_context.notices.dismiss(SpecNotice);
            m_context.modes.show(Mode::Spec);
            m_context.session.spec().addStep(*spec, {});
            m_context.session.spec().markSaved();
            Q_EMIT loaded(path);
        });
}

void SpecController::save(const QString &path)
{
    const auto spec = m_context.session.spec().spec();
    m_fileSlot.start(
        tr("Saving %1").arg(QFileInfo(path).fileName()),
        [path, spec](const JobControl &) {
            return saveFile(path, QJsonDocument(spec::toJson(spec)).toJson());
        },
        [this, path, spec](const Result<void> &written) {
            if (!written)
                return tell(written.error());
            m_context.notices.dismiss(SpecNotice);
            if (m_context.session.spec().spec() == spec)
                m_context.session.spec().markSaved();
            Q_EMIT saved(path);
        });
}

void SpecController::tell(const Error &error)
{
    m_context.notices.show({ SpecNotice, u"dialog-error"_s,
        views::errorText(error).toPlainText().replace(u'\n', u' '), { { tr("Close"), {} } } });
}

} // namespace tosaic::shell
