import { describe, expect, test } from "vitest"
import { readFile } from "./testing/sheet-rows"

/** Writes rows like the exporters, with quotation marks only where they are needed. */
function csv(rows: readonly (readonly (string | number)[])[], separator = ","): string {
  const cell = (value: string | number) =>
    /[",;\t\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value
  return rows.map((row) => row.map(cell).join(separator)).join("\n")
}

/** The values of one product by the headings of a file; other cells are empty. */
const row = (headings: readonly string[], values: Record<string, string | number>) =>
  headings.map((heading) => values[heading] ?? "")

const shown = ({ products }: Awaited<ReturnType<typeof readFile>>) =>
  products.map(({ cells, options, variants }) => ({
    name: cells.name,
    category: cells.category,
    options: [...options],
    variants: variants.map(
      ({ values, cells, problem }) =>
        problem ?? [...values, cells.sku, cells.price, cells.stock, cells.weightGrams].join("|"),
    ),
  }))

const wooEnglish = [
  ...["ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?", "Visibility in catalog"],
  ...["Short description", "Description", "Date sale price starts", "Date sale price ends", "Tax status", "Tax class"],
  ...[
    "In stock?",
    "Stock",
    "Low stock amount",
    "Backorders allowed?",
    "Sold individually?",
    "Weight (kg)",
    "Length (cm)",
  ],
  ...[
    "Width (cm)",
    "Height (cm)",
    "Allow customer reviews?",
    "Purchase note",
    "Sale price",
    "Regular price",
    "Categories",
  ],
  ...["Tags", "Shipping class", "Images", "Download limit", "Download expiry days", "Parent", "Grouped products"],
  ...["Upsells", "Cross-sells", "External URL", "Button text", "Position", "Brands", "Attribute 1 name"],
  ...["Attribute 1 value(s)", "Attribute 1 visible", "Attribute 1 global", "Meta: _wp_page_template"],
]

const translated: Record<string, string[]> = {
  German: [
    ...["ID", "Typ", "Artikelnummer", "GTIN, UPC, EAN oder ISBN", "Name", "Veröffentlicht", "Ist hervorgehoben?"],
    ...["Sichtbarkeit im Katalog", "Kurzbeschreibung", "Beschreibung", "Datum, an dem Angebotspreis beginnt"],
    ...[
      "Datum, an dem Angebotspreis endet",
      "Steuerstatus",
      "Steuerklasse",
      "Vorrätig?",
      "Bestand",
      "Geringe Lagermenge",
    ],
    ...[
      "Lieferrückstände erlaubt?",
      "Nur einzeln verkaufen?",
      "Gewicht (kg)",
      "Länge (cm)",
      "Breite (cm)",
      "Höhe (cm)",
    ],
    ...[
      "Kundenrezensionen erlauben?",
      "Hinweis zum Kauf",
      "Angebotspreis",
      "Regulärer Preis",
      "Kategorien",
      "Schlagwörter",
    ],
    ...[
      "Versandklasse",
      "Bilder",
      "Downloadlimit",
      "Ablauftage des Downloads",
      "Übergeordnetes Produkt",
      "Gruppierte Produkte",
    ],
    ...["Zusatzverkäufe", "Cross-Sells (Querverkäufe)", "Externe URL", "Button-Text", "Position", "Marken"],
    ...["Attribut 1 Name", "Attribut 1 Wert(e)", "Attribut 1 Sichtbar", "Attribut 1 Global", "Meta: x"],
  ],
  /** No published translation: only the order and the values show what the columns are. */
  Unknown: wooEnglish.map((heading, place) => {
    const number = /\d/.exec(heading)?.[0]
    if (/^(ID|Meta)/.test(heading)) return heading
    if (heading === "Brands") return "Brands"
    if (heading.startsWith("Weight")) return "Βάρος (kg)"
    return number
      ? `Ιδιότητα ${number} ${"αβγδε"[place % 5]}`
      : `Στήλη ${String.fromCharCode(0x3b1 + (place % 24))}${String.fromCharCode(0x3b1 + Math.floor(place / 24))}`
  }),
}

const wooRows: Record<string, string | number>[] = [
  {
    ...{ ID: 7, Type: "simple", SKU: "'-20", Name: 'Tea &amp; Coffee "Größe"', Published: 1, "Is featured?": 0 },
    ...{ "Visibility in catalog": "visible", Description: "One\\nTwo in C:\\\\new", "Tax status": "taxable" },
    ...{ "In stock?": 1, Stock: 4, "Backorders allowed?": 0, "Sold individually?": 0, "Weight (kg)": 0.5 },
    ...{
      "Allow customer reviews?": 1,
      "Regular price": "19,90",
      Categories: "Bags\\, Purses > Small, Sale",
      Position: 0,
    },
    ...{ Images: "https://shop.example/a\\,b.jpg, https://shop.example/c.jpg", Brands: "Clay &amp; Oat" },
  },
  {
    ...{ ID: 8, Type: "variable", SKU: "HOOD", Name: "Hoodie", Published: 1, "Is featured?": 0 },
    ...{ "Visibility in catalog": "visible", "Tax status": "taxable", "Tax class": "reduced-rate", "In stock?": 1 },
    ...{ Stock: 9, "Backorders allowed?": "notify", "Sold individually?": 0, "Weight (kg)": 1.25, Position: 0 },
    ...{ "Allow customer reviews?": 1, Categories: "Clothing", "Attribute 1 name": "Size" },
    ...{ "Attribute 1 value(s)": "S, M", "Attribute 1 visible": 1, "Attribute 1 global": 1 },
  },
  {
    ...{ ID: 9, Type: "variation", SKU: "HOOD-S", Name: "Hoodie - S", Published: 1, "Is featured?": 0, Position: 1 },
    ...{ "Visibility in catalog": "visible", "Tax status": "taxable", "Tax class": "parent", "In stock?": 1 },
    ...{ Stock: 3, "Backorders allowed?": 0, "Sold individually?": 0, "Allow customer reviews?": 0 },
    ...{ "Regular price": "1.049,00", Parent: "HOOD", "Attribute 1 name": "Size", "Attribute 1 value(s)": "S" },
    ...{ "Attribute 1 global": 1 },
  },
  {
    ...{ ID: 10, Type: "variation", Name: "Hoodie - M", Published: 1, "Is featured?": 0, Position: 2 },
    ...{ "Visibility in catalog": "visible", "Tax status": "taxable", "Tax class": "parent", "In stock?": 1 },
    ...{ Stock: "parent", "Backorders allowed?": 0, "Sold individually?": 0, "Allow customer reviews?": 0 },
    ...{ "Regular price": "49,00", Parent: "id:8", "Attribute 1 name": "Size", "Attribute 1 value(s)": "M" },
    ...{ "Attribute 1 global": 1 },
  },
]

test.each(["English", ...Object.keys(translated)])(
  "a WooCommerce file is read: its headings are %s",
  async (language) => {
    const headings = translated[language] ?? wooEnglish
    const file = await readFile(csv([headings, ...wooRows.map((values) => row(wooEnglish, values))]))
    expect(file.source).toBe("WooCommerce")
    expect(file.form.numbers.map(({ decimal }) => decimal)).toEqual([".", ","])
    expect(shown(file)).toEqual([
      { name: 'Tea & Coffee "Größe"', category: "Small", options: [], variants: ["-20|19.90|4|500"] },
      {
        ...{ name: "Hoodie", category: "Clothing", options: ["Size"] },
        variants: ["S|HOOD-S|1049.00|3|1250", "M||49.00||1250"],
      },
    ])
    const [tea, hoodie] = file.products
    expect(tea).toMatchObject({
      cells: { desc: "One\nTwo in C:\\new", brand: "Clay & Oat", taxClass: "standard" },
      categories: ["Small", "Bags, Purses", "Sale"],
      pictures: ["https://shop.example/a,b.jpg", "https://shop.example/c.jpg"],
      formerPaths: ["/product/tea-coffee-grose", "/product/tea-coffee-groesse"],
      origin: "id:7",
    })
    expect(hoodie?.cells.taxClass).toBe("reduced")
    expect(hoodie?.variants[1]?.changes).toContainEqual({
      ...{ line: 5, heading: headings[15], cell: "parent", becomes: "not counted" },
      reason: "The other shop sells it when its stock is used up",
      about: "stock",
    })
    expect(file.questions.map(({ id }) => id)).toEqual(["backorders"])
  },
)

test("rows before a new column are shorter, and parts of the headings are enough", async () => {
  const file = await readFile(
    "Typ;Name;Regulärer Preis;Lager;Attribut 1 Name;Attribut 1 Wert(e)\nsimple;Kanne;19,90;3\nsimple;Tasse;5,00;1;Farbe;Rot\n",
  )
  expect(file.source).toBe("WooCommerce")
  expect(shown(file).map(({ name, variants }) => [name, ...variants])).toEqual([
    ["Kanne", "|19.90|3|"],
    ["Tasse", "|5.00|1|"],
  ])
})

test("a sale of a WooCommerce file counts on its days", async () => {
  const heading = "ID,Type,Name,Date sale price starts,Date sale price ends,Stock,Sale price,Regular price"
  const lines = [
    "1,simple,Now,2026-11-01 00:00:00,2026-11-30 23:59:59,1,8.00,10.00",
    "2,simple,Planned,2026-12-01,,1,8.00,10.00",
    "3,simple,Ended,,2026-11-27,1,8.00,10.00",
    "4,simple,Reversed,2026-12-09,2026-12-01,1,8.00,10.00",
    "5,simple,Dearer,2026-12-01,,1,12.00,10.00",
    "6,simple,Reduced,,,1,8.00,10.00",
  ]
  const { products, notes } = await readFile([heading, ...lines].join("\n"))
  expect(products.map(({ variants: [only] }) => only?.cells)).toEqual([
    { price: "10.00", salePrice: "8.00", saleFrom: "2026-11-01", saleUntil: "2026-11-30", stock: "1" },
    { price: "10.00", salePrice: "8.00", saleFrom: "2026-12-01", stock: "1" },
    { price: "10.00", stock: "1" },
    { price: "10.00", stock: "1" },
    { price: "10.00", stock: "1" },
    { price: "8.00", compareAtPrice: "10.00", stock: "1" },
  ])
  const reasons = products.map(({ variants: [only] }) =>
    only?.changes?.flatMap(({ heading, reason }) => (heading === "SKU" || heading === "sku" ? [] : reason)),
  )
  expect(reasons).toEqual([
    [],
    [],
    ["This sale ended on 2026-11-27"],
    ["The last day of this sale is before its first"],
    ["It is not below the regular price"],
    [],
  ])
  expect(notes).toEqual(["Days of sale prices were read in the time zone Europe/Berlin"])
})

const stockHeading =
  "ID,Type,Name,Parent,In stock?,Stock,Backorders allowed?,Regular price,Attribute 1 name,Attribute 1 value(s)"

test.each([
  ["nothing is answered", {}, ["yes", "0", "yes", "0", "0"]],
  ["staff choose numbers", { stock: "7", backorders: "counted", "shared-stock": "3" }, ["7", "0", "4", "3", "3"]],
  ["versions are not counted", { "shared-stock": "uncounted" }, ["yes", "0", "yes", "yes", "yes"]],
])("stock that this shop cannot keep is asked for: %s", async (_, answers, units) => {
  const file = await readFile(
    [
      stockHeading,
      "1,simple,Made to order,,1,,0,9.00,,",
      "2,simple,Sold out,,0,,0,9.00,,",
      "3,simple,On backorder,,1,4,notify,9.00,,",
      '4,variable,Shared,,1,6,0,,Size,"S, M"',
      "5,variation,S,id:4,1,parent,,9.00,Size,S",
      "6,variation,M,id:4,1,,,9.00,Size,M",
    ].join("\n"),
    { answers },
  )
  const variants = file.products.flatMap(({ variants }) => variants)
  expect(variants.map(({ cells }) => cells.uncounted ?? cells.stock)).toEqual(units)
  expect(file.questions).toMatchObject([
    { id: "stock", usual: "uncounted", takesNumber: true, choices: [{ value: "uncounted" }] },
    { id: "backorders", usual: "uncounted", choices: [{ value: "uncounted" }, { value: "counted" }] },
    { id: "shared-stock", usual: "0", takesNumber: true },
  ])
})

test("Shopify's continue selling is asked for, and places are added up", async () => {
  const text =
    "Handle,Title,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price\npan,Pan,Title,Default Title,shopify,5,continue,9.00\n"
  const [asked] = (await readFile(text)).products
  expect(asked?.variants[0]).toMatchObject({
    cells: { uncounted: "yes" },
    changes: expect.arrayContaining([
      {
        ...{ line: 2, heading: "Variant Inventory Policy", cell: "continue", becomes: "not counted" },
        reason: "The other shop sells it when its stock is used up",
        about: "stock",
      },
    ]),
  })
  const [counted] = (await readFile(text, { answers: { backorders: "counted" } })).products
  expect(counted?.variants[0]?.cells).toMatchObject({ stock: "5" })
})

const newShopify =
  "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Product image URL,Image position,Image alt text,Variant image URL,Gift card"

test("new headings of Shopify, gift cards, untracked stock and alternative texts", async () => {
  const file = await readFile(
    [
      newShopify,
      "Mug,mug,<p>For tea</p>,Us,,Kitchen,,TRUE,Active,MUG-1,,Title,Default Title,12.50,,FALSE,shopify,7,DENY,300,https://cdn.example/mug.jpg,1,A red mug,,FALSE",
      "Poster,poster,,Us,,Art,,TRUE,Active,,,Title,Default Title,9.00,,TRUE,,,DENY,,,,,,FALSE",
      "Voucher,voucher,,Us,,Gifts,,TRUE,Active,,,Amount,$10,10.00,,TRUE,,,DENY,,,,,,TRUE",
    ].join("\n"),
    { answers: { stock: "25" } },
  )
  expect(file.source).toBe("Shopify")
  expect(shown(file).map(({ variants }) => variants)).toEqual([
    ["MUG-1|12.50|7|300"],
    ["|9.00|25|"],
    ["Gift cards are not sold here"],
  ])
  expect(file.products[0]).toMatchObject({
    cells: { taxClass: "zero" },
    pictures: ["https://cdn.example/mug.jpg"],
    alts: ["A red mug"],
  })
})

test.each([
  [
    "a row for each place",
    "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available (not editable),On hand (current)\nmug,Mug,Size,S,M-S,,,Berlin,4,5\nmug,Mug,Size,S,M-S,,,Paris,3,3\nmug,Mug,Size,L,M-L,,,Berlin,not stocked,not stocked\n",
  ],
  [
    "a column for each place",
    "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Berlin,Paris\nmug,Mug,Size,S,M-S,,,4,3\nmug,Mug,Size,L,M-L,,,not stocked,\n",
  ],
])("Shopify's inventory file adds up places: %s", async (_, text) => {
  const file = await readFile(text)
  expect(file.source).toBe("Shopify inventory")
  expect(file.products).toMatchObject([
    {
      origin: "handle:mug",
      onlyChanges: true,
      variants: [
        { values: ["S"], cells: { stock: "7" } },
        { values: ["L"], cells: { stock: "0" } },
      ],
    },
  ])
  expect(file.notes).toEqual(["The stock of several places was added up: Berlin, Paris"])
})

test("PrestaShop's products have prices without tax, and its combinations add to them", async () => {
  const products = await readFile(
    [
      "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Cost price;On sale (0/1);Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);Reference #;Brand;EAN13;UPC;MPN;Weight;Quantity;Summary;Description;URL rewritten;Available for order (0 = No, 1 = Yes);Image URLs (x,y,z...);Image alt texts (x,y,z...);Feature (Name:Value:Position:Customized)",
      "12;1;Blue pan;Home, Kitchen;16.390000;1;8;0;;10;2026-11-01;2026-12-31;PAN-1;Oat;;;P-9;0.75;20;;<p>Iron.</p>;blue-pan;1;https://shop.example/1.jpg,https://shop.example/2.jpg;Front,Back;Material:Iron:1",
      "13;0;Lid;Kitchen;5;0;;0;;;;;;;;;;;3;Short;;lid;1;;;",
    ].join("\n"),
  )
  expect(products.source).toBe("PrestaShop")
  expect(shown(products)).toEqual([
    { name: "Blue pan", category: "Kitchen", options: [], variants: ["PAN-1|16.39|20|750"] },
    { name: "Lid", category: "Kitchen", options: [], variants: ["|5|3|"] },
  ])
  expect(products.products).toMatchObject([
    {
      isNet: true,
      origin: "id:12",
      formerPaths: ["/12-blue-pan.html"],
      alts: ["Front", "Back"],
      variants: [{ cells: { salePrice: "14.751", saleFrom: "2026-11-01", saleUntil: "2026-12-31" } }],
      cells: { ownFacts: "Material: Iron", taxClass: "standard" },
    },
    { cells: { status: "draft", desc: "Short", taxClass: "zero" } },
  ])
  expect(products.questions.map(({ id }) => id).sort()).toEqual(["tax:tax rule 1", "weight-unit"])
  const combinations = await readFile(
    [
      "Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Supplier reference;Reference;EAN13;UPC;MPN;Cost price;Impact on price;Ecotax;Quantity",
      "12;Size:select:0, Color:color:1;S:0, Blue:1;;PAN-S;;;;;0;0;4",
      "12;Size:select:0, Color:color:1;L:1, Blue:1;;PAN-L;;;;;2.5;0;6",
    ].join("\n"),
  )
  expect(combinations.source).toBe("PrestaShop combinations")
  expect(combinations.products).toMatchObject([
    {
      ...{ origin: "id:12", onlyChanges: true, options: ["Size", "Color"] },
      variants: [
        { values: ["S", "Blue"], cells: { sku: "PAN-S", stock: "4" }, priceImpact: "0" },
        { values: ["L", "Blue"], cells: { sku: "PAN-L", stock: "6" }, priceImpact: "2.5" },
      ],
    },
  ])
})

test("Magento's configurable products have their simple products as versions", async () => {
  const headings =
    "sku,store_view_code,attribute_set_code,product_type,categories,name,description,weight,product_online,tax_class_name,visibility,price,special_price,special_price_from_date,special_price_to_date,url_key,base_image,base_image_label,additional_images,additional_attributes,qty,allow_backorders,is_in_stock,manage_stock,configurable_variations,configurable_variation_labels".split(
      ",",
    )
  const file = await readFile(
    csv([
      headings,
      row(headings, {
        sku: "TEE-S",
        product_type: "simple",
        name: "Tee-S",
        price: "29.0000",
        qty: "3.0000",
        weight: "0.2000",
        visibility: "Not Visible Individually",
        is_in_stock: 1,
        manage_stock: 1,
        product_online: 1,
      }),
      row(headings, {
        sku: "TEE-M",
        product_type: "simple",
        name: "Tee-M",
        price: "31.0000",
        special_price: "25.0000",
        special_price_to_date: "12/31/26",
        qty: "0.0000",
        visibility: "Not Visible Individually",
        is_in_stock: 0,
        manage_stock: 1,
        product_online: 1,
      }),
      row(headings, {
        sku: "TEE",
        product_type: "configurable",
        categories: "Default Category/Men/Tops,Default Category/Men",
        name: "Tee",
        description: "<p>Soft</p>",
        tax_class_name: "Taxable Goods",
        visibility: "Catalog, Search",
        product_online: 1,
        url_key: "tee",
        base_image: "/t/e/tee.jpg",
        base_image_label: "A tee",
        configurable_variations: "sku=TEE-S,size=S|sku=TEE-M,size=M",
        configurable_variation_labels: "size=Size",
      }),
      row(headings, { sku: "BOX", product_type: "bundle", name: "Box" }),
      row(headings, { sku: "TEE", store_view_code: "de", product_type: "configurable", name: "Hemd" }),
    ]),
  )
  expect(file.source).toBe("Magento")
  expect(shown(file)).toEqual([
    { name: "Tee", category: "Tops", options: ["Size"], variants: ["S|TEE-S|29.00|3|200", "M|TEE-M|31.00|0|"] },
    { name: "Box", options: [], variants: ["Products of the type “bundle” are not sold here"] },
    { name: "Hemd", options: [], variants: ["This row has the texts of the store view “de”, which are not imported"] },
  ])
  expect(file.products[0]).toMatchObject({
    ...{ formerPaths: ["/tee.html"], alts: ["A tee"], origin: "sku:tee" },
    variants: [{}, { cells: { salePrice: "25.00", saleUntil: "2026-12-31" } }],
  })
})

test("Etsy's listings have all combinations of their variations", async () => {
  const file = await readFile(
    [
      "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU",
      'Oak Bowl &amp; Spoon,"Turned\nby hand",45.00,EUR,3,"bowl,oak",Oak,https://i.etsystatic.com/1.jpg,,,,,,,,BOWL-1',
      'Ring,Silver,30.00,EUR,9,,,,,Size,Ring size,"6,7",Material,Metal,"Silver,Gold",',
    ].join("\n"),
  )
  expect(file.source).toBe("Etsy")
  expect(shown(file)).toEqual([
    { name: "Oak Bowl & Spoon", category: undefined, options: [], variants: ["BOWL-1|45.00|3|"] },
    {
      ...{ name: "Ring", category: undefined, options: ["Ring size", "Metal"] },
      variants: ["6|Silver||30.00|0|", "6|Gold||30.00|0|", "7|Silver||30.00|0|", "7|Gold||30.00|0|"],
    },
  ])
  expect(file.products).toMatchObject([{ origin: "sku:bowl-1" }, { isKnownByName: true }])
})

test("a currency that is not the shop's is refused", async () => {
  const text = "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY\nBowl,,45.00,USD,3\n"
  await expect(readFile(text)).rejects.toThrow("The prices in line 2 are in USD, but this shop sells in EUR")
})

test("BigCommerce's newer and older exports", async () => {
  const newer = await readFile(
    [
      "Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Cost Price,Retail Price,Sale Price,Brand,Categories,Description,Product URL,Weight,Is Visible,Tax Class,Image URL (Import),Image Description,Variant Image URL",
      "Product,77,Chair,physical,CH,,variant,0,0,80.00,,,70.00,Oat,Shop All;Furniture/Chairs,<p>Oak</p>,/oak-chair/,4,TRUE,0,,,",
      "Variant,78,,,CH-R,Type=Swatch|Name=Color|Value=Red[#ff0000],,5,0,,,,,,,,,,,,,,",
      "Variant,79,,,CH-B,Type=Swatch|Name=Color|Value=Blue[#0000ff],,2,0,90.00,,,,,,,,,,,,,",
      "Image,80,,,,,,,,,,,,,,,,,,,https://cdn.example/chair.jpg,Side view,",
    ].join("\n"),
  )
  expect(newer.source).toBe("BigCommerce")
  expect(shown(newer)).toEqual([
    {
      name: "Chair",
      category: "Shop All",
      options: ["Color"],
      variants: ["Red|CH-R|70.00|5|4000", "Blue|CH-B|90.00|2|4000"],
    },
  ])
  expect(newer.products[0]).toMatchObject({ formerPaths: ["/oak-chair"], alts: ["Side view"], origin: "id:77" })
  const older = await readFile(
    [
      "Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Brand Name,Product Description,Price,Sale Price,Product Weight,Allow Purchases?,Product Visible?,Track Inventory,Current Stock Level,Category,Product Image File - 1,Product Image Description - 1,Product Tax Class,Product UPC/EAN",
      '  Product,5,Cup,P,CUP,Oat,Nice,"$1,250.00",,0.3,Y,Y,by option,0,"Category Name: Cups, Category Path: Kitchen/Cups",cup.jpg,A cup,Default Tax Class,',
      '  SKU,6,"[S]Size=S,[RB]Color=Red",,CUP-S,,,,,,,,,4,,,,,',
      "  Rule,7,,,CUP-S,,,[ADD]2,,,,,,,,,,,",
    ].join("\n"),
    { currency: "USD" },
  )
  expect(shown(older)).toEqual([
    { name: undefined, category: undefined, options: [], variants: ["Rows of the kind “Rule” are not imported"] },
    { name: "Cup", category: "Cups", options: ["Size", "Color"], variants: ["S|Red|CUP-S|1250.00|4|300"] },
  ])
})

test("Square's rows of one item are its versions, and places are added up", async () => {
  const file = await readFile(
    [
      "Reference Handle,Token,Item Name,Variation Name,SKU,Description,Categories,GTIN,Square Online Item Visibility,Item Type,Weight (kg),Archived,Sellable,Stockable,Option Name 1,Option Value 1,Price,Current Quantity Berlin,Current Quantity Paris",
      "#candle-s,T1,Candle,Small,C-S,Soy wax,Home,,visible,Physical,0.2,N,Y,Y,Size,Small,12.00,10,2",
      "#candle-s,T2,Candle,Large,C-L,Soy wax,Home,,visible,Physical,0.4,N,Y,Y,Size,Large,18.00,4,",
      "#candle,T3,Candle,Regular,,Beeswax,Home,,hidden,Physical,,N,Y,Y,,,9.00,1,",
    ].join("\n"),
  )
  expect(file.source).toBe("Square")
  expect(shown(file)).toEqual([
    {
      name: "Candle",
      category: "Home",
      options: ["Size"],
      variants: ["Small|C-S|12.00|12|200", "Large|C-L|18.00|4|400"],
    },
    { name: "Candle", category: "Home", options: [], variants: ["|9.00|1|"] },
  ])
  expect(file.notes).toEqual(["The stock of several places was added up: Berlin, Paris"])
})

test("a column whose numbers can be read in two ways is asked for once", async () => {
  const text = 'ID,Type,Name,Stock,Regular price\n1,simple,Pan,1,"1,000"\n'
  const asked = await readFile(text)
  expect(asked.products).toEqual([])
  expect(asked.questions).toMatchObject([
    {
      id: "number:regular price",
      usual: null,
      choices: [
        { value: ",", label: "1.000" },
        { value: ".", label: "1000" },
      ],
    },
  ])
  const answered = await readFile(text, { answers: { "number:regular price": "." } })
  expect(shown(answered)[0]?.variants).toEqual(["|1000|1|"])
})

test("a list with common headings is not taken for a file of another system", async () => {
  await expect(readFile("ID,Name,Price\n1,Pan,3\n")).rejects.toThrow("an unknown file: ID,Name,Price")
})

test("an unknown file is shown with sample values", async () => {
  await expect(readFile("Article,Amount due,Colour\nPan,3,red\n")).rejects.toThrow(
    "an unknown file: Article,Amount due,Colour",
  )
})

describe("rows of one product", () => {
  const inventory = "Handle,Title,Option1 Name,Option1 Value,HS Code,COO,Location,Available"
  const lines = (row: (place: number) => string, count = 300) => Array.from({ length: count }, (_, place) => row(place))
  const sizes = async (rows: readonly string[]) => {
    const { products } = await readFile(rows.join("\n"))
    return products.map(({ variants }) => variants.length)
  }
  const combination = "Product ID*,Product Reference,Attribute (Name:Type:Position)*,Value (Value:Position)*,Quantity"
  const square = "Reference Handle,Token,Item Name,Variation Name,SKU,Price"

  test("are kept up to one version more than a product may have, which refuses it", async () => {
    expect(
      await sizes([inventory, ...lines((row) => `mug,Mug,Size,${row},,,Berlin,1`), "pan,Pan,,,,,Berlin,1"]),
    ).toEqual([101, 1])
    expect(
      await sizes([combination, ...lines((row) => `7,,Size:select:0,${row}:0,1`), "8,,Size:select:0,S:0,1"]),
    ).toEqual([101, 1])
    expect(await sizes([square, ...lines((row) => `,,Mug,${row},,5`), ",,Pan,,,5"])).toEqual([101, 1])
    expect(await sizes([square, "#mug,,Mug,S,,5", ...lines(() => ",,,,M,5")])).toEqual([101])
  })

  test("without an identity are separate products", async () => {
    expect(await sizes([inventory, ...lines((row) => `,Mug,Size,${row},,,Berlin,1`)])).toEqual(
      lines(() => "").map(() => 1),
    )
    expect(await sizes([combination, ...lines((row) => `,,Size:select:0,${row}:0,1`)])).toEqual(
      lines(() => "").map(() => 1),
    )
  })

  test("have a row for each of many places, which are all added up", async () => {
    const rows = lines((row) => `mug,Mug,Size,${row % 10},,,Place ${Math.floor(row / 10)},1`, 1_000)
    const { products, notes } = await readFile([inventory, ...rows].join("\n"))
    expect(products[0]?.variants.map(({ cells }) => cells.stock)).toEqual(Array(10).fill("100"))
    const places = Array.from({ length: 20 }, (_, place) => `Place ${place}`).join(", ")
    expect(notes).toEqual([`The stock of several places was added up: ${places}, and others`])
  })
})

test.each([
  ["Shopify", "Handle,Title,Variant Price", "Inventory Available:", (row: number) => `p${row},Mug,5`],
  [
    "Square",
    "Reference Handle,Token,Item Name,Variation Name,SKU,Price",
    "Current Quantity",
    (row: number) => `#${row},T${row},Mug,,,5`,
  ],
])("one note names all places whose stock was added up: %s", async (source, heading, prefix, start) => {
  const places = Array.from({ length: 6 }, (_, place) => `${prefix} P${place}`).join(",")
  const filled = (row: number) => Array.from({ length: 6 }, (_, place) => ((row >> place) & 1 ? "1" : "")).join(",")
  const rows = Array.from({ length: 64 }, (_, row) => `${start(row)},${filled(row)}`)
  const file = await readFile([`${heading},${places}`, ...rows].join("\n"))
  expect(file.source).toBe(source)
  expect(file.notes.filter((note) => note.includes("places"))).toEqual([
    "The stock of several places was added up: P0, P1, P2, P3, P4, P5",
  ])
})

test("at most 50 tax classes are asked for, and the others become the standard class", async () => {
  const rows = Array.from({ length: 70 }, (_, row) => `${row},simple,Mug,Class ${row},1,5.00`)
  const file = await readFile(["ID,Type,Name,Tax class,Stock,Regular price", ...rows].join("\n"))
  expect(file.questions.filter(({ id }) => id.startsWith("tax:"))).toHaveLength(50)
  expect(file.notes).toContain("The file has more than 50 tax classes: the others became “standard”")
  expect(file.products[69]?.cells.taxClass).toBe("standard")
})

test.each([
  ["Handle,Title,Variant Price", "pan,Pan,$19.90", "The price “$19.90” in line 2 and the column “Variant Price”"],
  ["ID,Type,SKU,Name,Published,Regular price", "1,simple,A,Pan,1,19 USD", "The price “19 USD” in line 2"],
  ["name,price,stock,category,desc", "Pan,£19,1,Kitchen,x", "The price “£19” in line 2 and the column “price”"],
])("a price in another currency is refused: %s", async (heading, row, sentence) => {
  await expect(readFile(`${heading}\n${row}\n`)).rejects.toThrow(`${sentence}`)
})

test("the stock of many places whose numbers can be read in two ways is asked about once", async () => {
  const places = Array.from({ length: 500 }, (_, place) => `Inventory Available: P${place}`)
  const cells = places.map(() => '"1,000"')
  const text = `Handle,Title,Variant Price,${places.join(",")}\npan,Pan,5.00,${cells.join(",")}\n`
  expect((await readFile(text)).questions).toHaveLength(1)
})
