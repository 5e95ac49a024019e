// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/parts.h"

#include "app/shell/actionregistry.h"
#include "app/shell/mode.h"
#include "app/shell/pages.h"
#include "app/shell/runsarea.h"
#include "app/shell/session.h"
#include "app/shell/shellsettings.h"
#include "views/findings/findingspanel.h"

#include <QAction>
#include <QBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using views::EvidencePage;
using views::FindingsPanel;

/// The findings of what is open, above the graph and above the runs; one state for both.
class FindingsBars : public QObject
{
public:
    FindingsBars(const ShellContext &context, QObject *parent);

private:
    void add(QBoxLayout &place);
    void find(const std::shared_ptr<const ProfileSubject> &subject);
    void tell(std::vector<Finding> findings);
    void show(EvidencePage page);
    void select(const std::vector<size_t> &operations);

    ShellContext m_context;
    JobSlot m_slot;
    std::vector<FindingsPanel *> m_panels;
    std::vector<Finding> m_findings;
    std::shared_ptr<const ProfileSubject> m_subject; ///< that the findings are of
};

FindingsBars::FindingsBars(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context)
{
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode, QWidget *page) {
        if (mode == Mode::Model)
            add(*static_cast<QBoxLayout *>(page->layout()));
        else if (mode == Mode::Runs)
            add(static_cast<RunsArea *>(page)->column());
    });
    auto &session = m_context.session;
    // The profile is still that of the model before; what needs none is told at once.
    connect(&session.model(), &ModelDocument::changed, this, [this] { find(nullptr); });
    connect(&session.profile(), &ProfileDocument::changed, this, [this, &session] {
        if (!session.profile().isLoading())
            find(session.profile().subject());
    });
}

void FindingsBars::add(QBoxLayout &place)
{
    auto *panel = new FindingsPanel;
    place.insertWidget(0, panel);
    auto &settings = m_context.session.settings();
    panel->setFolded(settings.value(settings::FindingsFolded));
    panel->setFindings(m_findings);
    m_panels.push_back(panel);
    connect(panel, &FindingsPanel::folded, this, [this, &settings](bool folded) {
        settings.set(settings::FindingsFolded, folded);
        for (auto *one : m_panels)
            one->setFolded(folded);
    });
    connect(panel, &FindingsPanel::pageRequested, this, &FindingsBars::show);
    connect(panel, &FindingsPanel::operatorRequested, this, &FindingsBars::select);
}

void FindingsBars::find(const std::shared_ptr<const ProfileSubject> &subject)
{
    const auto &model = m_context.session.model();
    OpenedModel opened{
        .path = model.path(), .program = model.program(), .result = model.compileResult()
    };
    m_slot.start(
        {},
        [opened = std::move(opened), subject](const JobControl &) -> Result<std::vector<Finding>> {
            return findingsOf(opened, subject.get());
        },
        [this, subject](Result<std::vector<Finding>> findings) {
            m_subject = subject;
            tell(findings ? std::move(*findings) : std::vector<Finding>());
        });
}

void FindingsBars::tell(std::vector<Finding> findings)
{
    m_findings = std::move(findings);
    for (auto *panel : m_panels)
        panel->setFindings(m_findings);
}

void FindingsBars::show(EvidencePage page)
{
    switch (page) {
    case EvidencePage::Operators:
        return m_context.actions.action(u"runs.operators"_s)->trigger();
    case EvidencePage::Roofline:
        return m_context.actions.action(u"runs.roofline"_s)->trigger();
    case EvidencePage::Timeline:
        return m_context.actions.action(u"runs.timeline"_s)->trigger();
    case EvidencePage::Memory:
        return m_context.modes.show(Mode::Memory);
    case EvidencePage::Partition:
        return m_context.modes.show(Mode::Partition);
    case EvidencePage::Spec:
        return m_context.modes.show(Mode::Spec);
    case EvidencePage::None:
        return;
    }
}

void FindingsBars::select(const std::vector<size_t> &operations)
{
    for (const auto operation : operations) {
        const auto entity = m_subject ? m_subject->entityOf(operation) : model::EntityRef();
        if (!entity.isEmpty())
            return m_context.session.selection().select(entity);
    }
    show(EvidencePage::Operators);
}

} // namespace

void addFindings(const ShellContext &context)
{
    new FindingsBars(context, &context.window);
}

} // namespace tosaic::shell
