// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/inifactsreader.h"

#include "core/spec/specrules.h"
#include "core/toolchain/velainifacts.h"
#include "views/widgets/errortext.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString problemText(const Error &error)
{
    const auto text = errorText(error);
    return text.cause.isEmpty() ? text.title
                                : IniFactsReader::tr("%1: %2").arg(text.title, text.cause);
}

} // namespace

void IniFactsReader::setFile(const std::optional<QString> &configIni)
{
    const auto path = !configIni || *configIni == spec::BundledIni ? QString() : *configIni;
    if (path == m_path)
        return;
    m_path = path;
    again();
}

void IniFactsReader::again()
{
    m_facts.reset();
    m_problem.clear();
    if (m_path.isEmpty()) {
        m_slot.cancel();
        Q_EMIT changed();
        return;
    }
    m_slot.start(
        tr("Reading %1").arg(m_path),
        [path = m_path](const JobControl &) { return toolchain::readIniFacts(path); },
        [this](Result<spec::IniFacts> facts) {
            if (facts)
                m_facts = std::move(*facts);
            else
                m_problem = problemText(facts.error());
            Q_EMIT changed();
        });
}

const spec::IniFacts *IniFactsReader::facts() const
{
    if (m_path.isEmpty())
        return &spec::bundledIni();
    return m_facts ? &*m_facts : nullptr;
}

} // namespace tosaic::views
