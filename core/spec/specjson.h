// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/spec/compilespec.h"

#include <QByteArray>
#include <QJsonObject>

/// SPEC.json of the command line, the one written form of a compile spec: in files, in the
/// workspace, in result.json and in job files for the compiler driver.
namespace tosaic::spec {

/// Error SpecInvalid: a value of the wrong type or outside its choices, with the key as
/// location.entity. Keys that are not known are left out; `diagnostics`, if given, gets one
/// "spec.unknown-key" for each. Whether the values make sense together is check() in specrules.h.
Result<CompileSpec> fromJson(
    const QJsonObject &object, std::vector<Diagnostic> *diagnostics = nullptr);

/// The same from the bytes of a file. Errors: SpecInvalid with the byte where it stops being JSON;
/// LimitExceeded above 1 MiB. `diagnostics` gets a "spec.duplicate-key" too for each key that comes
/// again.
Result<CompileSpec> fromJsonText(
    const QByteArray &text, std::vector<Diagnostic> *diagnostics = nullptr);

/// The JSON Schema (2020-12) of SPEC.json, the same as the installed spec.schema.json.
QByteArray specSchema();

/// What is absent in the spec, or equal to the default of its section, stays absent.
QJsonObject toJson(const CompileSpec &spec);

} // namespace tosaic::spec
