import { MINUTE } from "~/domain/durations"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { type FileSums, fileSum, sumIn } from "./file-sum.server"
import { parseVariantName, type StoredPicture, variantNames } from "./picture"
import { readFile } from "./read-file.server"
import { runPictureJob } from "./run-picture-job.server"

type MediaShop = Pick<Shop, "db" | "log" | "media">
type Picture = Pick<StoredPicture, "id" | "key" | "widths"> & { sums: FileSums | null }

const PAGE = 200
const MAX_TIME = 5 * MINUTE

/** Reads every file of every picture, records missing checksums, and yields the names of damaged files. */
export async function* verifyPictures(shop: MediaShop): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const page = await pictures(shop).where("id", ">", last).orderBy("id").limit(PAGE).execute()
    for (const picture of page) yield* await verifyPicture(shop, picture)
    const final = page.at(-1)
    if (!final) return
    last = final.id
  }
}

/** Records checksums of pictures stored by an earlier version, some in each round. */
export async function learnSums(shop: MediaShop, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + MAX_TIME
  // Damaged pictures never get a checksum, and must not block the others.
  const page = await pictures(shop)
    .where("sums", "is", null)
    .orderBy((row) => row.fn("random"))
    .limit(PAGE)
    .execute()
  const damaged: string[] = []
  for (const picture of page) {
    if (signal?.aborted || performance.now() > end) break
    damaged.push(...(await verifyPicture(shop, picture)))
  }
  if (damaged.length > 0) shop.log.warn({ damaged }, "stored pictures are damaged; please upload them again")
}

function pictures({ db }: MediaShop) {
  return db.selectFrom("pictures").select(["id", "key", "widths", "sums"])
}

async function verifyPicture(shop: MediaShop, picture: Picture): Promise<string[]> {
  const sums: FileSums = {}
  const damaged: string[] = []
  let isComplete = true
  for (const name of variantNames(picture)) {
    const known = sumIn(picture.sums, name)
    const file = await readFile(shop.media, name, known)
    const isRight = file.state === "whole" && (known !== undefined || (await isDecodable(name, file.bytes)))
    if (isRight) sums[name.slice(picture.key.length + 1)] = fileSum(file.bytes)
    else isComplete = false
    if (file.state !== "missing" && !isRight) damaged.push(name)
  }
  if (picture.sums === null && isComplete) await keepSums(shop, picture.id, sums)
  return damaged
}

async function isDecodable(name: string, bytes: Uint8Array): Promise<boolean> {
  try {
    const { width } = await runPictureJob({ kind: "check", bytes })
    return width === parseVariantName(name)?.width
  } catch (error) {
    if (error instanceof ShopError && error.kind === "invalid") return false
    throw error
  }
}

async function keepSums({ db }: MediaShop, id: string, sums: FileSums): Promise<void> {
  const picture = db.updateTable("pictures").set({ sums: JSON.stringify(sums) })
  await picture.where("id", "=", id).where("sums", "is", null).execute()
}
