import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findProduct } from "~/domain/catalog/find-product.server"
import { storePicture } from "~/domain/media/store-picture.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { drawDemoPictures } from "./draw-pictures.server"
import { fillShop } from "./fill-shop.server"

const SHIRT = "heavy-cotton-t-shirt"

let opened: TestShop

beforeAll(async () => {
  opened = await openTestShop()
  await fillShop(opened.shop, () => {})
})

afterAll(() => opened?.close())

/** Draws a small square instead, because the drawings have their own tests; records each call. */
function drawsSquares() {
  const calls: string[] = []
  const draw = async (_: unknown, view: number, colour: string | null) => {
    calls.push(colour ?? String(view))
    const square = sharp({ create: { width: 9, height: 9, channels: 3, background: "#abc" } })
    return (await storePicture(opened.shop, await square.png().toBuffer())).id
  }
  return { calls, draw }
}

/** A product that the demo has sold, and the slug of its drawings */
async function demoProduct(name: string) {
  const { id } = await opened.shop.db
    .selectFrom("products")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow()
  return id
}

const imagesOf = (id: string) =>
  opened.shop.db
    .selectFrom("product_images")
    .select(["picture_id", "alt", "position"])
    .where("product_id", "=", id)
    .orderBy("position")
    .execute()

test("a product gets its views, colours and order pictures once, even from two processes at once", async () => {
  const id = await demoProduct("Heavy Cotton T-Shirt")
  const { calls, draw } = drawsSquares()
  await Promise.all([1, 2].map(() => drawDemoPictures(opened.shop, { product: id, slug: SHIRT }, draw)))
  const images = await imagesOf(id)
  expect(images.map(({ position }) => position)).toEqual([0, 1, 2])
  expect(images.every(({ alt }) => alt.length > 10)).toBe(true)
  const { variants } = await findProduct(opened.shop, id)
  const ofColours = new Set(variants.flatMap(({ picture }) => (picture ? [picture.id] : [])))
  expect(ofColours.size).toBe(new Set(calls.filter((call) => !/^\d$/.test(call))).size)
  expect(ofColours.size).toBeGreaterThan(0)
  const lines = await opened.shop.db
    .selectFrom("order_lines")
    .innerJoin("variants", "variants.id", "variant_id")
    .select(["order_lines.picture_id as shown", "variants.picture_id as own"])
    .where("order_lines.product_id", "=", id)
    .execute()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(({ shown, own }) => shown !== (own ?? images[0]?.picture_id))).toEqual([])
  const before = calls.length
  await drawDemoPictures(opened.shop, { product: id, slug: SHIRT }, draw)
  expect([calls.length, await imagesOf(id)]).toEqual([before, images])
})

test("a product with a picture from staff, a deleted one, or one outside the demo is left alone", async () => {
  const { calls, draw } = drawsSquares()
  const { id, name } = await opened.shop.db
    .selectFrom("products")
    .select(["id", "name"])
    .where("name", "<>", "Heavy Cotton T-Shirt")
    .orderBy("id")
    .executeTakeFirstOrThrow()
  await opened.shop.db.updateTable("products").set({ deleted_at: opened.shop.now() }).where("id", "=", id).execute()
  await drawDemoPictures(opened.shop, { product: id, slug: SHIRT }, draw)
  await drawDemoPictures(opened.shop, { product: "0".repeat(24), slug: SHIRT }, draw)
  await drawDemoPictures(opened.shop, { product: await demoProduct("Heavy Cotton T-Shirt"), slug: "no-such" }, draw)
  expect([calls, await imagesOf(id), name.length > 0]).toEqual([[], [], true])
})
