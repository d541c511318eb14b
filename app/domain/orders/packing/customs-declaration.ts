import { type Cents, proportion, sum } from "~/domain/money/money"
import { amountOf } from "~/domain/pricing/charges"
import type { Order, OrderLine } from "../order"
import type { CustomsFacts } from "./customs-facts.server"

/** Forms of the Universal Postal Union; the short one is a label. */
export type CustomsForm = "cn22" | "cn23"

/** Of the small parcel that may have a CN 22, in grams and in Special Drawing Rights (Convention Manual, article 20-001) */
const MOST_GRAMS = 2_000
const MOST_SDR = 30_000

export interface DeclaredItem {
  id: string
  name: string
  quantity: number
  /** Of all units; null if it is not known */
  grams: number | null
  value: Cents
  hsCode: string
  origin: string
}

export interface Declaration {
  items: DeclaredItem[]
  /** Null if the weight of an item is not known */
  grams: number | null
  value: Cents
  form: CustomsForm
}

/** Declares the units of the parcel at the price that was paid for them, without shipping. */
export function declareParcel({ lines }: Pick<Order, "lines">, facts: ReadonlyMap<string, CustomsFacts>): Declaration {
  const items = lines.filter(({ toSend }) => toSend > 0).map((line) => declared(line, facts.get(line.variantId)))
  const grams = items.some((item) => item.grams === null) ? null : sum(items.map((item) => item.grams ?? 0))
  const value = sum(items.map((item) => item.value))
  // One SDR is worth more than a unit of the currencies in question, so this asks for the long form early.
  const isSmall = (grams ?? 0) <= MOST_GRAMS && value <= MOST_SDR
  return { items, grams, value, form: isSmall ? "cn22" : "cn23" }
}

function declared(line: OrderLine, facts: CustomsFacts | undefined): DeclaredItem {
  const { id, name, quantity, toSend } = line
  return {
    ...{ id, name, quantity: toSend },
    grams: facts?.grams == null ? null : facts.grams * toSend,
    value: proportion(amountOf(line), toSend, quantity),
    ...{ hsCode: facts?.hsCode ?? "", origin: facts?.origin ?? "" },
  }
}

/** Formats `1250` as `1.25`, in kilograms. */
export function kilograms(grams: number): string {
  return (grams / 1_000).toFixed(3).replace(/0$/, "")
}
