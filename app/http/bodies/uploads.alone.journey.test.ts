import { readFileSync } from "node:fs"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { TestBrowser } from "~/testing/browser/test-browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/processes/built-shop.server"

const MB = 1024 * 1024
let built: BuiltShop
let ada: TestBrowser
beforeAll(async () => {
  built = await openBuiltShop()
  ada = new TestBrowser(built.url)
  const form = { name: "Ada", email: "ada@shop.example", password: "correct horse battery" }
  expect((await ada.post("/login?register=", form)).status).toBe(303)
})
afterAll(() => built?.close())

/** A photograph of 50 megapixels in a file of 20 MB, padded with metadata */
async function photograph(): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 }
  const small = sharp({ create: { width: 300, height: 225, channels: 3, background: "grey", noise } }).png()
  const bytes = await sharp(await small.toBuffer())
    .resize(8192, 6144)
    .jpeg({ quality: 90 })
    .toBuffer()
  return Buffer.concat([bytes, Buffer.alloc(20 * MB - bytes.length)])
}

function upload(picture: Buffer): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of [
    ["name", "Ada"],
    ["email", "ada@shop.example"],
  ] as const)
    body.append(name, value)
  body.append("avatar", new File([new Uint8Array(picture)], "me.jpg", { type: "image/jpeg" }))
  return ada.send("/update", { method: "POST", body, headers: { Origin: built.url } })
}

test("twenty concurrent uploads of 20 MB are all stored, in less than 410 MB of memory", async () => {
  const picture = await photograph()
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(picture)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303))
  const pictures = await built.shop.db.selectFrom("pictures").select("width").execute()
  expect(pictures.map(({ width }) => width)).toEqual(Array(20).fill(1280))
  expect(peakMemory(built.process.pid)).toBeLessThan(410 * MB)
})

test("calls with pictures of 20 MB as text are all answered, in less than 450 MB of memory", async () => {
  const avatar = `data:image/jpeg;base64,${(await photograph()).toString("base64")}`
  const profile = { name: "Ada", email: "ada@shop.example", avatar }
  for (const [type, body] of [
    ["application/json", JSON.stringify(profile)],
    ["application/x-www-form-urlencoded", new URLSearchParams(profile).toString()],
  ] as const) {
    const headers = { Origin: built.url, "Content-Type": type }
    const update = () => ada.send("/api/v1/me/update", { method: "PUT", body, headers })
    const answers = await Promise.all(Array.from({ length: 4 }, update))
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
  }
  expect(peakMemory(built.process.pid)).toBeLessThan(450 * MB)
})

/** The peak memory of a process, in bytes; 0 where the operating system does not report it */
function peakMemory(pid: number | undefined): number {
  if (process.platform !== "linux") return 0
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024
}
