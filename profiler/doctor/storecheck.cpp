// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/doctor/storecheck.h"

#include "core/base/try.h"
#include "core/spec/specpython.h"
#include "core/teamstore/artefactfolder.h"
#include "core/teamstore/teamstore.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

Result<teamstore::StoreFacts> factsOf(const QString &address)
{
    const auto read = TRY(teamstore::readStoreAddress(address));
    const auto store = TRY(teamstore::TeamStore::open(read));
    TRY(teamstore::ArtefactFolder(store->facts().artefacts).usable());
    return store->facts();
}

} // namespace

CheckedTool checkedStore(const QString &address)
{
    CheckedTool tool{ .kind = u"store"_s, .name = u"Team's store"_s, .path = address };
    if (!QSqlDatabase::isDriverAvailable(u"QPSQL"_s)) {
        tool.note = u"Qt's driver for PostgreSQL is not installed"_s;
        tool.remedy = { u"sudo apt-get install libqt6sql6-psql"_s };
        tool.license = u"LGPL-3.0 (Qt), PostgreSQL licence (libpq)"_s;
        return tool;
    }
    if (address.isEmpty()) {
        tool.note = u"none is chosen; a PostgreSQL server where a team keeps compiles, runs and "
                    "cells of sweeps together"_s;
        tool.remedy = { u"tosaic-cli store init postgresql://HOST/DATABASE --artefacts DIR"_s,
            u"tosaic-cli store use postgresql://HOST/DATABASE --workspace W.tosaic"_s };
        return tool;
    }
    tool.check = u"tosaic-cli store status "_s + spec::shellQuoted(address);
    const auto facts = factsOf(address);
    if (!facts) {
        tool.state = facts.error().code == ErrorCode::StoreVersion ? CheckedTool::State::Differs
                                                                   : CheckedTool::State::Broken;
        tool.note = facts.error().detail;
        return tool;
    }
    tool.state = CheckedTool::State::Fits;
    tool.version = QString::number(facts->version);
    tool.note = facts->mayWrite ? u"%1 reads and writes"_s.arg(facts->user)
                                : u"%1 may read only"_s.arg(facts->user);
    return tool;
}

} // namespace tosaic::profile
