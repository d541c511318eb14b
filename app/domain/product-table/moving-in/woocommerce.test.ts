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
    ],
  })
  expect(hoodie?.variants).toHaveLength(2)
  expect(hoodie?.variants[0]?.changes).toContainEqual({
    ...{ line: 6, heading: "Name", cell: "Chef's Hoodie - Any", becomes: "" },
    reason: "Each of its values has a version of its own",
  })
})

test("a version for any value becomes one for each value, which shares its stock", async () => {
  const [shirt, cap, scarf] = await productsOf(`${heading}
70,variable,shirt,,Shirt,1,0,visible,,,,taxable,1,,0,,,,Clothing,,,,,0,Size,"S, M",1,1,Color,"Blue, Red, Green"
71,variation,shirt-s,,Shirt - S,1,0,visible,,,,taxable,1,4,0,,,20,,,,,shirt,1,Size,S,,1,Color,
72,variation,shirt-s-red,,Shirt - S Red,1,0,visible,,,,taxable,1,2,0,,,25,,,,,shirt,2,Size,S,,1,Color,Red
73,variation,shirt-m,,Shirt - M,1,0,visible,,,,taxable,1,,0,,,22,,,,,shirt,3,Size,M,,1,Color,Blue
74,variable,cap,,Cap,1,0,visible,,,,taxable,1,,0,,,,Clothing,,,,,0,Size,"S, M",1,1,,
75,variation,cap-any,,Cap,1,0,visible,,,,taxable,1,6,0,,,9,,,,,cap,1,Size,,,1,,
76,variable,scarf,,Scarf,1,0,visible,,,,taxable,1,,0,,,,Clothing,,,,,0,Size,,1,1,,
77,variation,scarf-any,,Scarf,1,0,visible,,,,taxable,1,6,0,,,9,,,,,scarf,1,Size,,,1,,
`)
  const shown = (product: typeof shirt) =>
    product?.variants.map(({ values, cells }) =>
      [...values, cells.sku, cells.price, cells.stock ?? "uncounted"].join(" "),
    )
  expect(shown(shirt)).toEqual([
    "S Blue shirt-s 20 0",
    "S Green shirt-s 20 0",
    "S Red shirt-s-red 25 2",
    "M Blue shirt-m 22 uncounted",
  ])
  expect(shirt?.variants[0]?.changes).toMatchObject([
    { line: 3, cell: "4", becomes: "0", reason: "The other shop counted 4 for all versions of the product together" },
  ])
  expect(shown(cap)).toEqual(["S cap-any 9 0", "M cap-any 9 0"])
  expect(scarf?.variants).toMatchObject([{ problem: "This version is for any size: please create one for each" }])
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
