import { expect, test } from "vitest"
import type { Product } from "../product"
import { applyImageEdits, ExistingImage } from "./image-edits"

const [front, back] = ["a".repeat(24), "b".repeat(24)] as const
const product = { name: "Mug", pictures: [{ id: front }, { id: back }] } as Product
const rows = (...sent: object[]) => sent.map((row) => ExistingImage.parse(row))

test("pictures stay in numerical order, without removed ones", () => {
  const images = rows({ picture: front, position: "2", alt: "Front" }, { picture: back, position: "1" })
  expect(applyImageEdits(images, product)).toEqual([
    { pictureId: back, alt: "" },
    { pictureId: front, alt: "Front" },
  ])
  expect(applyImageEdits(rows({ picture: front, position: "1", remove: "on" }), product)).toEqual([])
})

test("a picture of another product, or one listed twice, is refused", () => {
  const changed = "The images have changed in the meantime"
  const foreign = rows({ picture: "c".repeat(24), position: "1" })
  expect(() => applyImageEdits(foreign, product)).toThrow(changed)
  const twice = rows({ picture: front, position: "1" }, { picture: front, position: "2" })
  expect(() => applyImageEdits(twice, product)).toThrow(changed)
})
