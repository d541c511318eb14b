import { expect, test } from "vitest"
import { storedFormerPath } from "~/domain/catalog/former-addresses/former-path"
import { wooCommercePaths, wordPressSlugs } from "./wordpress-paths"

test.each([
  ["Größe", ["grose", "groesse"]],
  ["Blåbær & Brød", ["blabaer-brod", "blaabaer-broed"]],
  ["Łódź: ćma", ["lodz-cma"]],
  ["Café 10–20 cm × 3", ["cafe-10-20-cm-x-3"]],
  ["コットンのTシャツ", ["コットンのtシャツ"]],
  ["Чайник / Кухня", ["чайник-кухня"]],
  ["Chef's Hoodie 2.0", ["chefs-hoodie-2-0"]],
])("the addresses that WordPress derives from %s", (name, slugs) => {
  expect(wordPressSlugs(name)).toEqual(slugs)
})

test("a slug is cut where its percent-encoding is too long", () => {
  expect(wordPressSlugs("あ".repeat(30))).toEqual(["あ".repeat(22)])
  expect(wordPressSlugs("a".repeat(300))[0]).toHaveLength(200)
})

test("a slug in the file is the only address", () => {
  expect(wooCommercePaths({ slug: "my-mug", name: "Größe" })).toEqual(["/product/my-mug"])
})

test.each([
  ["/produkt/groesse", "/product/groesse"],
  ["/produit/tasse/", "/product/tasse"],
  ["/producto/taza", "/product/taza"],
  ["/prodotto/tazza", "/product/tazza"],
  ["/collections/mugs/products/red-mug", "/products/red-mug"],
  ["/kitchen/12-34-blue-pan.html", "/12-blue-pan.html"],
  ["/12-blue-pan-4006381333931.html", "/12-blue-pan.html"],
  ["/tee.html", "/tee.html"],
  ["/oak-chair/", "/oak-chair"],
  ["/", null],
])("the address %s is stored as %s", (address, stored) => {
  expect(storedFormerPath(address)).toBe(stored)
})
