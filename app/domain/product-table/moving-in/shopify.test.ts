import { expect, test } from "vitest"
import { productsOf } from "./testing/sheet-rows"

const heading =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,Google Shopping / MPN,Variant Image,Status"

const CDN = "https://cdn.shopify.com/s/files/1/0001/0002/files"
const file = `${heading}
chore-jacket,Chore Jacket,"<p>Heavy <b>cotton</b>.</p>
<ul><li>Three pockets</li></ul>",Counter,Apparel & Accessories > Clothing > Outerwear,Jackets,"blue, work",true,Size,M,,Color,Indigo,,,'CJ-M-IND,820.0,shopify,12,deny,89.00,110.00,true,true,'4006381333931,${CDN}/jacket-1.jpg?v=17,1,Front,false,,'OC-0815,${CDN}/indigo.jpg,active
chore-jacket,,,,,,,,,L,,,Indigo,,,CJ-L-IND,840.0,shopify,-2,deny,89.00,80.00,true,true,12345,${CDN}/jacket-2.jpg,2,,,,,${CDN}/indigo.jpg,
chore-jacket,,,,,,,,,,,,,,,,,,,,,,,,,${CDN}/jacket-3.jpg,3,Back,,,,
mug,Enamel Mug,,Counter,Home & Garden > Kitchen,,,true,Title,Default Title,,,,,,,0.0,,0,deny,14.50,,true,true,,,,,false,,,active
old-mug,Old Mug,<p></p>,Counter,,Kitchen,,false,Title,Default Title,,,,,,OLD,0,shopify,3,deny,9.00,0.00,true,true,,,,,false,,,archived
`

test("rows of one handle become a product with its variants, pictures and old address", async () => {
  const [jacket] = await productsOf(file)
  expect(jacket).toMatchObject({
    handle: "chore-jacket",
    cells: {
      name: "Chore Jacket",
      desc: "Heavy cotton.\n\n- Three pockets",
      brand: "Counter",
      category: "Jackets",
      status: "published",
    },
    categories: ["Jackets", "Outerwear", "Clothing", "Apparel & Accessories"],
    options: ["Size", "Color"],
    pictures: [`${CDN}/jacket-1.jpg?v=17`, `${CDN}/jacket-2.jpg`, `${CDN}/jacket-3.jpg`, `${CDN}/indigo.jpg`],
    formerPaths: ["/products/chore-jacket"],
    variants: [
      {
        line: 2,
        values: ["M", "Indigo"],
        cells: {
          sku: "CJ-M-IND",
          gtin: "4006381333931",
          mpn: "OC-0815",
          price: "89.00",
          compareAtPrice: "110.00",
          stock: "12",
          weightGrams: "820",
        },
        pictureNumber: 4,
      },
      {
        line: 4,
        values: ["L", "Indigo"],
        cells: { sku: "CJ-L-IND", price: "89.00", stock: "0", weightGrams: "840" },
        pictureNumber: 4,
      },
    ],
  })
})

test("a product without options has the title “Default Title”, and one without a text is described by its name", async () => {
  const [, mug, old] = await productsOf(file)
  expect(mug).toMatchObject({
    options: [],
    cells: { name: "Enamel Mug", desc: "Enamel Mug", category: "Kitchen", status: "published" },
    variants: [{ line: 6, values: [], cells: { price: "14.50", uncounted: "yes" } }],
  })
  expect(old).toMatchObject({ cells: { status: "draft", category: "Kitchen" }, variants: [{ cells: { sku: "OLD" } }] })
  expect(old?.variants[0]?.cells).not.toHaveProperty("compareAtPrice")
})

test("a handle that appears again further down is refused there", async () => {
  const again = file + file.split("\n").at(-3)
  const products = await productsOf(again)
  expect(products.map(({ variants }) => variants[0]?.problem)).toEqual([
    undefined,
    undefined,
    undefined,
    "This handle is already used in an earlier row",
  ])
})

test("files with the newer headings are read as well", async () => {
  const [mug] = await productsOf(
    `Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL,Image position,Variant image URL
Mug,mug,<p>For tea</p>,Us,,Kitchen,,TRUE,Active,MUG-1,,Title,Default Title,12.00,,4,350,https://shop.example/mug.jpg,1,`,
  )
  expect(mug).toMatchObject({
    cells: { name: "Mug", desc: "For tea", category: "Kitchen", status: "published" },
    pictures: ["https://shop.example/mug.jpg"],
    variants: [{ cells: { sku: "MUG-1", price: "12.00", stock: "4", weightGrams: "350" } }],
  })
})

test("rows beyond a product's limit are not kept", async () => {
  const rows = Array.from({ length: 5_000 }, (_, row) => `big,Big,S${row},1.00`)
  const [big, ...others] = await productsOf(
    `Handle,Title,Option1 Value,Variant Price,Option1 Name\n${rows.map((row) => `${row},Size`).join("\n")}`,
  )
  expect(others).toEqual([])
  expect(big?.variants.length).toBeLessThan(500)
  expect(big?.variants.length).toBeGreaterThan(100)
})
