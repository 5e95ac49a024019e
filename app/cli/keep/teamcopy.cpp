// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/keep/teamcopy.h"

#include "app/cli/frame/toolcommand.h"
#include "core/base/approvals.h"
#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/spec/specpython.h"
#include "core/teamstore/storetrust.h"
#include "core/workspace/settingkeys.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

QString copyOf(const teamstore::StoreAddress &address)
{
    const auto folder
        = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/stores"_s;
    QDir().mkpath(folder);
    const auto name = sha256Hex(address.toText().toUtf8()).left(16);
    return u"%1/%2-%3.tosaic"_s.arg(folder, address.database, name);
}

} // namespace

Result<TeamCopy> TeamCopy::open(const QString &named, Streams &streams)
{
    TeamCopy copy;
    if (!teamstore::isStoreAddress(named)) {
        copy.m_path = named;
        return copy;
    }
    copy.m_address = TRY(teamstore::readStoreAddress(named));
    copy.m_path = copyOf(*copy.m_address);
    auto store = teamstore::TeamStore::open(*copy.m_address);
    if (!store
        && (store.error().code != ErrorCode::StoreUnreachable || !QFileInfo::exists(copy.m_path)))
        return fail(store.error());
    const auto workspace = TRY(workspace::Workspace::openOrCreate(copy.m_path));
    const auto came
        = store ? (*store)->pull(*workspace) : Result<teamstore::Moved>(fail(store.error()));
    if (came) {
        tellProblems(came->problems, streams);
    } else if (came.error().code == ErrorCode::StoreUnreachable) {
        auto problem = diagnosticOf(came.error());
        problem.severity = Severity::Warning;
        tellProblem(problem, streams);
        streams.err << "the copy of the store on this machine is taken\n";
    } else {
        return fail(came.error());
    }
    return copy;
}

Result<void> TeamCopy::send(Streams &streams) const
{
    if (!m_address)
        return {};
    const auto store = TRY(teamstore::TeamStore::open(*m_address));
    const auto workspace = TRY(workspace::Workspace::open(m_path));
    tellProblems(TRY(store->push(*workspace)).problems, streams);
    return {};
}

tl::unexpected<Refusal> refused(const Error &error, Streams &streams)
{
    if (error.code == ErrorCode::SpecInvalid) // an address that is none
        return misuse(error.detail);
    const auto problem = diagnosticOf(error);
    tellProblem(problem, streams);
    return tl::make_unexpected(Refusal(exitCodeOf({ problem })));
}

tl::expected<QString, Diagnostic> workspaceStore(const QString &workspace)
{
    const auto opened = workspace::Workspace::open(workspace);
    if (!opened)
        return tl::make_unexpected(diagnosticOf(opened.error()));
    const auto address = (*opened)->setting(workspace::StoreKey).value_or(QString());
    if (address.isEmpty()
        || teamstore::isApproved(
            Approvals(Approvals::usualPath()), QFileInfo(workspace).absoluteFilePath(), address))
        return address;
    const auto shown = shownText(connectionSubject(address));
    return tl::make_unexpected(
        Diagnostic{ u"trust.needed"_s, Severity::Error, Location{ .file = workspace },
            u"the workspace belongs to the store %1, which is not approved on this machine and was "
            "not asked; approve it with: tosaic-cli trust add --connection %2"_s.arg(
                shown, spec::shellQuoted(shown)) });
}

} // namespace tosaic::cli
