import { z } from "zod"
import type { ProductImage } from "~/domain/media/product-images.server"
import { storePicture } from "~/domain/media/store-picture.server"
import { ObjectIdField } from "~/domain/object-id"
import { invalid, ShopError } from "~/domain/shop-error"
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

/** The pictures that stay, in the order of their numbers. */
export function keptImages(images: KeptImage[]): ProductImage[] {
  return images
    .filter((image) => !image.remove)
    .sort((one, other) => one.position - other.position)
    .map(({ picture, alt }) => ({ pictureId: picture, alt }))
}

function blameField(error: unknown): never {
  if (error instanceof ShopError && error.kind === "invalid") throw invalid(error.message, "images")
  throw error
}
