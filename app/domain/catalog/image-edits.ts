import { z } from "zod"
import type { ProductImage } from "../media/product-images.server"
import { ObjectId } from "../object-id"
import { conflict } from "../shop-error"
import type { Product } from "./product"

/** A picture that the product has already: where it goes, what it shows, or that it goes away. */
export const ExistingImage = z.object({
  picture: ObjectId,
  position: z.coerce.number("Positions must be numbers").min(0).max(1_000).catch(1_000),
  alt: z.string().trim().max(300, "A description of a picture has at most 300 characters").default(""),
  remove: z.literal("on").optional(),
})
export type ExistingImage = z.output<typeof ExistingImage>

/**
 * The pictures that stay, in the order of their numbers; undefined when all stays as it is.
 * @throws ShopError `conflict` when one of them is no longer the product's
 */
export function applyImageEdits(images: ExistingImage[], { name, pictures }: Product): ProductImage[] | undefined {
  const known = new Set(pictures.map((picture) => picture.id))
  if (images.some(({ picture }) => !known.has(picture))) {
    throw conflict("The images have changed in the meantime: please open the product again", "kept")
  }
  const kept = images
    .filter((image) => !image.remove)
    .sort((one, other) => one.position - other.position)
    .map(({ picture, alt }) => ({ pictureId: picture, alt }))
  const same = pictures.every(
    ({ id, alt }, index) => kept[index]?.pictureId === id && (kept[index].alt || name) === alt,
  )
  return same && kept.length === pictures.length ? undefined : kept
}
