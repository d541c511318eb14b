import { readdir } from "node:fs/promises"
import { afterEach, beforeEach, expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { checkMedia } from "./check-media.server"
import { newPictureKey, type StoredPicture, variantNames } from "./picture"
import { storePicture } from "./store-picture.server"
import { sweepPictures } from "./sweep-pictures.server"
import { encodedAs, samplePicture } from "./testing/sample-pictures"

let open: TestShop
let user: string
beforeEach(async () => {
  open = await openTestShop()
  user = newObjectId(open.shop.now())
  const row = { id: user, name: "Ada", email: "ada@shop.test", password_hash: "" }
  await open.shop.db.insertInto("users").values(row).execute()
})
afterEach(() => open.close())

const sweep = () => sweepPictures(open.shop)
const keep = async (): Promise<StoredPicture> => storePicture(open.shop, await encodedAs("png", samplePicture(40, 40)))
const setAvatar = (pictureId: string) =>
  open.shop.db.updateTable("users").set({ avatar_picture_id: pictureId }).where("id", "=", user).execute()
const objects = async () => (await readdir(open.mediaFolder)).sort()
const namesOf = (...pictures: StoredPicture[]) => pictures.flatMap(variantNames).sort()

test("an unused picture is deleted after a day, with its objects; one in use stays", async () => {
  const [unused, shown] = [await keep(), await keep()]
  await setAvatar(shown.id)
  expect(await sweep()).toEqual({ pictures: 0, objects: 0 })
  open.clock.advance({ hours: 25 })
  const young = await keep()
  expect(await sweep()).toEqual({ pictures: 1, objects: 0 })
  expect(await objects()).toEqual(namesOf(shown, young))
  const rows = await open.shop.db.selectFrom("pictures").select("id").execute()
  expect(rows.map(({ id }) => id)).not.toContain(unused.id)
})

test("more pictures than fit one batch are deleted together", async () => {
  const rows = Array.from({ length: 450 }, (_, at) => ({
    id: newObjectId(open.shop.now()),
    key: newPictureKey(open.shop.now(), Uint8Array.of(at >> 8, at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    width: 1,
    height: 1,
    widths: [1],
    placeholder: "",
    created_at: open.shop.now(),
  }))
  await open.shop.db.insertInto("pictures").values(rows).execute()
  open.clock.advance({ days: 2 })
  const [one, another] = await Promise.all([sweep(), sweep()])
  expect(one.pictures + another.pictures).toBe(450)
})

test("pictures of products, checkouts and orders stay as long as these do", async () => {
  const [ofProduct, ofCheckout, ofOrder] = [await keep(), await keep(), await keep()]
  const { db, now } = open.shop
  const id = newObjectId(now())
  const totals = { currency: "USD" as const, item_price: 100, tax_price: 10, shipping_price: 0, total_price: 110 }
  const shipping_info = JSON.stringify({ address: "", city: "", state: "", country: "", pinCode: "", phoneNo: "" })
  await db.insertInto("products").values({ id, name: "Lamp", category: "Household", price: 100 }).execute()
  await db.insertInto("product_images").values({ id, product_id: id, picture_id: ofProduct.id, position: 0 }).execute()
  await db
    .insertInto("checkouts")
    .values({ id, user_id: user, ...totals, shipping_info, hold_expires_at: now() })
    .execute()
  const line = { position: 0, product_id: id, variant_id: id, name: "Lamp", price: 100, quantity: 1, taxes: "[]" }
  await db
    .insertInto("checkout_lines")
    .values({ ...line, checkout_id: id, picture_id: ofCheckout.id })
    .execute()
  const order = {
    id,
    user_id: user,
    user_name: "",
    user_email: "",
    payment_intent_id: "pi",
    payment_status: "succeeded" as const,
  }
  await db
    .insertInto("orders")
    .values({ ...order, ...totals, shipping_info })
    .execute()
  await db
    .insertInto("order_lines")
    .values({ ...line, id, order_id: id, picture_id: ofOrder.id })
    .execute()
  open.clock.advance({ days: 2 })
  expect(await sweep()).toEqual({ pictures: 0, objects: 0 })
  expect(await objects()).toEqual(namesOf(ofProduct, ofCheckout, ofOrder))
})

test("a picture that comes into use during the sweep is never lost", async () => {
  for (let round = 0; round < 10; round++) {
    const picture = await keep()
    open.clock.advance({ days: 2 })
    const [used] = await Promise.allSettled([setAvatar(picture.id), sweep()])
    const row = await open.shop.db.selectFrom("pictures").select("id").where("id", "=", picture.id).executeTakeFirst()
    expect(row !== undefined).toBe(used.status === "fulfilled")
    if (used.status === "fulfilled") expect(await objects()).toEqual(expect.arrayContaining(namesOf(picture)))
  }
})

test("objects without a picture are deleted after a day; foreign files are left alone", async () => {
  const shown = await keep()
  await setAvatar(shown.id)
  const orphan = `${newPictureKey(open.shop.now(), new Uint8Array(12))}-160.jpg`
  await open.shop.media.put(orphan, new Uint8Array(3), "image/jpeg")
  await open.shop.media.put("readme.txt", new Uint8Array(3), "text/plain")
  expect(await sweep()).toEqual({ pictures: 0, objects: 0 })
  open.clock.advance({ days: 2 })
  expect(await sweep()).toEqual({ pictures: 0, objects: 1 })
  expect(await objects()).toEqual([...namesOf(shown), "readme.txt"].sort())
})

test("a store full of unknown objects is left alone: the database may be the wrong one", async () => {
  const orphans = Array.from(
    { length: 101 },
    (_, at) => `${newPictureKey(open.shop.now(), new Uint8Array(12).fill(at))}-160.jpg`,
  )
  for (const name of orphans) await open.shop.media.put(name, new Uint8Array(3), "image/jpeg")
  open.clock.advance({ days: 2 })
  expect(await sweep()).toEqual({ pictures: 0, objects: 0 })
  expect(await sweepPictures(open.shop, { force: true })).toEqual({ pictures: 0, objects: 101 })
})

test("a check names missing and superfluous files", async () => {
  const picture = await keep()
  const lost = namesOf(picture)[0] ?? ""
  await open.shop.media.remove([lost])
  const orphan = `${newPictureKey(open.shop.now(), new Uint8Array(12))}-160.jpg`
  await open.shop.media.put(orphan, new Uint8Array(3), "image/jpeg")
  const all = namesOf(picture).length
  expect(await checkMedia(open.shop)).toEqual({ pictures: 1, objects: all, missing: [lost], orphaned: [orphan] })
})
