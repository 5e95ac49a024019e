// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linerules.h"

using namespace Qt::StringLiterals;

// Inference jobs of core software's inference process and of Zephyr's sender and runner threads.
namespace tosaic::profile {

namespace {

/// The same messages come from Zephyr's threads ("sender 0: ") and from core software: the prefix
/// says whose they are.
constexpr quint32 Job = HintNpu | HintCoreSoftware;

void answered(ParseState &state, const QString &address, const RuleMatch &match, int group)
{
    if (const auto status = match.untrusted(group))
        state.jobs.answered(address, static_cast<qint64>(*status));
}

} // namespace

const std::vector<LineRule> &jobRules()
{
    using R = QRegularExpression;
    static const std::vector<LineRule> rules{
        { u"Sending inference job", R(u"^Sending inference job"_s), Job | HintStarted,
            [](ParseState &s, const RuleMatch &) { s.jobs.sent({}, {}); } },
        { u"Sending inference. job=", R(u"Sending inference\\. job=(\\w+)(?:, name=(.*))?"_s),
            Job | HintStarted,
            [](ParseState &s, const RuleMatch &m) { s.jobs.sent(m.text(1), m.text(2)); } },
        { u"Received inference job. job=",
            R(u"Received inference job\\. job=(\\w+)(?:, name=(.*))?"_s), Job | HintStarted,
            [](ParseState &s, const RuleMatch &m) {
                s.jobs.received(m.text(1), m.text(2));
                s.profiles.close();
                s.profiles.setDefaultLabel(s.jobs.current());
            } },
        { u"Running inference job", R(u"Running inference job: (.*)$"_s), Job | HintStarted,
            [](ParseState &s, const RuleMatch &m) {
                s.jobs.running(m.text(1));
                s.profiles.close();
                s.profiles.setDefaultLabel(m.text(1));
            } },
        { u"Finished running job", {}, Job | HintEnded },
        { u"Sending inference response", {}, Job | HintEnded },
        { u"job response. status=", R(u"Received inference job response\\. status=(\\d+)"_s), Job,
            [](ParseState &s, const RuleMatch &m) { answered(s, {}, m, 1); } },
        { u"Received job response", R(u"Received job response\\. job=(\\w+), status=(\\d+)"_s), Job,
            [](ParseState &s, const RuleMatch &m) { answered(s, m.text(1), m, 2); } },
        { u"Invoke failed for inference", {}, Job | HintFailed },
        { u"Failed to allocate tensors for inference", {}, Job | HintFailed },
        { u"Starting message notify task", {}, Job },
    };
    return rules;
}

} // namespace tosaic::profile
