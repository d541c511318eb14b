import { randomBytes } from "node:crypto"
import { availableParallelism } from "node:os"
import { setTimeout as delay } from "node:timers/promises"
import pLimit from "p-limit"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { atField, ShopError, tooLarge, unavailable } from "~/domain/shop-error"
import type { EncodedPicture } from "./encode-picture.server"
import { fileSum } from "./file-sum.server"
import { newPictureKey, type StoredPicture, variantName } from "./picture"
import type { PictureJob } from "./picture-job.server"
import { MAX_PICTURE_BYTES, MAX_PICTURE_MB } from "./picture-limits"
import { detectTypeOfHeader, HEADER_BYTES } from "./picture-type.server"
import { runPictureJob } from "./run-picture-job.server"

/** A `Blob` is read only when its turn comes. */
export type Upload = Uint8Array | Blob

type MediaShop = Pick<Shop, "db" | "log" | "media" | "now">

/** Milliseconds that a response waits for the clean-up */
const CLEANUP_TIMEOUT = 2000

const concurrencyLimit = pLimit(availableParallelism())

/** @throws ShopError `invalid` with the reason, `tooLarge` above 20 MB, `unavailable` if the store fails */
export async function storePicture(shop: MediaShop, upload: Upload): Promise<StoredPicture> {
  const isBlob = upload instanceof Blob
  if ((isBlob ? upload.size : upload.length) > MAX_PICTURE_BYTES)
    throw tooLarge(`A picture may have at most ${MAX_PICTURE_MB} MB`)
  detectTypeOfHeader(isBlob ? await bytesOf(upload.slice(0, HEADER_BYTES)) : upload.subarray(0, HEADER_BYTES))
  return storeEncoded(shop, async () => ({ kind: "upload", bytes: isBlob ? await bytesOf(upload) : upload }))
}

/** @throws ShopError as `storePicture` does, for the field */
export async function storePictureOf(shop: MediaShop, upload: Upload, field: string): Promise<string> {
  try {
    return (await storePicture(shop, upload)).id
  } catch (error) {
    throw error instanceof ShopError ? atField(error, field) : error
  }
}

/** Must only receive the shop's own SVG. */
export async function renderDrawing(shop: MediaShop, svg: string): Promise<StoredPicture> {
  return storeEncoded(shop, async () => ({ kind: "drawing", svg }))
}

async function bytesOf(upload: Blob): Promise<Uint8Array> {
  return new Uint8Array(await upload.arrayBuffer())
}

async function storeEncoded(shop: MediaShop, job: () => Promise<PictureJob>): Promise<StoredPicture> {
  const encoded = await concurrencyLimit(async () => runPictureJob(await job()))
  const { width, height, widths, placeholder } = encoded
  const picture = {
    id: newObjectId(shop.now()),
    key: newPictureKey(shop.now(), randomBytes(12)),
    width,
    height,
    widths,
    placeholder,
  }
  const written: string[] = []
  try {
    await writeObjects(shop, picture.key, encoded, written)
    await shop.db
      .insertInto("pictures")
      .values({ ...picture, sums: sumsOf(encoded), created_at: shop.now() })
      .execute()
    return picture
  } catch (error) {
    await removeObjects(shop, written)
    throw error instanceof ShopError
      ? error
      : unavailable("The picture cannot be saved right now; please try again", error)
  }
}

function sumsOf({ variants }: EncodedPicture): string {
  const sums = variants.map(({ width, extension, bytes }) => [`${width}.${extension}`, fileSum(bytes)])
  return JSON.stringify(Object.fromEntries(sums))
}

/** Waits for every object even if one fails, so that none arrives after the clean-up. */
async function writeObjects(shop: MediaShop, key: string, { variants }: EncodedPicture, written: string[]) {
  const puts = variants.map(async ({ width, extension, type, bytes }) => {
    const name = variantName(key, width, extension)
    written.push(name)
    await shop.media.put(name, bytes, type)
  })
  const failed = (await Promise.allSettled(puts)).find((result) => result.status === "rejected")
  if (failed) throw failed.reason
}

async function removeObjects(shop: MediaShop, names: string[]): Promise<void> {
  const cleaning = shop.media.remove(names).catch((error) => {
    shop.log.warn({ err: error, names }, "a failed upload left objects behind; the next sweep removes them")
  })
  await Promise.race([cleaning, delay(CLEANUP_TIMEOUT, undefined, { ref: false })])
}
