// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/executedmethods.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

bool isExecution(const EtDumpRun &run)
{
    return run.name == "Execute"_L1
        || std::ranges::any_of(run.events, [](const EtDumpEvent &event) {
               const auto *timed = std::get_if<EtDumpProfileEvent>(&event);
               return timed && timed->name == u"Method::execute"_s;
           });
}

std::optional<QString> nativeCallName(const EtDumpProfileEvent &event)
{
    constexpr auto NativeCall = "native_call_"_L1;
    if (!event.name || !event.name->startsWith(NativeCall))
        return std::nullopt;
    return event.name->sliced(NativeCall.size());
}

ExecutionSignature signatureOf(const EtDumpRun &run)
{
    ExecutionSignature signature;
    for (const auto &entry : run.events) {
        const auto *event = std::get_if<EtDumpProfileEvent>(&entry);
        if (!event || event->place.chain != qint64(0) || event->place.isOfDelegate())
            continue;
        // The kernel's event comes before that of its call and says more.
        if (const auto native = nativeCallName(*event))
            signature[event->place.instruction] = *native;
        else if (event->name && event->name->endsWith("_CALL"_L1))
            signature.try_emplace(event->place.instruction, *event->name);
    }
    return signature;
}

bool canBeOneMethod(const ExecutionSignature &one, const ExecutionSignature &other)
{
    return std::ranges::all_of(one, [&other](const auto &entry) {
        const auto found = other.find(entry.first);
        return found == other.end() || found->second == entry.second;
    });
}

std::vector<std::optional<size_t>> executedMethods(const EtDump &dump)
{
    std::vector<std::optional<size_t>> numbers;
    std::vector<ExecutionSignature> methods;
    for (const auto &run : dump.runs) {
        numbers.emplace_back();
        if (!isExecution(run))
            continue;
        const auto signature = signatureOf(run);
        const auto known = std::ranges::find_if(
            methods, [&](const auto &method) { return canBeOneMethod(signature, method); });
        numbers.back() = size_t(known - methods.begin());
        if (known == methods.end())
            methods.push_back(signature);
        else
            known->insert(signature.begin(), signature.end());
    }
    return numbers;
}

} // namespace tosaic::profile
