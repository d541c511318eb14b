import { z } from "zod"
import { absolutePictureUrl, type PictureView } from "~/domain/media/picture"
import type { Shop } from "~/domain/shop"
import { Id } from "./fields"

export const PictureJson = z.object({ _id: Id, public_id: z.string(), url: z.string() })

export function toPictureJson(shop: Shop, picture: PictureView): z.input<typeof PictureJson> {
  return { _id: picture.id, public_id: picture.id, url: absolutePictureUrl(picture, shop.identity.url) }
}

/** Clients read the first picture without checking that it exists. */
export function placeholderPictureJson({ identity }: Pick<Shop, "identity">): z.input<typeof PictureJson> {
  return { _id: "0".repeat(24), public_id: "no-picture", url: new URL("/no-picture.svg", identity.url).href }
}
