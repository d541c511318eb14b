import { beforeAll } from "vitest"
import { insertDemoProducts } from "../shop/demo-products.server"
import { type Journey, openJourney } from "./journey.server"

interface StorefrontJourney extends Journey {
  /** Number of products in the demo catalogue */
  products: number
  /** Returns a demo product's id by its slug. */
  idOf(slug: string): string
}

/** The built shop with the demo catalogue and a browser, for the tests of a file */
export function openStorefrontJourney(): StorefrontJourney {
  const journey = openJourney() as StorefrontJourney
  beforeAll(async () => {
    const ids = await insertDemoProducts(journey.shop)
    journey.products = ids.size
    journey.idOf = (slug) => ids.get(slug) ?? ""
  })
  return journey
}
