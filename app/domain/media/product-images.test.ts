import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { newObjectId } from "~/domain/object-id.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { allPictures, firstPicture, replaceProductImages, viewProductPicture } from "./product-images.server"
import { storePicture } from "./store-picture.server"
import { encodedAs, samplePicture } from "./testing/sample-pictures"

let open: TestShop
let lamp: string
let pictures: string[]
beforeAll(async () => {
  open = await openTestShop()
  const bytes = await encodedAs("jpeg", samplePicture(200, 100))
  pictures = await Promise.all([1, 2, 3].map(async () => (await storePicture(open.shop, bytes)).id))
})
afterAll(() => open.close())
beforeEach(async () => {
  lamp = await newProduct("Lamp")
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

const picturesOf = async (product: string) => {
  const { all, first } = await open.shop.db
    .selectFrom("products")
    .select([allPictures.as("all"), firstPicture.as("first")])
    .where("id", "=", product)
    .executeTakeFirstOrThrow()
  expect(first).toEqual(all[0] ?? null)
  return all.map((picture) => viewProductPicture(open.shop, picture))
}

test("a product shows its pictures in their order, each as stored", async () => {
  await replace(lamp, [pictures[1], "from above"], [pictures[0], ""])
  const [first, second] = await picturesOf(lamp)
  expect([first?.id, second?.id]).toEqual([pictures[1], pictures[0]])
  expect(first).toMatchObject({ alt: "from above", width: 200, height: 100 })
  expect(first).toMatchObject({ stem: expect.stringMatching(/^\/media\/\w{32}$/), widths: [50, 100, 150, 200] })
})

test("a picture without a description has the product's name", async () => {
  await replace(lamp, [pictures[0], "  "])
  expect((await picturesOf(lamp))[0]?.alt).toBe("Lamp")
})

test("new pictures replace all old ones", async () => {
  await replace(lamp, [pictures[0], ""], [pictures[1], ""])
  await replace(lamp, [pictures[2], ""])
  expect((await picturesOf(lamp)).map(({ id }) => id)).toEqual([pictures[2]])
  await replace(lamp)
  expect(await picturesOf(lamp)).toEqual([])
})

test("two administrators who replace the pictures of one product concurrently both succeed, and one set stays", async () => {
  const set: [string | undefined, string][] = [
    [pictures[0], ""],
    [pictures[1], ""],
  ]
  await Promise.all(Array.from({ length: 8 }, () => replace(lamp, ...set)))
  expect(await picturesOf(lamp)).toHaveLength(2)
})
