import { z } from "zod"
import type { PictureView } from "~/domain/media/picture"
import type { ProductImage } from "~/domain/media/product-images.server"
import { ObjectId } from "~/domain/object-id"
import { conflict } from "~/domain/shop-error"
import { wholeNumber } from "~/domain/validation/whole-number"

export const ExistingImage = z.object({
  picture: ObjectId,
  position: wholeNumber(0, 1_000, "Positions must be whole numbers").catch(1_000),
  alt: z.string().trim().max(300, "A description of a picture has at most 300 characters").default(""),
  remove: z.literal("on").optional(),
})
export type ExistingImage = z.output<typeof ExistingImage>

export const MAX_PRODUCT_IMAGES = 10

interface Pictured {
  pictures: readonly PictureView[]
}

/** @throws ShopError `conflict` if an image no longer belongs to the product, or is listed twice */
export function applyImageEdits(images: ExistingImage[], { pictures }: Pictured): ProductImage[] {
  const unlisted = new Set(pictures.map((picture) => picture.id))
  if (images.some(({ picture }) => !unlisted.delete(picture))) {
    throw conflict("The images have changed in the meantime: please open the product again", "kept")
  }
  return images
    .filter((image) => !image.remove)
    .sort((one, other) => one.position - other.position)
    .map(({ picture, alt }) => ({ pictureId: picture, alt }))
}

export function areCurrentImages(images: ProductImage[], { name, pictures }: Pictured & { name: string }): boolean {
  const isSame = ({ pictureId, alt }: ProductImage, index: number) =>
    pictures[index]?.id === pictureId && pictures[index].alt === (alt || name)
  return images.length === pictures.length && images.every(isSame)
}
