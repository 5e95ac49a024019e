// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "views/models/factrows.h"

namespace tosaic::views {

/// A label of core in the user's language.
QString descriptionLabel(const QString &label);
/// Whether a row of the section contains the text: facts and table rows that do.
qsizetype matchesIn(const DescriptionSection &section, const QString &text);

std::vector<FactRow> factsOf(const DescriptionSection &section);
/// The columns of a section's table, whose rows are texts. Those of numbers sort as numbers.
Columns<QStringList> columnsOfTable(const DescriptionTable &table);

} // namespace tosaic::views
