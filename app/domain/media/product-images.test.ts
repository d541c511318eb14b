import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { newObjectId } from "../object-id.server"
import { picturesOfProducts, replaceProductImages } from "./product-images.server"
import { storePicture } from "./store-picture.server"
import { encodedAs, samplePicture } from "./testing/sample-pictures"

let open: TestShop
let lamp: string
let chair: string
let pictures: string[]
beforeAll(async () => {
  open = await openTestShop()
  const bytes = await encodedAs("jpeg", samplePicture(200, 100))
  pictures = await Promise.all([1, 2, 3].map(async () => (await storePicture(open.shop, bytes)).id))
})
afterAll(() => open.close())
beforeEach(async () => {
  lamp = await newProduct("Lamp")
  chair = await newProduct("Chair")
})

async function newProduct(name: string): Promise<string> {
  const id = newObjectId(open.shop.now())
  const product = { id, name, category: "Household" as const, price: 100 }
  await open.shop.db.insertInto("products").values(product).execute()
  return id
}

const replace = (product: string, ...images: [string | undefined, string][]) =>
  open.shop.transaction((tx) =>
    replaceProductImages(
      tx,
      product,
      images.map(([pictureId = "", alt]) => ({ pictureId, alt })),
    ),
  )

test("a product shows its pictures in their order, each with every variant", async () => {
  await replace(lamp, [pictures[1], "from above"], [pictures[0], ""])
  const [first, second] = (await picturesOfProducts(open.shop, [lamp], "all")).get(lamp) ?? []
  expect([first?.id, second?.id]).toEqual([pictures[1], pictures[0]])
  expect(first).toMatchObject({ alt: "from above", width: 200, height: 100 })
  expect(first?.sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp"])
  expect(first?.srcset).toMatch(/^\/media\/\w+-50\.jpg 50w, .*-100\.jpg 100w, .*-150\.jpg 150w, .*-200\.jpg 200w$/)
  expect(first?.url).toMatch(/^\/media\/\w+-200\.jpg$/)
})

test("a picture without words of its own is described by the product's name", async () => {
  await replace(lamp, [pictures[0], "  "])
  expect((await picturesOfProducts(open.shop, [lamp], "all")).get(lamp)?.[0]?.alt).toBe("Lamp")
})

test("new pictures replace all old ones", async () => {
  await replace(lamp, [pictures[0], ""], [pictures[1], ""])
  await replace(lamp, [pictures[2], ""])
  expect((await picturesOfProducts(open.shop, [lamp], "all")).get(lamp)?.map(({ id }) => id)).toEqual([pictures[2]])
  await replace(lamp)
  expect(await picturesOfProducts(open.shop, [lamp], "all")).toEqual(new Map())
})

test("a list asks for the first picture of many products at once", async () => {
  await replace(lamp, [pictures[2], ""], [pictures[1], ""])
  await replace(chair, [pictures[0], ""])
  const firsts = await picturesOfProducts(open.shop, [chair, lamp, newObjectId(open.shop.now())], "first")
  expect([...firsts].map(([id, views]) => [id, views.map((view) => view.id)]).sort()).toEqual(
    [
      [chair, [pictures[0]]],
      [lamp, [pictures[2]]],
    ].sort(),
  )
  expect(await picturesOfProducts(open.shop, [], "first")).toEqual(new Map())
})

test("two administrators who replace the pictures of one product at once both succeed, and one set stays", async () => {
  const set: [string | undefined, string][] = [
    [pictures[0], ""],
    [pictures[1], ""],
  ]
  await Promise.all(Array.from({ length: 8 }, () => replace(lamp, ...set)))
  expect((await picturesOfProducts(open.shop, [lamp], "all")).get(lamp)).toHaveLength(2)
})
