// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/confidencewords.h"

#include <QCoreApplication>

namespace tosaic::views {

namespace {

struct ConfidenceWords
{
    Q_DECLARE_TR_FUNCTIONS(ConfidenceWords)
};

} // namespace

QString confidenceWord(profile::Confidence confidence)
{
    switch (confidence) {
    case profile::Confidence::High:
        return ConfidenceWords::tr("High");
    case profile::Confidence::Medium:
        return ConfidenceWords::tr("Medium");
    case profile::Confidence::Low:
        return ConfidenceWords::tr("Low");
    case profile::Confidence::None:
        break;
    }
    return ConfidenceWords::tr("None");
}

QString confidenceSentence(profile::Confidence confidence)
{
    switch (confidence) {
    case profile::Confidence::High:
        return ConfidenceWords::tr("high: everything that can be compared agrees");
    case profile::Confidence::Medium:
        return ConfidenceWords::tr(
            "medium: nothing contradicts it, but something could not be checked or is shared");
    case profile::Confidence::Low:
        return ConfidenceWords::tr("low: something contradicts it, or large parts are missing");
    case profile::Confidence::None:
        break;
    }
    return ConfidenceWords::tr("none: nothing was matched");
}

QString confidenceWord(RelatedNetwork::Confidence confidence)
{
    switch (confidence) {
    case RelatedNetwork::Confidence::Certain:
        return ConfidenceWords::tr("certain");
    case RelatedNetwork::Confidence::Likely:
        return ConfidenceWords::tr("likely");
    case RelatedNetwork::Confidence::Possible:
        break;
    }
    return ConfidenceWords::tr("possible");
}

} // namespace tosaic::views
