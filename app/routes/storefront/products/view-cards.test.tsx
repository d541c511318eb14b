import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { ProductSummary } from "~/domain/catalog/product"
import type { DiscountRule } from "~/domain/discounts/discount-record"
import { ProductPrice } from "./product-price"
import { viewCards } from "./view-cards"

const mug = {
  id: "1",
  name: "Mug",
  price: 2_800,
  compareAtPrice: null,
  priorPrice: null,
  measureAmount: null,
  measureUnit: null,
  stock: 3,
  rating: 4,
  numReviews: 2,
  picture: null,
}

/** A shop with these automatic discounts */
function shopWith(...rules: Partial<DiscountRule>[]) {
  const rest = { ...{ goodsFrom: null, zones: [], firstOrder: false, startsAt: null, endsAt: null, stoppedAt: null } }
  const defaults = { kind: "percent", percent: 100_000, maxUses: null, maxUsesPerPerson: null, products: [] }
  return {
    discounts: { current: rules.map((rule) => ({ ...defaults, ...rest, unitsFrom: null, categories: [], ...rule })) },
    categories: { current: { find: (name: string) => ({ key: name.toLowerCase() }) } },
    settings: { current: { pricing: { currency: "USD", zones: [], home: { country: "US", state: "", pinCode: "" } } } },
    now: () => new Date(),
  } as unknown as Parameters<typeof viewCards>[0]
}

function priceOf(facts: Partial<ProductSummary>): string {
  const [card] = viewCards(shopWith(), [{ ...mug, highestPrice: 2_800, ...facts } as ProductSummary])
  return card ? renderToStaticMarkup(<ProductPrice product={card} />).replaceAll(/<[^>]*>/g, "") : ""
}

test("a card has one price, and says “from” where variants cost more", () => {
  expect(priceOf({})).toBe("$28.00")
  expect(priceOf({ highestPrice: 3_000 })).toBe("from $28.00")
  expect(priceOf({ highestPrice: 3_000, compareAtPrice: 3_500 })).toBe("Sale Now from $28.00 Was $35.00")
})

test("a card has the price of a unit where the contents are known", () => {
  const measure = { measureAmount: 500_000, measureUnit: "g" } as const
  expect(priceOf(measure)).toBe("$28.00 $56.00 per kg")
  expect(priceOf({ ...measure, highestPrice: 3_000 })).toBe("from $28.00 $56.00 per kg")
})

test("a card shows the discount of its category, and none on the whole order", () => {
  const products = [
    { ...mug, category: "Kitchen" },
    { ...mug, id: "2", category: "Books" },
  ] as ProductSummary[]
  const shop = shopWith({ percent: 50_000 }, { unitsFrom: 3, categories: ["kitchen"] })
  expect(viewCards(shop, products).map(({ discount }) => discount)).toEqual(["10 % off 3 or more", undefined])
})
