import { expect, test } from "vitest"
import { pictureSrcset, pictureUrl } from "./picture"

const large = { stem: "/media/a", widths: [160, 320, 640, 960, 1280] }
const small = { stem: "https://cdn.test/b", widths: [50, 100, 150, 200] }

test("a browser chooses among the widths that matter where the picture is shown", () => {
  expect(pictureSrcset(large, "avif", 640)).toBe("/media/a-320.avif 320w, /media/a-640.avif 640w")
  expect(pictureSrcset(large, "avif")).toBe("/media/a-640.avif 640w, /media/a-960.avif 960w, /media/a-1280.avif 1280w")
  expect(pictureSrcset(small, "jpg", 640)).toMatch(/b-100\.jpg 100w, .*b-150\.jpg 150w, .*b-200\.jpg 200w$/)
})

test("a picture smaller than any screen is shown in its original size", () => {
  expect(pictureSrcset({ stem: "/media/c", widths: [200] }, "avif", 160)).toBe("/media/c-200.avif 200w")
})

test("a browser without modern formats gets the JPEG that fits, or the largest", () => {
  expect(pictureUrl(large, 640)).toBe("/media/a-640.jpg")
  expect(pictureUrl(large)).toBe("/media/a-1280.jpg")
  expect(pictureUrl(small, 640)).toBe("https://cdn.test/b-200.jpg")
})
