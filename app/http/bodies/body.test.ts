import { Readable } from "node:stream"
import { createReadableStreamFromReadable } from "@remix-run/node"
import { describe, expect, test } from "vitest"
import { MAX_CART_LINES } from "~/domain/cart/cart"
import { MAX_SELECTED } from "~/domain/product-table/bulk-edit/bulk-edit-schema"
import fc from "~/testing/hostile/fast-check"
import { file, form } from "~/testing/pages/form-data"
import { type Body, readBody } from "./body.server"
import { BodyBudget } from "./body-budget.server"
import { type BodyLimits, bodyLimits } from "./body-limits"
import { decodePercentEncoding } from "./url-encoded.server"

const MB = 1024 * 1024
const read = (request: Request, limits: BodyLimits = bodyLimits) =>
  readBody(request, new BodyBudget().lease("test"), limits)
const send = (body: RequestInit["body"], type?: string, method = "POST", limits: BodyLimits = bodyLimits) =>
  read(new Request("http://shop.test/", { method, body, headers: type ? { "Content-Type": type } : {} }), limits)
const fieldsOf = (body: Body) => (body.kind === "form" ? [...body.data] : [])

describe.each(["POST", "PUT"])("a body sent by %s", (method) => {
  test("may be JSON", async () => {
    const value = { name: "Ärmel", "price[gte]": 3, nested: { list: [1, null, true] } }
    expect(await send(JSON.stringify(value), "application/json; charset=utf-8", method)).toEqual({
      kind: "json",
      value,
    })
  })

  test("may be a form without files", async () => {
    const body = await send(
      "name=%C3%84rmel+%26+Kragen&tag=a&tag=b&empty=",
      "application/x-www-form-urlencoded",
      method,
    )
    expect(fieldsOf(body)).toEqual([
      ["name", "Ärmel & Kragen"],
      ["tag", "a"],
      ["tag", "b"],
      ["empty", ""],
    ])
  })

  test("may be a form with files", async () => {
    const data = form({ name: "Ärmel", images: new File(["one"], "ä.png", { type: "image/png" }) })
    data.append("images", new File(["two"], "b.png", { type: "image/png" }))
    const body = await send(data, undefined, method)
    if (body.kind !== "form") throw new Error("expected a form")
    expect(body.data.get("name")).toBe("Ärmel")
    const files = body.data.getAll("images") as File[]
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(["one", "two"])
    expect(files[0]).toMatchObject({ name: "ä.png", type: "image/png" })
  })
})

describe("a form without files", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("%", "%zz", "%4", "+", "=", "a=b", "ä"),
  )

  test.each(["%0D%0A", "%0A", "%0D"])("may separate the lines of a text by %s", async (lineBreak) => {
    const body = await send(`comment=one${lineBreak}two`, "application/x-www-form-urlencoded")
    expect(fieldsOf(body)).toEqual([["comment", "one\ntwo"]])
  })

  test("is parsed like every browser's", async () => {
    const body = fc.oneof(
      fc.array(fc.tuple(texts, texts)).map((fields) => new URLSearchParams(fields).toString()),
      fc.array(texts, { maxLength: 9 }).map((pieces) => pieces.join("&")),
    )
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        // URLSearchParams removes a leading "?", which may be part of the text, so one is added.
        const expected = [...new URLSearchParams(`?${text}`)]
        const refused = expected.flat().some((one) => one.includes("\0"))
        const read = send(text, "application/x-www-form-urlencoded")
        if (refused) await expect(read).rejects.toMatchObject({ kind: "invalid" })
        else expect(fieldsOf(await read)).toEqual(expected)
      }),
    )
  })
})

test("a form with a picture of megabytes is read in slices, between which other requests run", async () => {
  const text = "%41b+%".repeat(MB)
  let turns = 0
  const turning = setInterval(() => turns++, 0)
  const read = await decodePercentEncoding(text)
  clearInterval(turning)
  expect(read).toBe("Ab %".repeat(MB))
  expect(turns).toBeGreaterThan(5)
})

describe("an empty body", () => {
  test("is an empty form", async () => {
    expect(fieldsOf(await read(new Request("http://shop.test/", { method: "POST" })))).toEqual([])
    expect(await send("", "application/x-www-form-urlencoded")).toMatchObject({ kind: "form" })
    expect(await send("", "application/json")).toEqual({ kind: "json", value: {} })
  })

  test("has no entry for a file input that was left empty, but one for a file of no bytes", async () => {
    const body = await send(form({ avatar: new File([], ""), images: new File([], "empty.png") }))
    expect(fieldsOf(body).map(([name]) => name)).toEqual(["images"])
  })
})

describe("a refused body", () => {
  test.each([
    ["broken JSON", '{"name":', "application/json"],
    ["JSON that is no object", "[1,2]", "application/json"],
    ["JSON that is nothing", "null", "application/json"],
    ["JSON nested without end", "[".repeat(100_000), "application/json"],
    ["JSON that is not UTF-8", Buffer.from('{"name":"\xff"}', "latin1"), "application/json"],
    ["a multipart form without boundary", "--x\r\n", "multipart/form-data"],
    [
      "a multipart form that breaks off",
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
      "multipart/form-data; boundary=x",
    ],
    ["a multipart form that is none", "hello", "multipart/form-data; boundary=x"],
    [
      "a multipart form with text that is not UTF-8",
      Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--\r\n', "latin1"),
      "multipart/form-data; boundary=x",
    ],
    ["NUL in JSON", '{"name":"a\\u0000b"}', "application/json"],
    ["NUL in a name in JSON", '{"a\\u0000b":1}', "application/json"],
    ["NUL in a form", "name=a%00b", "application/x-www-form-urlencoded"],
    [
      "NUL in a multipart form",
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\0\r\n--x--\r\n',
      "multipart/form-data; boundary=x",
    ],
  ])("is %s", async (_, body, type) => {
    await expect(send(body, type)).rejects.toMatchObject({ name: "ShopError", kind: "invalid" })
  })

  test("names the field with a character that cannot be stored", async () => {
    await expect(send('{"name":"\\u0000"}', "application/json")).rejects.toMatchObject({
      field: "name",
      message: "This text contains a character that cannot be stored",
    })
  })

  test.each(["text/plain", "application/xml", "", "multipart/mixed; boundary=x"])("has the type %j", async (type) => {
    const request = new Request("http://shop.test/", {
      method: "POST",
      body: new Uint8Array(3),
      headers: type ? { "Content-Type": type } : {},
    })
    await expect(read(request)).rejects.toMatchObject({ kind: "unsupported" })
  })

  test("is compressed", async () => {
    const request = new Request("http://shop.test/", {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    })
    await expect(read(request)).rejects.toMatchObject({ kind: "unsupported" })
  })
})

describe("a body that is too large", () => {
  const many = (count: number, value: (at: number) => string | Blob) =>
    form(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value(at)])))

  test.each<[string, RequestInit["body"], string?]>([
    ["has a file of more than 20 MB", form({ images: file(20 * MB + 1) })],
    ["has more than 10 files", many(11, () => file(10))],
    ["has more than 32 MB altogether", many(3, () => file(11 * MB))],
    ["has a text of more than 1 MB", form({ name: "x".repeat(MB + 1) })],
    ["has texts of more than 1 MB together", many(3, () => "x".repeat(MB / 2))],
    ["has too many fields", many(901, () => "")],
    ["has too many fields in its address-like form", "a&".repeat(901), "application/x-www-form-urlencoded"],
    ["has an address-like form of more than 1 MB", `a=${"x".repeat(MB + 1)}`, "application/x-www-form-urlencoded"],
    ["is JSON of more than 1 MB", JSON.stringify({ name: "x".repeat(MB + 1) }), "application/json"],
    ["is JSON made of nothing but brackets", `[${"[],".repeat(MB / 2)}[]]`, "application/json"],
  ])("%s", async (_, body, type) => {
    await expect(send(body, type)).rejects.toMatchObject({ name: "ShopError", kind: "tooLarge" })
  })

  test("because of its files is returned with the texts before them, and at most 1 MB of it is read", async () => {
    let read = 0
    const boundary = "x"
    const part = (rest: string) => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${rest}`)
    const source = async function* () {
      yield part('name="name"\r\n\r\nMug\r\n')
      yield part('name="images"; filename="a.png"\r\n\r\n')
      for (; read < 33 * MB; read += MB / 4) yield Buffer.alloc(MB / 4)
    }
    const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": `${33 * MB}` }
    const body = createReadableStreamFromReadable(Readable.from(source()))
    const refused = await readBody(
      new Request("http://shop.test/", { method: "POST", headers, body, duplex: "half" } as RequestInit),
      new BodyBudget().lease("test"),
      bodyLimits,
    ).catch((error) => {
      expect(read).toBeLessThan(3 * MB)
      return error
    })
    expect(refused).toMatchObject({
      kind: "tooLarge",
      message: "All files together may have at most 32 MB: please send fewer at a time",
    })
    expect([...refused.partialData]).toEqual([["name", "Mug"]])
  })

  test("is measured exactly: the largest allowed one is accepted", async () => {
    expect(fieldsOf(await send(form({ images: file(20 * MB) })))).toHaveLength(1)
    expect(fieldsOf(await send(many(10, () => file(10))))).toHaveLength(10)
    expect(fieldsOf(await send(many(500, () => "")))).toHaveLength(500)
  })

  test("may contain pictures as text beyond the limit of other text", async () => {
    const picture = `data:image/png;base64,${"A".repeat(26 * MB)}`
    const limits = { ...bodyLimits, pictureField: "images" }
    const json = JSON.stringify({ images: [picture] })
    expect(fieldsOf(await send(form({ images: picture }), undefined, "POST", limits))).toEqual([["images", picture]])
    expect(await send(json, "application/json", "POST", limits)).toEqual({ kind: "json", value: { images: [picture] } })
    await expect(send(json, "application/json")).rejects.toMatchObject({ kind: "tooLarge" })
    await expect(send(form({ name: picture }), undefined, "POST", limits)).rejects.toMatchObject({ kind: "tooLarge" })
  })
})

describe("unreasonable input is not processed", () => {
  const long = "\u0300".repeat(70_000)
  const urlencoded = (name: string, value: string) =>
    send(new URLSearchParams([[name, value]]).toString(), "application/x-www-form-urlencoded")

  test("the end of a text that is longer than any field", async () => {
    for (const body of [await send(form({ name: long })), await urlencoded("name", long)]) {
      expect(fieldsOf(body)).toEqual([["name", "\u0300".repeat(bodyLimits.oneText)]])
    }
    const json = await send(JSON.stringify({ name: long, list: [{ name: long }] }), "application/json")
    expect(JSON.stringify(json).length).toBeLessThan(2 * bodyLimits.oneText + 100)
  })

  test("half of a character where a text is cut", async () => {
    const [[, text]] = fieldsOf(await urlencoded("name", `x${"😀".repeat(40_000)}`)) as [[string, string]]
    expect(text.isWellFormed()).toBe(true)
  })

  test("a field whose name is longer than any field's", async () => {
    const name = "a".repeat(101)
    expect(fieldsOf(await send(form({ [name]: "v" })))).toEqual([])
    expect(fieldsOf(await send(form({ [name]: file(3) })))).toEqual([])
    expect(fieldsOf(await urlencoded(name, "v"))).toEqual([])
    expect(await send(JSON.stringify({ [name]: 1, a: 2 }), "application/json")).toEqual({
      kind: "json",
      value: { a: 2 },
    })
  })

  test.each([
    ["nested too deeply", `${'{"a":'.repeat(21)}1${"}".repeat(21)}`, "invalid"],
    ["has too many values", `{"a":[${"1,".repeat(20_000)}1]}`, "tooLarge"],
  ])("JSON that %s", async (_, text, kind) => {
    await expect(send(text, "application/json")).rejects.toMatchObject({ kind })
  })
})

test("the largest forms of the shop are accepted: a full cart, and a bulk edit of a full page", () => {
  expect(bodyLimits.fields).toBeGreaterThanOrEqual(3 * MAX_CART_LINES + 10)
  expect(bodyLimits.fields).toBeGreaterThanOrEqual(4 * MAX_SELECTED + 10)
})
