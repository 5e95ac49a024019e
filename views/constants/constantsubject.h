// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/constantvalues.h"
#include "core/model/entityref.h"

#include <QCoreApplication>

#include <optional>
#include <vector>

namespace tosaic {
class ModelDocument;
}

namespace tosaic::views {

struct ConstantsText
{
    Q_DECLARE_TR_FUNCTIONS(Constants)
};

/// A tensor as the values panel shows it, or why it has no values here.
struct ConstantSubject
{
    enum class Kind
    {
        Constant, ///< `values` are there
        Computed, ///< written at run time
        External, ///< the bytes are in a .ptd file that is not here
        Encoded, ///< weights as the NPU reads them
        Damaged ///< `error` says why
    };
    Kind kind = Kind::Computed;
    QString name;
    QString typeText; ///< the format's own spelling
    std::vector<qint64> shape;
    std::optional<model::Quantisation> quantisation;
    QString file; ///< absolute path of the .ptd that holds the bytes; empty: the file shown
    std::optional<model::ByteRange> bytes; ///< absolute in that file
    std::optional<model::ConstantValues> values;
    std::optional<model::Dequantiser> dequantiser; ///< absent without usable quantisation
    QString dequantiserProblem; ///< why there is none although there is quantisation
    std::optional<Error> error;
};

/// The tensors that an entity stands for: itself, or for an operator or instruction those of its
/// arguments whose values the file holds. Empty for entities without tensors.
std::vector<model::EntityRef> tensorsOf(
    const ModelDocument &document, const model::EntityRef &entity);

/// What is known about a tensor; nothing is decoded. Absent if the entity is no tensor.
std::optional<ConstantSubject> subjectOf(
    const ModelDocument &document, const model::EntityRef &entity);

} // namespace tosaic::views
