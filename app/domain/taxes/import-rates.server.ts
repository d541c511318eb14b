import { requireProof } from "~/domain/accounts/proof"
import { readText } from "~/domain/csv/csv-file.server"
import type { TaxRate } from "~/domain/pricing/rules"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import type { Queryable, Shop } from "~/domain/shop"
import { invalid, ShopError } from "~/domain/shop-error"
import { auditOfRates, type RateChanges, rateChanges, rateLine } from "./rate-changes.server"
import { readRates, refusedRates } from "./rates-csv.server"
import { changeTaxes, type TaxEditor } from "./save-taxes.server"
import { MAX_CSV, MAX_RATES, TOO_LONG_CSV, TOO_MANY_RATES } from "./tax-rate"

interface RatesFile {
  /** The bytes of a file, or its text */
  csv: Uint8Array | string
  /** Whether rates missing from the file are deleted */
  replaces: boolean
}

/** Bytes of the longest text in any encoding */
const MOST_BYTES = 4 * MAX_CSV

/** Rows of a preview */
const SHOWN = 100
const MAX_OMITTED = 1_000

/** Returns the changes or the errors of a file, without saving. */
export async function previewRates(shop: Queryable, { csv, replaces }: RatesFile) {
  const { version, rules } = await readNewestRules(shop)
  const { text, rates, problems, omitted } = await readBounded(csv, rules)
  const changes = rateChanges(rules.taxes.rates, rates, replaces)
  const rows = rowsOf(changes)
  return {
    ...{ csv: text.slice(0, MAX_CSV), version, same: changes.same, problems: problems.slice(0, SHOWN) },
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
  if (problem) throw invalid(`${problem.line === null ? "" : `Line ${problem.line}: `}${problem.message}`, "rates")
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

const UNREADABLE = "This file has signs that cannot be read: please save it as “CSV UTF-8”"

type Rules = Awaited<ReturnType<typeof readNewestRules>>["rules"]

async function readBounded(csv: Uint8Array | string, { taxes }: Rules) {
  let text = typeof csv === "string" ? csv : ""
  try {
    if (csv.length > MOST_BYTES) return { text, ...refusedRates(TOO_LONG_CSV) }
    if (typeof csv !== "string") text = await textOf(csv)
    if (text.length > MAX_CSV) return { text, ...refusedRates(TOO_LONG_CSV) }
    if (text.includes("\ufffd")) return { text, ...refusedRates(UNREADABLE) }
    return { text, ...(await readRates(text, taxes)) }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { text, ...refusedRates(error.message) }
  }
}

function textOf(bytes: Uint8Array): Promise<string> {
  return readText(async function* () {
    yield bytes
  })
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
