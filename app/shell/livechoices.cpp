// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the Run panel is filled with, and where its choices are kept.
#include "app/shell/livecontroller.h"
#include "app/shell/session.h"
#include "app/shell/shellsettings.h"
#include "app/shell/toolkeeper.h"
#include "app/shell/workspacestore.h"
#include "core/analysis/runnerplan.h"
#include "views/target/runpanel.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QScopedValueRollback>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

const auto WorkspaceKey = u"run.targets"_s;

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
    connect(&m_store, &WorkspaceStore::pathChanged, this, &LiveController::restoreChoices);
    connect(&m_store, &WorkspaceStore::changed, this, [this] {
        if (!m_settle.isActive() && !isRunning())
            restoreChoices();
    });
    fill();
    hash();
}

/// Those of the open workspace; of the settings where it has none.
void LiveController::restoreChoices()
{
    auto text = m_store.setting(WorkspaceKey);
    if (text.isEmpty())
        text = m_context.session.settings().value(settings::RunTargets);
    const auto choices = QJsonDocument::fromJson(text.toUtf8()).object();
    if (choices.isEmpty() || choices == m_panel.choices())
        return;
    const QScopedValueRollback guard(m_isRestoring, true);
    m_panel.restore(choices);
}

void LiveController::keepChoices()
{
    const auto text
        = QString::fromUtf8(QJsonDocument(m_panel.choices()).toJson(QJsonDocument::Compact));
    m_context.session.settings().set(settings::RunTargets, text);
    if (!m_store.isReadOnly())
        m_store.setSetting(WorkspaceKey, text);
}

} // namespace tosaic::shell
