import { requireProof } from "~/domain/accounts/proof"
import type { TaxRate } from "~/domain/pricing/rules"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import type { Queryable, Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { auditOfRates, type RateChanges, rateChanges, rateLine } from "./rate-changes.server"
import { readRates } from "./rates-csv.server"
import { changeTaxes, type TaxEditor } from "./save-taxes.server"
import { MAX_CSV, MAX_RATES, TOO_LONG_CSV, TOO_MANY_RATES } from "./tax-rate"

interface RatesFile {
  csv: string
  /** Whether rates missing from the file are deleted */
  replaces: boolean
}

/** Rows of a preview */
const SHOWN = 100
const MAX_OMITTED = 1_000

/** Returns the changes or the errors of a file, without saving. */
export async function previewRates(shop: Queryable, { csv, replaces }: RatesFile) {
  const { version, rules } = await readNewestRules(shop)
  const { rates, problems, omitted } = await readBounded(csv, rules)
  const changes = rateChanges(rules.taxes.rates, rates, replaces)
  const rows = rowsOf(changes)
  return {
    ...{ csv: csv.slice(0, MAX_CSV), version, same: changes.same, problems: problems.slice(0, SHOWN) },
    ...{ rows: rows.slice(0, SHOWN), more: Math.max(0, rows.length - SHOWN) },
    ...{ omitted: omitted.slice(0, MAX_OMITTED), moreOmitted: Math.max(0, omitted.length - MAX_OMITTED) },
  }
}

/**
 * Returns the new version, and how many lines were left out. `snapshot` is the one with which the form was opened.
 * @throws ShopError `invalid` for field `rates` with the first error in the file
 */
export async function importRates(
  shop: Shop,
  staff: TaxEditor,
  { csv, replaces, snapshot }: RatesFile & { snapshot: number },
): Promise<{ version: number | null; omitted: number }> {
  requireProof(shop, staff, "taxes.change")
  const { rules } = await readNewestRules(shop)
  const { rates, problems, omitted } = await readBounded(csv, rules)
  const [problem] = problems
  if (problem) throw invalid(`Line ${problem.line}: ${problem.message}`, "rates")
  const changed = await changeTaxes(shop, staff, {
    snapshot: replaces ? snapshot : null,
    what: "list of rates",
    textsOf: (taxes) => ({ rates: taxes.rates.map(rateLine).join("\n") }),
    auditOf: auditOfRates,
    edit: (taxes) => {
      const { rates: changed } = rateChanges(taxes.rates, rates, replaces)
      if (changed.length > MAX_RATES) throw invalid(TOO_MANY_RATES, "rates")
      return { ...taxes, rates: changed }
    },
  })
  return { version: changed, omitted: omitted.length }
}

async function readBounded(csv: string, { taxes }: Awaited<ReturnType<typeof readNewestRules>>["rules"]) {
  const problem = (message: string) => ({ rates: [], problems: [{ line: 1, message }], omitted: [] })
  if (csv.length > MAX_CSV) return problem(TOO_LONG_CSV)
  if (csv.includes("\ufffd")) return problem("This file is not in UTF-8; please save it as “CSV UTF-8”")
  return readRates(csv, taxes)
}

function rowsOf({ added, changed, removed }: RateChanges) {
  const row = (kind: string, before: TaxRate | null, after: TaxRate | null) => {
    return { kind, before: before ? rateLine(before) : "", after: after ? rateLine(after) : "" }
  }
  return [
    ...added.map((rate) => row("New", null, rate)),
    ...changed.map(({ before, after }) => row("Changed", before, after)),
    ...removed.map((rate) => row("Removed", rate, null)),
  ]
}
