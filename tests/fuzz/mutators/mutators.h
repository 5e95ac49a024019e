// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <functional>
#include <random>

/// Changes that keep what they change what it is: a FlatBuffer, an archive, a database, a text of
/// JSON stay valid, and what they say becomes hostile. A fuzzer that only changes bytes stays
/// outside of checksums, offsets and quotes.
namespace tosaic::fuzz {

using Random = std::mt19937;
/// Changes bytes whatever they are; at most `most` bytes come back.
using ByteMutator = std::function<QByteArray(const QByteArray &bytes, qsizetype most)>;
/// Null bytes come back where the input is not of the kind: then bytes are to be changed.
using Mutator
    = QByteArray (*)(const QByteArray &input, Random &random, const ByteMutator &changeBytes);

/// Without a schema: what leads to a table, a vector or a text is found by its form. Offsets lead
/// to another of the same kind, whole vectors to one, fields are dropped and exchanged, lengths and
/// numbers become extreme, texts steer.
QByteArray mutateFlatBuffer(
    const QByteArray &input, Random &random, const ByteMutator &changeBytes);
/// Members keep their checksums while their content changes by what it is (JSON, FlatBuffer,
/// others by bytes); names, methods, sizes and flags lie.
QByteArray mutateZip(const QByteArray &input, Random &random, const ByteMutator &changeBytes);
/// A statement of SQL changes rows, columns or the schema.
QByteArray mutateSqlite(const QByteArray &input, Random &random, const ByteMutator &changeBytes);
/// A value becomes an extreme one, another one of the text, or many.
QByteArray mutateJson(const QByteArray &input, Random &random, const ByteMutator &changeBytes);

/// By what the input is.
QByteArray mutateAny(const QByteArray &input, Random &random, const ByteMutator &changeBytes);

/// A text that steers, lies, is long or is no text.
QByteArray hostileText(Random &random);

} // namespace tosaic::fuzz
