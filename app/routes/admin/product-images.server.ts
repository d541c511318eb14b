import { z } from "zod"
import type { Product } from "~/domain/catalog/product"
import type { ProductImage } from "~/domain/media/product-images.server"
import { storePicture } from "~/domain/media/store-picture.server"
import { ObjectIdField } from "~/domain/object-id"
import { conflict, invalid, ShopError } from "~/domain/shop-error"
import type { FormScene } from "~/http/form.server"
import { uploadsFrom } from "~/http/uploads.server"

/** A picture that the product has already: where it goes, what it shows, or that it goes away. */
export const KeptImage = z.object({
  picture: ObjectIdField,
  position: z.coerce.number("Positions are numbers").min(0).max(1_000).catch(1_000),
  alt: z.string().trim().max(300, "A description of a picture has at most 300 characters").default(""),
  remove: z.literal("on").optional(),
})
export type KeptImage = z.output<typeof KeptImage>

/** The chosen files, stored, in the order in which they were chosen. @throws ShopError `invalid` for field `images` */
export async function newImages({ shop, sent }: FormScene): Promise<ProductImage[]> {
  const uploads = uploadsFrom({ kind: "form", data: sent }, "images")
  const pictures = await Promise.all(uploads.map((upload) => storePicture(shop, upload))).catch(blameField)
  return pictures.map((picture) => ({ pictureId: picture.id, alt: "" }))
}

/**
 * The pictures that stay, in the order of their numbers; undefined when all stays as it is.
 * @throws ShopError `conflict` when one of them is no longer the product's
 */
export function keptImages(images: KeptImage[], { name, pictures }: Product): ProductImage[] | undefined {
  const known = new Set(pictures.map((picture) => picture.id))
  if (images.some(({ picture }) => !known.has(picture))) {
    throw conflict("The images were changed meanwhile: please open the product again", "kept")
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

function blameField(error: unknown): never {
  if (error instanceof ShopError && error.kind === "invalid") throw invalid(error.message, "images")
  throw error
}
