// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/gridmodels.h"

#include "app/shell/frame/filedialog.h"
#include "app/shell/models/modeltabs.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/try.h"
#include "core/documents/workspacefinder.h"
#include "core/toolchain/compilejob.h"
#include "views/whatif/modelsdialog.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

GridModels::GridModels(const ShellContext &context, const ModelTabs &tabs,
    const WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_tabs(tabs), m_store(store),
      m_reading(&context.session.jobs())
{
}

QString GridModels::shownPath() const
{
    const auto path = m_context.session.model().path();
    return path.isEmpty() ? m_context.session.compileInput() : path;
}

QStringList GridModels::chosen() const
{
    auto others = m_chosen;
    others.removeAll(shownPath());
    return others;
}

void GridModels::ask()
{
    QStringList open;
    for (const auto &model : m_tabs.models()) {
        if (const auto path = model.file(); !path.isEmpty() && path != shownPath())
            open.append(path);
    }
    open.removeDuplicates();
    auto *dialog = new views::ModelsDialog(shownPath(), open, chosen(), &m_context.window);
    connect(dialog, &views::ModelsDialog::modelsChosen, this, [this](const QStringList &paths) {
        m_chosen = paths;
        Q_EMIT changed();
    });
    connect(dialog, &views::ModelsDialog::filesWanted, dialog, [this, dialog] {
        auto *files = makeFileDialog(
            { .name = u"modelsFileDialog"_s,
                .title = tr("Add models to the grid"),
                .start = m_context.session.settings().value(settings::LastFolder),
                .filter = tr("Models (*.pte *.tosa *.tflite *.py *.pt2);;All files (*)"),
                .mode = QFileDialog::ExistingFiles },
            dialog);
        connect(files, &QFileDialog::filesSelected, dialog, &views::ModelsDialog::add);
        files->open();
    });
    dialog->open();
}

std::optional<spec::CompileSpec> GridModels::editedSpec(const QString &path) const
{
    const auto models = m_tabs.models();
    const auto found = std::ranges::find(models, path, &ModelSession::file);
    return found == models.end() ? std::nullopt : std::optional(found->spec.spec);
}

void GridModels::read(const std::function<void(const Result<std::vector<Model>> &)> &done)
{
    std::vector<Model> wanted;
    for (const auto &path : chosen())
        wanted.push_back({ path, {}, editedSpec(path) });
    m_reading.start(
        tr("Looking for the TOSA of %n model(s)", nullptr, static_cast<int>(wanted.size())),
        [wanted, workspace = m_store.path()](
            const JobControl &control) mutable -> Result<std::vector<Model>> {
            const WorkspaceFinder finder(workspace);
            for (auto &model : wanted) {
                if (control.isCancelled())
                    return fail(ErrorCode::Cancelled, QString());
                const auto kind = QFileInfo(model.path).isFile()
                    ? toolchain::inputKindOf(model.path)
                    : fail(ErrorCode::FormatUnknown, QString());
                model.isLowered = kind && toolchain::runsCode(*kind);
                if (model.isLowered)
                    continue;
                model.source
                    = TRY(findEstimateSource(model.path, workspace.isEmpty() ? nullptr : &finder));
                if (!model.spec && model.source.baseline)
                    model.spec = model.source.baseline->spec;
            }
            return wanted;
        },
        done);
}

} // namespace tosaic::shell
