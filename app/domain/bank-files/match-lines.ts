import type { Cents } from "~/domain/money/money"
import type { BankEntry, LineOutcome } from "./bank-line"
import { type MentionedOrders, mentionedOrders } from "./references"

export interface PayableOrder {
  id: string
  number: number
  currency: string
  /** `paid` includes orders that were paid online. */
  state: "awaiting" | "paid" | "cancelled"
  /** The amount that an order awaiting payment still owes */
  missing: Cents
  /** The sums that people recorded by hand, and that no line of a bank's file explains yet */
  byHand: Cents[]
}

export interface LineMatch {
  outcome: LineOutcome
  orderId: string | null
}

type MatchedEntry = Pick<BankEntry, "kind" | "amount" | "currency" | "reference" | "text">

/** Returns the numbers of all orders that entries may mean, to look them up at once. */
export function mentionedNumbers(entries: readonly MatchedEntry[]): number[] {
  return [
    ...new Set(
      entries.flatMap((entry) => {
        const { stated, possible } = mentionedOrders(entry)
        return [...stated, ...possible]
      }),
    ),
  ]
}

/** Matches entries, in their order, with the orders that they mention. Each takes what the ones before have left of an order's sum. */
export class LineMatcher {
  readonly #byNumber: Map<number, PayableOrder>
  readonly #byId: Map<string, PayableOrder>

  /** @param shopCurrency the currency of new orders */
  constructor(
    orders: readonly PayableOrder[],
    private readonly shopCurrency: string,
  ) {
    const own = orders.map((order) => ({ ...order, byHand: [...order.byHand] }))
    this.#byNumber = new Map(own.map((order) => [order.number, order]))
    this.#byId = new Map(own.map((order) => [order.id, order]))
  }

  match(entry: MatchedEntry): LineMatch {
    const order = this.#orderOf(entry, mentionedOrders(entry))
    const orderId = order?.id ?? null
    if (entry.kind === "reversal") return { outcome: "reversal", orderId }
    if (entry.currency !== (order?.currency ?? this.shopCurrency)) return { outcome: "currency", orderId }
    if (!order) return { outcome: "unknown", orderId }
    // Someone saw this transfer arrive before the bank's file was read.
    if (order.byHand.includes(entry.amount)) return { outcome: "similar", orderId }
    return { outcome: outcomeOf(order, entry.amount), orderId }
  }

  /** Subtracts an entry that will be recorded for its order, or that explains a payment recorded by hand. */
  take({ outcome, orderId }: LineMatch, amount: Cents): void {
    const order = this.#byId.get(orderId ?? "")
    if (!order) return
    const place = outcome === "similar" ? order.byHand.indexOf(amount) : -1
    if (place >= 0) order.byHand.splice(place, 1)
    if (outcome !== "matches" && outcome !== "short" && outcome !== "over") return
    order.missing = Math.max(0, order.missing - amount)
    if (order.missing === 0) order.state = "paid"
  }

  /** Returns the one order that is stated; else the one whose open sum this is. Null if both are there and differ: a word before a day states a wrong one. */
  #orderOf({ amount, currency }: MatchedEntry, { stated, possible }: MentionedOrders): PayableOrder | null {
    const named = this.#known(stated)
    const isDue = (order: PayableOrder) =>
      order.state === "awaiting" && order.missing === amount && order.currency === currency
    if (named.length > 1) return onlyOne(named.filter(isDue))
    const due = onlyOne(this.#known(possible).filter(isDue))
    const [only] = named
    return only && due && !isDue(only) ? null : (only ?? due)
  }

  #known(numbers: readonly number[]): PayableOrder[] {
    return numbers.flatMap((number) => this.#byNumber.get(number) ?? [])
  }
}

const onlyOne = <Item>(items: readonly Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null)

function outcomeOf({ state, missing }: PayableOrder, amount: Cents): LineOutcome {
  if (state === "cancelled") return "cancelled"
  if (state === "paid") return "twice"
  return amount === missing ? "matches" : amount < missing ? "short" : "over"
}
