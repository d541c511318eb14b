import type { DemoProduct } from "../products"
import { album } from "./album"
import { Sheet } from "./sheet"

/** One picture of a product as a complete SVG document of 1200 by 1200; views count from 0. */
export function drawProduct(product: DemoProduct, view: number): string {
  const draw = album[product.drawing][view]
  if (!draw) throw new RangeError(`${product.slug} has no view ${view}`)
  const sheet = new Sheet(product.ground)
  return sheet.document(draw(sheet))
}
