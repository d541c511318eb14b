import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "kysely"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import type { MediaStore } from "./media-store"
import { pictureFormats, variantName, variantNames } from "./picture"
import { renderDrawing, storePicture } from "./store-picture.server"
import { encodedAs, samplePicture } from "./testing/sample-pictures"

let open: TestShop
beforeAll(async () => {
  open = await openTestShop()
})
afterAll(() => open.close())

const types = ["jpeg", "png", "webp", "gif", "avif"] as const
const plain = (background: string) => sharp({ create: { width: 400, height: 300, channels: 3, background } })
const objectsOf = (key: string) =>
  readdir(open.mediaFolder).then((names) => names.filter((name) => name.startsWith(key)))
const read = (name: string) => readFile(join(open.mediaFolder, name))

describe("a stored picture", () => {
  test.each(types)("may be %s", async (type) => {
    const picture = await storePicture(open.shop, await encodedAs(type, samplePicture(300, 200)))
    expect(picture).toMatchObject({ width: 300, height: 200, widths: [75, 150, 225, 300] })
  })

  test("exists as AVIF, WebP and JPEG at five widths, each of the right type and size", async () => {
    const picture = await storePicture(open.shop, await encodedAs("jpeg", samplePicture(2000, 1500)))
    expect(picture).toMatchObject({ width: 1280, height: 960, widths: [160, 320, 640, 960, 1280] })
    expect((await objectsOf(picture.key)).sort()).toEqual(variantNames(picture).sort())
    for (const { extension, type } of pictureFormats) {
      for (const width of picture.widths) {
        const variant = await sharp(await read(variantName(picture.key, width, extension))).metadata()
        expect(variant).toMatchObject({ width, height: Math.round(width * 0.75) })
        expect(variant.mediaType).toBe(type)
      }
    }
  })

  test("is recorded, under an id and a key that say nothing about the file", async () => {
    const picture = await storePicture(open.shop, await encodedAs("png", samplePicture(400, 400)))
    const row = await open.shop.db.selectFrom("pictures").selectAll().where("id", "=", picture.id).executeTakeFirst()
    expect(row).toMatchObject(picture)
    expect(picture.key).toMatch(/^[0-9a-f]{32}$/)
  })

  test("is never enlarged, and comes in as many widths as its pixels allow", async () => {
    const widths = async (width: number, height: number) =>
      (await storePicture(open.shop, await encodedAs("png", samplePicture(width, height)))).widths
    expect(await widths(1000, 500)).toEqual([160, 320, 640, 1000])
    expect(await widths(700, 700)).toEqual([175, 350, 525, 700])
    expect(await widths(2, 2)).toEqual([1, 2])
    expect(await widths(1, 3000)).toEqual([1])
  })

  test("is upright, without location data and anything behind its end", async () => {
    const taken = samplePicture(600, 400)
      .jpeg()
      .withExif({
        IFD0: { Copyright: "somebody" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" },
      })
    const upright = await taken.withMetadata({ orientation: 6 }).toBuffer()
    const photograph = Buffer.concat([upright, Buffer.from("a camera's own notes")])
    expect((await sharp(photograph).metadata()).exif).toBeDefined()
    const picture = await storePicture(open.shop, photograph)
    expect(picture).toMatchObject({ width: 400, height: 600 })
    for (const name of variantNames(picture)) {
      const bytes = await read(name)
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(bytes.includes("camera")).toBe(false)
    }
    const { data } = await sharp(await read(variantName(picture.key, 400, "jpg")))
      .raw()
      .toBuffer({ resolveWithObject: true })
    // The former left edge, without red, is now the upper edge.
    expect(data[0]).toBeLessThan(30)
  })

  test("is white where it was transparent", async () => {
    const clear = sharp({
      create: { width: 400, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
    const picture = await storePicture(open.shop, await clear.png().toBuffer())
    const { dominant } = await sharp(await read(variantName(picture.key, 400, "jpg"))).stats()
    expect(dominant).toEqual({ r: 248, g: 248, b: 248 })
  })

  test("includes a blurred preview of at most 400 characters", async () => {
    const { placeholder } = await storePicture(open.shop, await encodedAs("jpeg", samplePicture(1000, 1000)))
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(placeholder.length).toBeLessThanOrEqual(400)
    const bytes = Buffer.from(placeholder.split(",")[1] ?? "", "base64")
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 16, height: 16 })
  })

  test("may be a file of a form", async () => {
    const file = new File([new Uint8Array(await encodedAs("webp", samplePicture(320, 320)))], "../../etc/passwd", {
      type: "text/html",
    })
    expect(await storePicture(open.shop, file)).toMatchObject({ width: 320 })
  })

  test("may be a grey, a CMYK or a sixteen bit picture or the first frame of an animation", async () => {
    const grey = await samplePicture(400, 300).greyscale().png().toBuffer()
    const deep = await samplePicture(400, 300).toColourspace("rgb16").png().toBuffer()
    const cmyk = await samplePicture(400, 300).toColourspace("cmyk").jpeg().toBuffer()
    const frames = await Promise.all(["red", "blue"].map((background) => plain(background).png().toBuffer()))
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    for (const bytes of [grey, deep, cmyk, animated]) {
      expect(await storePicture(open.shop, bytes)).toMatchObject({ width: 400, height: 300 })
    }
  })
})

describe("a failure while a picture is stored", () => {
  const pictures = async () => (await open.shop.db.selectFrom("pictures").select("id").execute()).length

  test("leaves no row without its objects, and removes written objects", async () => {
    const before = { pictures: await pictures(), objects: await readdir(open.mediaFolder) }
    let puts = 0
    const failing: MediaStore = {
      ...open.shop.media,
      put: async (...object) => {
        if (++puts === 7) throw new Error("the disk caught fire")
        await open.shop.media.put(...object)
      },
    }
    const picture = await encodedAs("jpeg", samplePicture(900, 900))
    await expect(storePicture({ ...open.shop, media: failing }, picture)).rejects.toMatchObject({ kind: "unavailable" })
    expect({ pictures: await pictures(), objects: await readdir(open.mediaFolder) }).toEqual(before)
  })

  test("leaves nothing in the store if the database fails", async () => {
    const other = await openTestShop()
    await sql`alter table pictures rename to paintings`.execute(other.shop.db)
    const picture = await encodedAs("jpeg", samplePicture(500, 500))
    await expect(storePicture(other.shop, picture)).rejects.toMatchObject({ kind: "unavailable" })
    expect(await readdir(other.mediaFolder)).toEqual([])
    await other.close()
  })
})

test("a drawing of the shop is stored at up to 1200 pixels", async () => {
  const circle =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="red"/></svg>'
  const drawing = await renderDrawing(open.shop, circle)
  expect(drawing).toMatchObject({ width: 1200, height: 1200, widths: [160, 320, 640, 1200] })
  const { data, info } = await sharp(await read(variantName(drawing.key, 1200, "jpg")))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const red = (x: number, y: number) => (data[(y * info.width + x) * 3 + 1] ?? 0) < 60
  // It is drawn at its full size, not enlarged: the edge of the circle is one pixel wide.
  expect([red(600, 6), red(600, 600), red(20, 20)]).toEqual([true, true, false])
})
