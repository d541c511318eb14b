import { toCents } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { PaymentMethod } from "~db/schema/orders"
import type { SettingsFacts } from "./settings"

export type { PaymentMethod }

export type PaymentFacts = Pick<
  SettingsFacts,
  | "transfers"
  | "transferDays"
  | "accountHolder"
  | "iban"
  | "bic"
  | "paidOnCollection"
  | "paidOnDelivery"
  | "deliveryFee"
  | "deliveryCountries"
>

export function paymentFactsOf(settings: SettingsFacts): PaymentFacts {
  const { transfers, transferDays, accountHolder, iban, bic } = settings
  const { paidOnCollection, paidOnDelivery, deliveryFee, deliveryCountries } = settings
  return {
    ...{ transfers, transferDays, accountHolder, iban, bic },
    ...{ paidOnCollection, paidOnDelivery, deliveryFee, deliveryCountries },
  }
}

/** Whether orders may exist before they are paid */
export function allowsUnpaidOrders({ transfers, paidOnCollection, paidOnDelivery }: PaymentFacts): boolean {
  return [transfers, paidOnCollection, paidOnDelivery].includes("on")
}

export const DEFAULT_TRANSFER_DAYS = 7

export function transferDaysOf({ transferDays }: Pick<SettingsFacts, "transferDays">): number {
  return transferDays === "" ? DEFAULT_TRANSFER_DAYS : Number(transferDays)
}

export function deliveryCountriesOf({ deliveryCountries }: Pick<SettingsFacts, "deliveryCountries">): string[] {
  return deliveryCountries.split(" ").filter(Boolean)
}

export interface OfferedPaymentMethod {
  method: PaymentMethod
  /** The fee of cash on delivery; a surcharge for any other method would be unlawful in much of the EU. */
  fee: Cents
}

interface PaidOrder {
  /** An ISO 3166 code */
  country: string
  isCollected: boolean
}

/** Returns the ways to pay for an order; the first is the default. */
export function offeredPaymentMethods(
  facts: PaymentFacts,
  { country, isCollected }: PaidOrder,
): [OfferedPaymentMethod, ...OfferedPaymentMethod[]] {
  const countries = deliveryCountriesOf(facts)
  const isDelivered = !isCollected && (countries.length === 0 || countries.includes(country))
  const methods: [OfferedPaymentMethod, ...OfferedPaymentMethod[]] = [{ method: "online", fee: 0 }]
  if (facts.transfers === "on") methods.push({ method: "transfer", fee: 0 })
  if (facts.paidOnCollection === "on" && isCollected) methods.push({ method: "collection", fee: 0 })
  if (facts.paidOnDelivery === "on" && isDelivered)
    methods.push({ method: "delivery", fee: toCents(facts.deliveryFee) ?? 0 })
  return methods
}

/** The shop's account, as transfers name it */
export interface BankAccount {
  holder: string
  /** Without spaces */
  iban: string
  /** Empty if unset */
  bic: string
}

export function bankAccountOf({ accountHolder: holder, iban, bic }: PaymentFacts): BankAccount {
  return { holder, iban, bic }
}

export const paymentMethodNames: Record<PaymentMethod, string> = {
  online: "Card",
  transfer: "Bank transfer",
  collection: "Pay on collection",
  delivery: "Cash on delivery",
}
