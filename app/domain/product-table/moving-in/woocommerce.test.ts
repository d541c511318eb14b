import { expect, test } from "vitest"
import { productsOf } from "./testing/sheet-rows"

const heading =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Tax status","In stock?",Stock,"Backorders allowed?","Weight (kg)","Sale price","Regular price",Categories,Tags,Brands,Images,Parent,Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)"'

const UPLOADS = "https://shop.example/wp-content/uploads/2024/05"
const file = `${heading}
44,variable,woo-hoodie,,Chef's Hoodie 2.0,1,1,visible,<p>Short.</p>,"<p>Warm.\\nVery.</p>\\n\\n<em>Really</em>",,taxable,1,,0,1.5,,,"Clothing > Hoodies, Clothing",,Oat & Clay,"${UPLOADS}/hoodie.jpg, ${UPLOADS}/back\\,side.jpg",,0,Color,"Blue, Red",1,1,Material,Cotton
45,simple,woo-mug,4006381333931,Käse & Brot,1,0,visible,Short text.,,,taxable,1,7,0,.25,9.00,12.00,Kitchen,,,,,0,,,,,,
46,variation,woo-hoodie-blue,,Chef's Hoodie - Blue,1,0,visible,,,,taxable,1,3,0,,,42,,,,${UPLOADS}/blue.jpg,woo-hoodie,1,Color,Blue,,1,,
47,variation,,,Chef's Hoodie - Red,1,0,visible,,,,taxable,1,,0,1.2,38,42,,,,,id:44,2,Color,Red,,1,,
48,variation,,,Chef's Hoodie - Any,1,0,visible,,,,taxable,1,,0,,,42,,,,,id:44,3,Color,,,1,,
49,variation,,,Secret,0,0,visible,,,,taxable,1,,0,,,42,,,,,id:44,3,Color,Gold,,1,,
50,grouped,set,,A set,1,0,visible,,,,taxable,1,,0,,,,,,,,,0,,,,,,
51,variation,lost,,Lost,1,0,visible,,,,taxable,1,,0,,,42,,,,,gone,3,Color,Gold,,1,,
52,"simple, virtual",note,,Note,-1,0,hidden,,,,taxable,1,-3,0,,,5,Books,,,,,0,,,,,,
`

test("variants are found by the SKU or the id of their product, wherever they are in the file", async () => {
  const [hoodie] = await productsOf(file)
  expect(hoodie).toMatchObject({
    handle: "44",
    cells: {
      ...{ name: "Chef's Hoodie 2.0", desc: "Warm.\nVery.\n\nReally", category: "Hoodies", status: "published" },
      ...{ brand: "Oat & Clay", ownFacts: "Material: Cotton" },
    },
    categories: ["Hoodies", "Clothing"],
    options: ["Color"],
    pictures: [`${UPLOADS}/hoodie.jpg`, `${UPLOADS}/back,side.jpg`, `${UPLOADS}/blue.jpg`],
    formerPaths: ["/product/chefs-hoodie-2-0"],
    variants: [
      {
        line: 4,
        values: ["Blue"],
        cells: { sku: "woo-hoodie-blue", price: "42", stock: "3", weightGrams: "1500" },
        pictureNumber: 3,
      },
      { line: 5, values: ["Red"], cells: { price: "38", compareAtPrice: "42", uncounted: "yes", weightGrams: "1200" } },
      {
        line: 6,
        values: [""],
        cells: { price: "42", uncounted: "yes", weightGrams: "1500" },
        problem: "This version is for any color: please create one for each",
      },
    ],
  })
})

test("a simple product has its sale price, its weight and the address that WordPress derives from its name", async () => {
  const [, secret, mug] = await productsOf(file)
  expect(secret?.variants).toMatchObject([{ line: 7, problem: expect.stringContaining("is switched off") }])
  expect(mug).toMatchObject({
    cells: { name: "Käse & Brot", desc: "Short text.", category: "Kitchen" },
    options: [],
    formerPaths: ["/product/kase-brot", "/product/kaese-brot"],
    variants: [
      {
        values: [],
        cells: {
          ...{ sku: "woo-mug", gtin: "4006381333931", price: "9.00", compareAtPrice: "12.00" },
          ...{ stock: "7", weightGrams: "250" },
        },
      },
    ],
  })
})

test("product types that cannot be sold here are refused in their row, and hidden products are drafts", async () => {
  const [, , , set, note, lost] = await productsOf(file)
  expect(set?.variants).toMatchObject([{ line: 8, problem: "Products of the type “grouped” are not sold here" }])
  expect(note).toMatchObject({ cells: { status: "draft" }, variants: [{ cells: { stock: "0" } }] })
  expect(lost?.variants).toMatchObject([{ line: 9, problem: "The product of this version has no row" }])
})
