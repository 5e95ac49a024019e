// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the Run panel is filled with, and where its choices are kept.
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/runs/livecontroller.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/analysis/runnerplan.h"
#include "core/workspace/database.h"
#include "core/workspace/settingkeys.h"
#include "views/target/runpanel.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QScopedValueRollback>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

QJsonObject objectOf(const QString &text)
{
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

QString inputText(const model::Method &method, model::ValueIndex input)
{
    const auto *tensor = method.tensor(static_cast<qint32>(input.value));
    if (!tensor)
        return input.value < method.values.size() ? model::valueKindName(method.values[input.value])
                                                  : QString();
    QStringList sizes;
    for (const auto size : tensor->shape)
        sizes << QString::number(size);
    return sizes.isEmpty() ? model::dtypeName(tensor->dtype)
                           : u"%1 %2"_s.arg(model::dtypeName(tensor->dtype), sizes.join(u" × "_s));
}

void addProgram(views::RunDefaults &defaults, const model::Program &program)
{
    for (const auto &method : program.methods) {
        views::RunDefaults::Method known{ method.name, {} };
        for (const auto input : method.inputs)
            known.inputs << inputText(method, input);
        defaults.methods.push_back(std::move(known));
        for (const auto &delegate : method.delegates) {
            if (defaults.macs || !delegate.ethosu || !delegate.ethosu->npu)
                continue;
            using Platform = profile::FvpTarget::Platform;
            const auto &npu = *delegate.ethosu->npu;
            defaults.macs = npu.macs;
            defaults.platform = npu.product == model::NpuProduct::U85 ? Platform::Corstone320U85
                : npu.product == model::NpuProduct::U65               ? Platform::Corstone300U65
                                                                      : Platform::Corstone300U55;
        }
    }
}

} // namespace

views::RunDefaults LiveController::defaults() const
{
    auto &session = m_context.session;
    views::RunDefaults defaults;
    if (m_tools.environment())
        defaults.interpreter = m_tools.environment()->interpreter;
    defaults.file = session.model().path();
    const auto program = session.model().program();
    if (!program)
        return defaults;
    defaults.pte = session.model().path();
    const QDir folder(QFileInfo(defaults.pte).absolutePath());
    for (const auto &name : folder.entryList({ u"*.ptd"_s }, QDir::Files))
        defaults.dataFiles << folder.filePath(name);
    addProgram(defaults, *program);
    const auto remembered = analysis::specOf(*program);
    const auto plan = analysis::runnerPlan({ .programPath = defaults.pte,
        .program = program,
        .spec = remembered ? *remembered : session.spec().spec(),
        .checkout = session.settings().value(settings::ExecuTorchCheckout) });
    for (const auto &step : plan.steps) {
        if (step.kind == analysis::RunnerStep::Kind::BuildRunner
            && QFileInfo(step.product).isFile())
            defaults.elf = step.product;
    }
    return defaults;
}

void LiveController::fillDefaults()
{
    auto &model = m_context.session.model();
    const auto fill = [this] { m_panel.setDefaults(defaults()); };
    const auto hash = [this, &model] {
        m_modelSha256.clear();
        const auto program = model.program();
        if (!program || !program->source)
            return m_hashing.cancel();
        m_hashing.start(
            tr("Hashing the model"),
            [source = program->source](
                const JobControl &) -> Result<QString> { return sha256Hex(source->bytes()); },
            [this](const Result<QString> &sha) { m_modelSha256 = sha.value_or(QString()); });
    };
    connect(&model, &ModelDocument::changed, this, fill);
    connect(&model, &ModelDocument::changed, this, hash);
    connect(&m_tools, &ToolKeeper::changed, this, fill);
    connect(
        &m_context.session.settings(), &SettingsStore::changed, this, [fill](const QString &key) {
            if (key == QLatin1StringView(settings::ExecuTorchCheckout.key))
                fill();
        });
    connect(&m_store, &WorkspaceStore::pathChanged, this, [this] {
        if (m_settle.isActive()) // what was chosen before is not written into another workspace
            keepInSettings(m_panel.choices());
        m_settle.stop();
        restoreChoices();
    });
    connect(&m_store, &WorkspaceStore::changed, this, [this] {
        if (m_store.contents() && !m_settle.isActive() && !isRunning())
            restoreChoices();
    });
    fill();
    hash();
}

/// Those of the open workspace; of the settings where it has none.
void LiveController::restoreChoices()
{
    if (m_plain.isEmpty())
        m_plain = m_known = m_panel.choices();
    const auto stored = objectOf(m_store.setting(workspace::RunTargetsKey));
    const auto own = objectOf(m_context.session.settings().value(settings::RunTargets));
    const auto choices = stored.isEmpty() ? own : stored;
    if (choices.isEmpty() || choices == m_panel.choices())
        return;
    const QScopedValueRollback guard(m_isRestoring, true);
    auto foreign = stored.isEmpty() ? QSet<QString>() : foreignTargets(stored);
    m_panel.restore(choices);
    m_known = m_panel.choices();
    for (const auto &id : std::as_const(m_foreign)) {
        if (m_known.value(id) != choices.value(id))
            foreign.insert(id); // something of the workspace before is still there
    }
    m_foreign = foreign;
    m_settle.stop();
}

/// Of each target what counts is what is written there, wherever else it may be written too.
QSet<QString> LiveController::foreignTargets(const QJsonObject &choices) const
{
    auto &session = m_context.session;
    const auto own = objectOf(session.settings().value(settings::RunTargets));
    QSet<QString> foreign;
    for (const auto &id : choices.keys()) {
        const auto said = choices.value(id).toObject();
        const bool isOwn = said.isEmpty() || said == m_plain.value(id).toObject()
            || said == own.value(id).toObject()
            || session.approvals().isOwn(
                m_store.path(), workspace::RunTargetsKey + u'/' + id, workspace::storedJson(said));
        if (!isOwn)
            foreign.insert(id);
    }
    return foreign;
}

/// Defaults of another program and restored choices are no change of the user.
void LiveController::noteChange()
{
    if (!m_isRestoring && m_panel.choices() != m_known)
        m_settle.start();
}

/// In the workspace, and for those that have none in the settings.
void LiveController::keepChoices()
{
    const auto choices = m_panel.choices();
    if (choices == m_known)
        return;
    keepInSettings(choices);
    if (m_store.path().isEmpty() || m_store.isReadOnly())
        return;
    m_store.setSetting(workspace::RunTargetsKey, workspace::storedJson(choices));
    auto &session = m_context.session;
    for (const auto &id : choices.keys()) {
        const auto said = choices.value(id).toObject();
        if (said.isEmpty() || said == m_plain.value(id).toObject() || m_foreign.contains(id))
            continue;
        const auto kept = session.approvals().keepOwn(
            m_store.path(), workspace::RunTargetsKey + u'/' + id, workspace::storedJson(said));
        if (!kept)
            session.problems().set(u"run"_s, std::vector{ diagnosticOf(kept.error()) });
    }
}

void LiveController::keepInSettings(const QJsonObject &choices)
{
    m_known = choices;
    auto &settings = m_context.session.settings();
    auto own = objectOf(settings.value(settings::RunTargets));
    for (const auto &key : choices.keys()) {
        if (!m_foreign.contains(key))
            own.insert(key, choices.value(key));
    }
    settings.set(settings::RunTargets, workspace::storedJson(own));
}

} // namespace tosaic::shell
