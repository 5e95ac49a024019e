// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runproofview.h"

#include "views/widgets/building.h"

#include <QCoreApplication>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ProofState;
using profile::ProofStep;

struct ProofWords
{
    Q_DECLARE_TR_FUNCTIONS(RunProof)
};

QString stepName(ProofStep step)
{
    switch (step) {
    case ProofStep::Started:
        return ProofWords::tr("started");
    case ProofStep::Elf:
        return ProofWords::tr("right ELF");
    case ProofStep::Program:
        return ProofWords::tr("right program");
    case ProofStep::Finished:
        return ProofWords::tr("finished");
    case ProofStep::Outputs:
        break;
    }
    return ProofWords::tr("outputs");
}

QChar signOf(ProofState state)
{
    return state == ProofState::Proven ? u'✓' : state == ProofState::Refuted ? u'✗' : u'?';
}

QString namesOf(const profile::RunProof &proof, ProofState state)
{
    QStringList names;
    for (const auto &fact : proof.facts) {
        if (fact.state == state)
            names += stepName(fact.step);
    }
    return names.join(u", "_s);
}

} // namespace

QString proofTitle(const profile::RunProof &proof)
{
    switch (proof.state()) {
    case ProofState::Proven:
        return ProofWords::tr("Proven: this program ran to its end, and its outputs are right");
    case ProofState::Refuted:
        return ProofWords::tr("Refuted: %1").arg(namesOf(proof, ProofState::Refuted));
    case ProofState::Unproven:
        break;
    }
    return ProofWords::tr("Not proven: %1").arg(namesOf(proof, ProofState::Unproven));
}

RunProofView::RunProofView(QWidget *parent) : QFrame(parent)
{
    named(this, u"runProof"_s, tr("What is proven of this run"), u"bar"_s);
    m_verdict = selectable(wrapped(named(new QLabel(this), u"runProofVerdict"_s)));
    m_facts = makeText(this, u"runProofFacts"_s, u"muted"_s);
    makeColumn(this, { m_verdict, m_facts }, 2, { 12, 6, 12, 6 });
    show(std::nullopt);
}

void RunProofView::show(const std::optional<profile::RunProof> &proof)
{
    QStringList facts;
    for (const auto &fact : proof ? proof->facts : std::vector<profile::ProofFact>())
        facts += u"%1 %2: %3"_s.arg(signOf(fact.state)).arg(stepName(fact.step), fact.why);
    m_facts->setText(facts.join(u" \u00B7 "_s)); // lines would be missing from the counters below
    m_facts->setVisible(!facts.isEmpty());
    m_verdict->setText(proof ? proofTitle(*proof) : tr("Nothing is proven yet"));
    const bool isGood = proof && proof->state() == ProofState::Proven;
    m_verdict->setProperty("verdict", isGood ? u"good"_s : u"bad"_s);
    style()->unpolish(m_verdict);
    style()->polish(m_verdict);
}

} // namespace tosaic::views
