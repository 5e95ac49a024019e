// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/specrules.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/whatif/paretochart.h"
#include "views/whatif/whatifpage.h"
#include "views/widgets/statestack.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

/// The what-if page and cells with made-up numbers.
namespace tosaic::test {

inline spec::CompileSpec specOf(const QString &target, const QString &mode)
{
    return { .target = target,
        .systemConfig = spec::defaultsFor(target)->systemConfig,
        .memoryMode = mode };
}

inline sweep::CellResult row(
    const QString &target, const QString &mode, double cycles, quint64 sram)
{
    sweep::CellResult row;
    row.cell.spec = specOf(target, mode);
    row.status = sweep::CellStatus::Estimated;
    row.summary.cyclesTotal = cycles;
    row.summary.dramBytes = 0;
    row.clockHz = 500e6;
    row.timeS = cycles / 500e6;
    const auto kind = mode == QStringLiteral("Sram_Only") ? analysis::PartKind::Weights
                                                          : analysis::PartKind::Scratch;
    row.need.places = { { analysis::Memory::Sram, { { kind, sram } } },
        { analysis::Memory::Flash, { { analysis::PartKind::Commands, {} } } } };
    row.velaVersion = QStringLiteral("5.1.0");
    return row;
}

/// Two targets, two modes that exist and one that does not; made-up numbers.
inline views::WhatIfView fullView()
{
    sweep::SweepResult result;
    const auto small = QStringLiteral("ethos-u55-32");
    const auto large = QStringLiteral("ethos-u55-256");
    result.cells = { row(small, QStringLiteral("Sram_Only"), 8000, 64 * 1024),
        row(small, QStringLiteral("Shared_Sram"), 9000, 32 * 1024),
        row(large, QStringLiteral("Sram_Only"), 2000, 96 * 1024),
        row(large, QStringLiteral("Shared_Sram"), 4000, 32 * 1024) };
    result.cells[2].overruns = { { sweep::Metric::Sram, 96 * 1024, 80 * 1024 } };
    result.budget.sramBytes = 80 * 1024;
    for (const auto &target : { small, large })
        result.excluded.push_back({ specOf(target, QStringLiteral("Dedicated_Sram")),
            QStringLiteral("spec.memory-mode-system"), QStringLiteral("needs DRAM") });
    return { .hasInput = true,
        .hasTools = true,
        .result = std::make_shared<const sweep::SweepResult>(std::move(result)),
        .current = { .target = small } };
}

class WhatIfPageTest : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page = std::make_unique<views::WhatIfPage>(theme);
        page->resize(1100, 700);
        page->show();
        table = child<QTableView>(*page, QStringLiteral("whatIfTable"));
        chart = child<views::ParetoChart>(*page, QStringLiteral("whatIfPareto"));
        details = child<QLabel>(*page, QStringLiteral("whatIfDetails"));
        use = child<QPushButton>(*page, QStringLiteral("whatIfUse"));
        states = child<views::StateStack>(*page, QStringLiteral("whatIfStates"));
    }
    QString text(int row, int column) const
    {
        return table->model()->index(row, column).data().toString();
    }

    std::unique_ptr<views::WhatIfPage> page;
    QTableView *table = nullptr;
    views::ParetoChart *chart = nullptr;
    QLabel *details = nullptr;
    QPushButton *use = nullptr;
    views::StateStack *states = nullptr;
};

} // namespace tosaic::test
