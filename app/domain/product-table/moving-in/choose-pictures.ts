import { MAX_PRODUCT_IMAGES } from "~/domain/catalog/editing/image-edits"
import type { ImportedProduct } from "../csv/imported-product"

interface ChosenPictures {
  /** Addresses, in the order of the file */
  pictures: string[]
  leftOut: string[]
}

/** Returns the first picture, then those of variants, then others up to the limit of a product. */
export function choosePictures({ pictures = [], variants }: ImportedProduct): ChosenPictures {
  const ofVariants = new Set(variants.map(({ pictureNumber = 0 }) => pictureNumber))
  const weight = (place: number) => (place === 0 ? 0 : ofVariants.has(place + 1) ? 1 : 2)
  const places = [...pictures.keys()].sort((one, other) => weight(one) - weight(other) || one - other)
  const best = new Set(places.slice(0, MAX_PRODUCT_IMAGES))
  return {
    pictures: pictures.filter((_, place) => best.has(place)),
    leftOut: pictures.filter((_, place) => !best.has(place)),
  }
}

/** The message of a row about skipped pictures: the first row's covers all, each other's its own */
export function leftOutMessage(
  { pictures = [], variants }: ImportedProduct,
  { leftOut }: ChosenPictures,
  place: number,
): string {
  if (leftOut.length === 0) return ""
  const most = `a product has at most ${MAX_PRODUCT_IMAGES}`
  if (place === 0) return `Without ${leftOut.length} of its ${pictures.length} pictures: ${most}`
  const own = pictures[(variants[place]?.pictureNumber ?? 0) - 1]
  return own !== undefined && leftOut.includes(own) ? `Without its picture: ${most}` : ""
}
