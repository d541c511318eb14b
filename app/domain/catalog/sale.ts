import { type Days, lastDayOf } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import { invalid } from "~/domain/shop-error"
import { type Measure, measureRefusal } from "./measures/measure"
import type { Offer, SetPrices } from "./variants/variant-record"

const NOT_REDUCED = "The compare-at price must be more than the price"
export const SALE_NOT_REDUCED = "The sale price must be less than the price"
export const SALE_DAYS_REVERSED = "The last day of the sale must not be before the first"
const NO_SALE_PRICE = "Please enter the sale price, or clear its days"

export function isReduced({ price, compareAtPrice }: Offer): boolean {
  return compareAtPrice === null || compareAtPrice > price
}

/** A price for some days, in the shop's time zone */
export type SalePrice = Pick<SetPrices, "salePrice" | "saleFrom" | "saleUntil">

/** Prices as a row has them, together with those of today */
export interface StoredPrices extends SetPrices {
  today: Offer
  isOnSale: boolean
  /** Whether the sale has begun or will begin */
  isPlanned: boolean
}

export const noSalePrice: SalePrice = { salePrice: null, saleFrom: null, saleUntil: null }

export const isSaleReduced = ({ price, salePrice }: Pick<SetPrices, "price" | "salePrice">): boolean =>
  salePrice === null || salePrice < price

export const hasSalePrice = ({ salePrice, saleFrom, saleUntil }: SalePrice): boolean =>
  salePrice !== null || (saleFrom === null && saleUntil === null)

export const areSaleDaysInOrder = ({ saleFrom, saleUntil }: SalePrice): boolean =>
  saleFrom === null || saleUntil === null || saleFrom <= saleUntil

/** Returns why prices do not fit together, and the field for the message. */
export function priceRefusal(prices: SetPrices): { field: keyof SetPrices; message: string } | null {
  if (!isReduced(prices)) return { field: "compareAtPrice", message: NOT_REDUCED }
  if (!hasSalePrice(prices)) return { field: "salePrice", message: NO_SALE_PRICE }
  if (!isSaleReduced(prices)) return { field: "salePrice", message: SALE_NOT_REDUCED }
  if (!areSaleDaysInOrder(prices)) return { field: "saleUntil", message: SALE_DAYS_REVERSED }
  return null
}

/** Returns why what is offered does not fit together, and the field at which to say so. */
export function offerRefusal(
  offer: SetPrices & Measure,
): { field: keyof SetPrices | keyof Measure; message: string } | null {
  return priceRefusal(offer) ?? measureRefusal(offer)
}

export function withoutSale({ price, compareAtPrice }: Offer): StoredPrices {
  const own = { price, compareAtPrice }
  return { ...own, ...noSalePrice, today: own, isOnSale: false, isPlanned: false }
}

/** @throws ShopError `invalid` */
export function assertOffer(offer: SetPrices & Measure): void {
  const refusal = offerRefusal(offer)
  if (refusal) throw invalid(refusal.message, refusal.field)
}

export type PriceChanges = Partial<SetPrices>

const changesSale = ({ salePrice, saleFrom, saleUntil }: PriceChanges) =>
  salePrice !== undefined || saleFrom !== undefined || saleUntil !== undefined

/**
 * Returns the prices that staff set after a change. A price that comes with a sale price is the one outside of the sale.
 * A price that comes alone is the price to pay: unless it is today's price already, it ends a sale that has begun.
 */
export function pricesAfter(before: StoredPrices, changes: PriceChanges): SetPrices {
  const { today, isOnSale, isPlanned, ...own } = before
  if (changesSale(changes)) return { ...ownPricesAfter(own, changes), ...saleAfter(own, changes) }
  const given = {
    price: changes.price === today.price ? undefined : changes.price,
    compareAtPrice: changes.compareAtPrice === today.compareAtPrice ? undefined : changes.compareAtPrice,
  }
  if (given.price === undefined && given.compareAtPrice === undefined) return own
  if (isOnSale) return { ...ownPricesAfter(today, given), ...noSalePrice }
  const after = ownPricesAfter(own, given)
  return { ...own, ...after, ...(!isPlanned && !isSaleReduced({ ...own, ...after }) && noSalePrice) }
}

/** A reduction ends when the price alone is raised to its compare-at price. */
function ownPricesAfter(before: Offer, { price = before.price, compareAtPrice }: PriceChanges): Offer {
  if (compareAtPrice !== undefined) return { price, compareAtPrice }
  return { price, compareAtPrice: isReduced({ ...before, price }) ? before.compareAtPrice : null }
}

function saleAfter(before: SalePrice, changes: PriceChanges): SalePrice {
  const { salePrice, saleFrom, saleUntil } = before
  const kept = changes.salePrice === null ? noSalePrice : { salePrice, saleFrom, saleUntil }
  return {
    salePrice: changes.salePrice === undefined ? kept.salePrice : changes.salePrice,
    saleFrom: changes.saleFrom === undefined ? kept.saleFrom : changes.saleFrom,
    saleUntil: changes.saleUntil === undefined ? kept.saleUntil : changes.saleUntil,
  }
}

/** The columns of a variant's prices, whose moments may be texts of JSON */
export interface PriceColumns {
  price: Cents
  compareAtPrice: Cents | null
  regularPrice: Cents | null
  regularCompareAtPrice: Cents | null
  salePrice: Cents | null
  saleFrom: Date | string | null
  saleUntil: Date | string | null
  isOnSale: boolean
  /** When today's price changes next */
  priceChangesAt: Date | string | null
}

export function toStoredPrices(row: PriceColumns, days: Pick<Days, "dayOf">): StoredPrices {
  const { price, compareAtPrice, regularPrice, regularCompareAtPrice, salePrice, isOnSale } = row
  const [from, until] = [momentOf(row.saleFrom), momentOf(row.saleUntil)]
  return {
    price: regularPrice ?? price,
    compareAtPrice: salePrice === null ? compareAtPrice : regularCompareAtPrice,
    salePrice,
    saleFrom: from && days.dayOf(from),
    saleUntil: until && lastDayOf(until, days),
    today: { price, compareAtPrice },
    isOnSale,
    isPlanned: isOnSale || row.priceChangesAt !== null,
  }
}

const momentOf = (stored: Date | string | null) => (typeof stored === "string" ? new Date(stored) : stored)

interface SaleMoments {
  saleFrom: Date | null
  saleUntil: Date | null
}

/** Keeps a moment within a day that has not changed. */
export function saleMoments(
  after: SalePrice,
  before: (SalePrice & { moments: Pick<PriceColumns, "saleFrom" | "saleUntil"> }) | null,
  { startOf, endOf }: Pick<Days, "startOf" | "endOf">,
): SaleMoments {
  const { saleFrom, saleUntil } = after
  return {
    saleFrom:
      before && saleFrom === before.saleFrom
        ? momentOf(before.moments.saleFrom)
        : saleFrom === null
          ? null
          : startOf(saleFrom),
    saleUntil:
      before && saleUntil === before.saleUntil
        ? momentOf(before.moments.saleUntil)
        : saleUntil === null
          ? null
          : endOf(saleUntil),
  }
}

export function isOnSaleAt(moment: Date, { saleFrom, saleUntil }: SaleMoments): boolean {
  return (saleFrom === null || saleFrom <= moment) && (saleUntil === null || moment < saleUntil)
}
