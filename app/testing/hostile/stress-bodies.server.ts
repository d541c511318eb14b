import { MAX_PICTURE_BYTES } from "~/domain/media/picture-limits"

/** A body with its content type, named after its attack */
export interface StressBody {
  shape: string
  type: string
  body: Buffer
}

const MB = 1024 * 1024
/** Size limits of forms and calls */
const TEXT = MB - 8 * 1024
const URLENCODED = "application/x-www-form-urlencoded"
const MULTIPART = "multipart/form-data; boundary=x"
const JSON_TYPE = "application/json"

/** Texts that are slow to normalize, match, measure, escape or decode */
const slowTexts = {
  "combining marks": "\u0300\u0316",
  "characters of two halves": "😀",
  "characters that grow": "\ufdfa",
  "dots between letters": "a.",
  "spaces between figures": "1  ",
  "markup to be escaped": "<&\"'",
  figures: "9",
  letters: "a",
}

/** The largest form bodies with these fields, in the worst known shapes */
export function stressForms(names: readonly string[]): StressBody[] {
  const form = (shape: string, fields: (readonly [string, string])[]): StressBody[] => [
    { shape: `${shape}, encoded`, type: URLENCODED, body: urlencoded(fields) },
    { shape: `${shape}, in parts`, type: MULTIPART, body: multipart(fields) },
  ]
  const shapes = Object.entries(slowTexts).flatMap(([shape, text]) => form(shape, filled(names, text)))
  const many = Array.from({ length: 250 }, (_, at) => at)
  const [first = "a"] = names
  return [
    ...shapes,
    ...form(
      "one name again and again",
      many.map(() => [first, "x".repeat(3_000)]),
    ),
    ...form(
      "lists",
      many.map((at) => [`${names[at % names.length]}[${249 - at}].a[${at}]`, "x"]),
    ),
    ...form(
      "names that nest",
      many.map((at) => [`${first}${".a".repeat(48)}${at % 10}`, "x"]),
    ),
    ...form("names of the parser", [
      ["__intent__", INTENT],
      ["__state__", "{".repeat(1_000)],
      [first, "x"],
    ]),
    { shape: "nothing but names", type: URLENCODED, body: Buffer.from("a&".repeat(TEXT / 2)) },
    { shape: "half percent signs", type: URLENCODED, body: Buffer.from(`${first}=${"%".repeat(TEXT)}`) },
    { shape: "almost the boundary", type: MULTIPART, body: multipart([[first, "\r\n--".repeat(TEXT / 4)]]) },
    { shape: "parts of nothing", type: MULTIPART, body: Buffer.from("--x\r\n\r\n\r\n".repeat(TEXT / 9)) },
  ]
}

const INTENT = '{"type":"insert","payload":{"name":"a[99999999]","index":99999999}}'

/** The largest JSON bodies with these fields, in the worst known shapes */
export function stressJson(names: readonly string[]): StressBody[] {
  const json = (shape: string, body: string): StressBody => ({ shape, type: JSON_TYPE, body: Buffer.from(body) })
  const each = (value: string) => `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join(",")}}`
  const share = Math.floor(TEXT / Math.max(1, names.length)) - 100
  const texts = Object.entries(slowTexts).map(([shape, text]) => {
    return json(shape, JSON.stringify(Object.fromEntries(filled(names, text))))
  })
  return [
    ...texts,
    json("lists of nothing", each(`[${"0,".repeat(Math.min(9_000 / names.length, share / 2))}0]`)),
    json("lists of groups", each(`[${'{"product":"x","quantity":"1"},'.repeat(3_000 / names.length)}{}]`)),
    json("groups in groups", each(`${'{"a":'.repeat(19)}1${"}".repeat(19)}`)),
    json("brackets without end", `{"a":${"[".repeat(TEXT / 2)}`),
    json("brackets that end", `{"a":${"[".repeat(TEXT / 2)}${"]".repeat(TEXT / 2)}}`),
    json("nothing but commas", `{"a":[${"0,".repeat(TEXT / 2)}0]}`),
    json("escapes", each(`"${"\\u0300".repeat(share / 6)}"`)),
    json("backslashes", each(`"${"\\\\".repeat(share / 2)}"`)),
    json("figures without end", each("9".repeat(Math.min(share, 100_000)))),
    json("many names", `{${Array.from({ length: 9_000 }, (_, at) => `"${at}":0`).join(",")}}`),
  ]
}

/** The largest pictures, in every encoding that is accepted */
export function largestPictures(field: string, others: Record<string, string>): StressBody[] {
  const bytes = Buffer.alloc(MAX_PICTURE_BYTES - 10, "\r\n--")
  const url = `data:image/png;base64,${Buffer.alloc(MAX_PICTURE_BYTES - 10, 1).toString("base64")}`
  const fields = Object.entries(others)
  return [
    { shape: "a file", type: MULTIPART, body: Buffer.concat([part(field, "a.png"), bytes, multipart(fields)]) },
    { shape: "a picture as text", type: MULTIPART, body: multipart([...fields, [field, url]]) },
    { shape: "a picture in JSON", type: JSON_TYPE, body: Buffer.from(JSON.stringify({ ...others, [field]: url })) },
    { shape: "a picture, encoded", type: URLENCODED, body: urlencoded([...fields, [field, url]]) },
  ]
}

/** Divides the size limit among all fields. */
function filled(names: readonly string[], text: string): [string, string][] {
  const share = Math.floor(TEXT / Math.max(1, names.length) / Buffer.byteLength(encodeURIComponent(text)))
  return names.map((name) => [name, text.repeat(share)])
}

function urlencoded(fields: readonly (readonly [string, string])[]): Buffer {
  return Buffer.from(new URLSearchParams(fields.map(([name, value]) => [name, value])).toString())
}

function multipart(fields: readonly (readonly [string, string])[]): Buffer {
  const parts = fields.map(([name, value]) => Buffer.concat([part(name), Buffer.from(value)]))
  return Buffer.concat([...parts, Buffer.from("\r\n--x--\r\n")])
}

function part(name: string, file?: string): Buffer {
  return Buffer.from(
    `\r\n--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ""}\r\n\r\n`,
  )
}
