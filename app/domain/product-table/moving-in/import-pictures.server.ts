import { type Selectable, sql } from "kysely"
import pLimit from "p-limit"
import type { ProductEditor } from "~/domain/accounts/actor"
import { MAX_PRODUCT_IMAGES } from "~/domain/catalog/editing/image-edits"
import { updateProductIn } from "~/domain/catalog/editing/update-product.server"
import { lockVariantTable } from "~/domain/catalog/variants/locked-variants.server"
import { saveVariantsIn } from "~/domain/catalog/variants/save-variants.server"
import { attemptStep, FAULT } from "~/domain/imports/attempt-step.server"
import { storedBytes } from "~/domain/imports/stored-files.server"
import { MAX_PICTURE_BYTES } from "~/domain/media/picture-limits"
import type { ProductImage } from "~/domain/media/product-images.server"
import { storePicture } from "~/domain/media/store-picture.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid, ShopError } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import type { Tables } from "~db/schema"
import { moveToLeftOut } from "../findings/save-findings.server"
import { picturesOf } from "../import/import-files"
import { slugsOf } from "../import/merge-options"
import { PictureArchive } from "./picture-archive.server"

/** Returns a picture by its address. @throws ShopError `invalid` */
type PictureSource = (address: string, signal?: AbortSignal) => Promise<Uint8Array>

type Import = Pick<Selectable<Tables["product_imports"]>, "id" | "choices">

async function openPictures(shop: Shop, { id, choices }: Import): Promise<PictureSource> {
  const file = await storedBytes(shop, picturesOf(id))
  const archive = file && (await PictureArchive.open(file))
  return async (address, signal) => {
    const packed = await archive?.read(address)
    if (packed) return packed
    if (!choices.fetchesPictures) throw invalid("The ZIP file has no file with this name")
    return shop.remoteFiles.read(address, { maxBytes: MAX_PICTURE_BYTES, signal })
  }
}

/** Limits the memory: each picture may have 20 MB, and twice that while a ZIP file is unpacked. */
const AT_ONCE = 2

type WaitingPicture = Selectable<Tables["product_import_pictures"]>

/** Commits the pictures of a product together, and reports missing ones in its row. */
export async function importPictures(
  shop: Shop,
  known: Import,
  staff: () => ProductEditor,
  signal?: AbortSignal,
): Promise<void> {
  const importId = known.id
  let source: Promise<PictureSource> | undefined
  for (let after = ""; ; ) {
    signal?.throwIfAborted()
    const next = await shop.db
      .selectFrom("product_import_pictures")
      .select("product_id")
      .where("import_id", "=", importId)
      .where("status", "=", "waiting")
      .where("product_id", ">", after)
      .orderBy("product_id")
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    after = next.product_id
    const waiting = waitingFor(importId, after)
    const giveUp = () => recordMissing(shop, waiting, FAULT)
    await attemptStep(
      shop,
      { table: "product_imports", importId, name: `pictures ${after}`, giveUp, signal },
      async () => {
        source ??= openPictures(shop, known)
        const opened = await source.catch((error: unknown) => {
          if (error instanceof ShopError && error.kind !== "unavailable") return error
          throw error
        })
        if (opened instanceof ShopError) await recordMissing(shop, waiting, opened.message)
        else await importPicturesOf(shop, waiting, opened, staff, signal)
      },
    )
  }
}

const waitingFor = (importId: string, productId: string) => sql<boolean>`
  import_id = ${importId} and product_id = ${productId} and status = 'waiting'`

async function importPicturesOf(
  shop: Shop,
  waiting: ReturnType<typeof waitingFor>,
  source: PictureSource,
  staff: () => ProductEditor,
  signal?: AbortSignal,
): Promise<void> {
  const query = ({ db }: Queryable) => db.selectFrom("product_import_pictures").selectAll().where(waiting)
  const limit = pLimit(AT_ONCE)
  const wanted = await query(shop).orderBy("position").execute()
  const results = await Promise.all(wanted.map((picture) => limit(() => storeFrom(shop, source, picture, signal))))
  await shop
    .transaction(async (tx) => {
      const locked = await query(tx).orderBy("position").forUpdate().execute()
      if (locked.length === 0) return
      const stored = results.flatMap(({ picture, pictureId }) => (pictureId === null ? [] : [{ picture, pictureId }]))
      const kept = stored.length > 0 ? await attach(tx, staff(), stored) : []
      await record(
        tx,
        results.map((result) => (fits(result, kept) ? result : { ...result, ...noRoom })),
      )
    })
    .catch(async (error) => {
      if (!(error instanceof ShopError)) throw error
      await recordMissing(shop, waiting, error.message)
    })
}

async function recordMissing(shop: Shop, waiting: ReturnType<typeof waitingFor>, message: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const pictures = await tx.db.selectFrom("product_import_pictures").selectAll().where(waiting).execute()
    const results = pictures.map((picture) => ({ picture, pictureId: null, message }))
    await record(tx, results)
  })
}

interface Result {
  picture: WaitingPicture
  /** The picture; `null` if it is missing */
  pictureId: string | null
  message: string
}

async function storeFrom(
  shop: Shop,
  source: PictureSource,
  picture: WaitingPicture,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    const { id } = await storePicture(shop, await source(picture.address, signal))
    return { picture, pictureId: id, message: "" }
  } catch (error) {
    if (!(error instanceof ShopError) || error.kind === "unavailable") throw error
    return { picture, pictureId: null, message: error.message }
  }
}

const noRoom = { pictureId: null, message: `A product has at most ${MAX_PRODUCT_IMAGES} pictures` }
const fits = ({ pictureId }: Result, kept: readonly string[]) => pictureId === null || kept.includes(pictureId)

interface StoredImport {
  picture: WaitingPicture
  pictureId: string
}

/** Appends to pictures that were added in the meantime; returns the ids of all. */
async function attach(tx: Tx, staff: ProductEditor, stored: readonly StoredImport[]): Promise<string[]> {
  const productId = stored[0]?.picture.product_id ?? ""
  const present = await tx.db
    .selectFrom("product_images")
    .select(["picture_id as pictureId", "alt"])
    .where("product_id", "=", productId)
    .orderBy("position")
    .execute()
  const added = stored.map(({ pictureId, picture: { alt } }) => ({ pictureId, alt }))
  const images: ProductImage[] = [...present, ...added].slice(0, MAX_PRODUCT_IMAGES)
  await updateProductIn(tx, staff, productId, {}, images)
  const { options } = await lockVariantTable(tx, productId)
  const kept = images.map(({ pictureId }) => pictureId)
  const changes = stored.flatMap(({ picture, pictureId }) =>
    picture.variants.flatMap((selected) => {
      const values = slugsOf(options, selected)
      return values && kept.includes(pictureId) ? [{ values, pictureId }] : []
    }),
  )
  if (changes.length > 0) await saveVariantsIn(tx, staff, productId, changes)
  return kept
}

async function record(tx: Tx, results: readonly Result[]): Promise<void> {
  for (const { picture, pictureId, message } of results) {
    await tx.db
      .updateTable("product_import_pictures")
      .set(pictureId === null ? { status: "failed", problem: cut(message, 200) } : { status: "stored" })
      .where(waitingFor(picture.import_id, picture.product_id))
      .where("position", "=", picture.position)
      .execute()
    if (pictureId !== null) continue
    await moveToLeftOut(tx, picture.import_id, picture.line, message)
    const words = `Without the picture ${cut(picture.address, 200)}: ${message}`
    await tx.db
      .updateTable("product_import_rows")
      .set({ message: sql`left(concat_ws('. ', nullif(message, ''), ${words}::text), 1000)` })
      .where("import_id", "=", picture.import_id)
      .where("line", "=", picture.line)
      .execute()
  }
}
