// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>
#include <QString>

/// The memory picture in words.
namespace tosaic::views {

struct MemoryText
{
    Q_DECLARE_TR_FUNCTIONS(MemoryPicture)
};

/// "On-chip SRAM", "Off-chip flash", "DRAM", "Program".
QString memoryTitle(const analysis::MemoryBox &box);
/// What it is, in a sentence.
QString partMeaning(analysis::PartKind kind, analysis::Placement placement);
QString innerName(analysis::InnerPart::Kind kind);
/// "149.5 KiB", "Not known".
QString sizeText(const std::optional<quint64> &bytes);
/// "AXI0", "SRAM ports (2)", with what the NPU was built with where that is known.
QString portTitle(const analysis::MemoryPort &port);
/// "16 bytes x 2 ports x 1 GHz = 32 GB/s"; empty if not known.
QString portBandwidth(const analysis::MemoryPort &port, const std::optional<double> &clockHz);
/// "1.9 MiB an inference", "traffic not known", "not used".
QString trafficText(const analysis::MemoryPort &port);
/// "feature maps read 949 KiB, written 701 KiB; weights read 123 KiB".
QString trafficDetail(const analysis::PortTraffic &traffic);
/// "over by 120 KiB", "50 KiB left", "Not known".
QString verdictText(const analysis::BudgetRow &row);
/// The same with the memory's and the board's names.
QString budgetSentence(const analysis::Budget &budget);
/// What is odd, with what to do about it.
QString noteText(analysis::PictureNote note, const analysis::MemoryPicture &picture);
QString obstacleText(analysis::ModeObstacle obstacle, const spec::CompileSpec &spec);

} // namespace tosaic::views
