import type { Staff } from "~/domain/accounts/actor"
import { addDays, addYears, longDay } from "~/domain/days/calendar"
import { todayOf } from "~/domain/days/shop-days.server"
import type { Cents } from "~/domain/money/money"
import { sum } from "~/domain/money/money"
import type { TaxedPart } from "~/domain/pricing/charges"
import type { Destination } from "~/domain/pricing/places"
import { PERCENT } from "~/domain/pricing/rules"
import { grossOf } from "~/domain/pricing/taxed-parts"
import { type AccountingFacts, revenueAccountOf } from "~/domain/settings/revenue-accounts"
import type { Shop } from "~/domain/shop"
import { invalid, type ShopError } from "~/domain/shop-error"
import type { TaxReportFilter } from "../tax-report"
import { type Period, periodOf, type TaxedEntry, taxedEntries } from "../tax-report.server"
import { type Booking, batchHead, bookingLine, encodeWindows1252, financialYearOf, MAX_BOOKINGS } from "./extf"
import { type Fee, findFees } from "./fees.server"
import { isOtherMember, stateName, stateOfTaxation } from "./state-of-taxation.server"

/** Characters of one chunk */
const CHUNK = 64 * 1024

/**
 * Writes a booking for each part of an order or refund with other taxes, whose amounts add up to the tax report, one for
 * its payment by the gateway, and one for each fee of the gateway. Other payments are booked from the bank's statements
 * and the cash book.
 * @throws ShopError `invalid` if an account is missing, or the period is not within one financial year
 */
export async function* exportDatev(
  shop: Shop,
  _staff: Staff<"taxes.see">,
  filter: TaxReportFilter,
): AsyncGenerator<Uint8Array> {
  const period = periodOf(filter, todayOf(shop))
  const yearStart = assertOneYear(shop, period)
  const fees = await feeBookings(shop, period)
  await assertBookings(shop, period, fees.length)
  const { datevConsultant, datevClient, customersAccount, pricing } = shop.settings.current
  const head = batchHead({
    createdAt: shop.now(),
    consultant: datevConsultant,
    client: datevClient,
    yearStart,
    accountLength: accountLengthOf(shop),
    ...period,
    currency: pricing.currency,
  })
  let chunk = head
  for await (const entry of taxedEntries(shop, period)) {
    for (const booking of bookingsOf(shop, entry, customersAccount)) {
      chunk += bookingLine(booking)
    }
    if (chunk.length < CHUNK) continue
    yield encodeWindows1252(chunk)
    chunk = ""
  }
  yield encodeWindows1252(chunk + fees.map(bookingLine).join(""))
}

/** General ledger accounts have the length of the gateway's account, or of the first revenue account. */
function accountLengthOf({ settings }: Shop): number {
  const { gatewayAccount, revenueAccounts } = settings.current
  const [, , account = ""] = revenueAccounts.trim().split(/\s+/)
  return Math.min(8, (gatewayAccount || account).length)
}

function assertOneYear({ settings }: Shop, { from, to }: Period) {
  const start = financialYearOf(from, settings.current.financialYearStart || "01-01")
  const last = addDays(addYears(start, 1), -1)
  if (to > last) throw invalid(`DATEV takes one financial year in a file: choose days until ${longDay(last)}`)
  return start
}

async function assertBookings(shop: Shop, period: Period, fees: number): Promise<void> {
  const { datevConsultant, datevClient, customersAccount } = shop.settings.current
  if (!datevConsultant || !datevClient || !customersAccount) {
    throw invalid("Enter the numbers and accounts of DATEV under Settings, Accounting first")
  }
  let bookings = fees
  for await (const entry of taxedEntries(shop, period)) {
    for (const _ of bookingsOf(shop, entry, customersAccount)) bookings++
    if (bookings > MAX_BOOKINGS)
      throw invalid(`A file of DATEV has at most ${MAX_BOOKINGS} bookings: choose fewer days`)
  }
}

function withoutAccount({ settings }: Shop, to: Destination, rate: number): ShopError {
  const state = stateOfTaxation(to, settings.current.pricing.home)
  const name = state === "" ? "orders collected at the shop" : stateName(state)
  return invalid(`No account is set for ${name} at ${rate / PERCENT} %: add it under Settings, Accounting`)
}

function accountOf({ settings }: Shop, to: Destination, rate: number) {
  const { home } = settings.current.pricing
  const country = stateOfTaxation(to.country === "" ? home : to, home)
  const isOther = isOtherMember(country, home)
  const found = revenueAccountOf(settings.current, { country, rate: rate / PERCENT }, isOther)
  return found && { ...found, eu: isOther && rate > 0 ? { country, rate: rate / PERCENT } : null }
}

function* bookingsOf(shop: Shop, entry: TaxedEntry, customers: string): Generator<Booking> {
  const { kind, order, day, document, parts } = entry
  const isSale = kind === "sale"
  const shared = {
    ...{ day, document: document ?? String(order.number) },
    ...{ side: isSale ? ("debit" as const) : ("credit" as const), account: customers },
  }
  for (const part of parts) {
    const amount = grossOf(part)
    if (amount === 0) continue
    const revenue = accountOf(shop, entry, rateOf(part))
    if (!revenue) throw withoutAccount(shop, entry, rateOf(part))
    const text = `${isSale ? "Order" : "Refund of order"} ${order.number}`
    yield { ...shared, amount, contraAccount: revenue.account, key: revenue.key, eu: revenue.eu, text }
  }
  const { gatewayAccount } = shop.settings.current
  const paid: Cents = sum(parts.map(grossOf))
  if (order.method !== "online" || gatewayAccount === "" || paid === 0) return
  const side = isSale ? ("credit" as const) : ("debit" as const)
  const text = `${isSale ? "Payment" : "Repayment"} of order ${order.number}`
  yield { ...shared, side, amount: paid, contraAccount: gatewayAccount, key: "", eu: null, text }
}

/** The first rate of a part with several taxes */
function rateOf({ taxes }: TaxedPart): number {
  return taxes[0]?.rate ?? 0
}

/** The payment service keeps its fees, so they leave its account; none without their own account. */
async function feeBookings(shop: Shop, period: Period): Promise<Booking[]> {
  const { gatewayAccount, feesAccount, pricing } = shop.settings.current
  if (gatewayAccount === "" || feesAccount === "") return []
  const fees = await findFees(shop, period)
  const foreign = fees.find(({ currency }) => currency !== pricing.currency)
  if (foreign)
    throw invalid(
      `The payment service took fees in ${foreign.currency}, which a batch in ${pricing.currency} cannot have: clear their account under Settings, Accounting, and book them from the journal`,
    )
  return fees.map((fee) => feeBooking(fee, { feesAccount, gatewayAccount }))
}

const feesOf: Record<Fee["kind"], string> = { payment: "", refund: "a refund of ", dispute: "a dispute about " }

function feeBooking(
  { kind, day, order, intent, amount }: Fee,
  { feesAccount, gatewayAccount }: Pick<AccountingFacts, "feesAccount" | "gatewayAccount">,
): Booking {
  const isTaken = amount > 0
  return {
    ...{ amount: Math.abs(amount), side: isTaken ? "debit" : "credit", account: feesAccount },
    ...{ contraAccount: gatewayAccount, key: "", day, eu: null, document: order === null ? intent : String(order) },
    text: `${isTaken ? "Fee" : "Returned fee"} of ${feesOf[kind]}${order === null ? "a payment without an order" : `order ${order}`}`,
  }
}
