// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A set of precompiled headers needs a target of its own, and a target needs a source.
