import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { form } from "~/testing/pages/form-data"
import { readBody } from "./body.server"
import { BodyBudget } from "./body-budget.server"
import { bodyLimits, spooledLimits } from "./body-limits"
import { withSpoolFolder } from "./spooled-multipart.server"

const MB = 1024 * 1024
let root: string
let folder: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "spool-test-"))
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, "one-"))
})
afterAll(() => rm(root, { recursive: true }))

const read = async (request: Request, spooled: boolean) => {
  const limits = spooled ? spooledLimits({ request: 121 * MB, file: 60 * MB, files: 2 }, folder) : bodyLimits
  const body = await readBody(request, new BodyBudget().lease("test"), limits)
  if (body.kind !== "form") throw new Error("expected a form")
  return body.data
}
const describeAll = async (data: FormData) =>
  Promise.all(
    [...data].map(async ([name, value]) =>
      value instanceof File ? [name, value.name, value.type, await value.text()] : [name, value],
    ),
  )

/** Sends the form in pieces of so many bytes. */
function requestOf(bytes: Uint8Array, type: string, piece = bytes.length): Request {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + piece))
      at += piece
    },
  })
  return new Request("http://shop.test/", { method: "POST", body, duplex: "half", headers: { "Content-Type": type } })
}

async function encode(data: FormData): Promise<[Uint8Array, string]> {
  const sent = new Request("http://shop.test/", { method: "POST", body: data })
  return [new Uint8Array(await sent.arrayBuffer()), sent.headers.get("Content-Type") ?? ""]
}

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Bytes of all buffers that are still referenced in the process */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 2; round++) {
    await setImmediate()
    collectGarbage()
  }
  return process.memoryUsage().arrayBuffers
}

describe("a form whose files stay on disk", () => {
  test("is parsed like any other, in chunks of any size", async () => {
    const data = form({ name: "Ärmel", fetchesPictures: "on", empty: "" })
    data.append("file", new File([`\r\n--almost\r\n${"x".repeat(300_000)}\r\n-`], "ä b.csv", { type: "text/csv" }))
    data.append("file", new File(["two"], "b.zip", { type: "application/zip" }))
    const [bytes, type] = await encode(data)
    const expected = await describeAll(await read(requestOf(bytes, type), false))
    expect(expected).toHaveLength(5)
    for (const piece of [1_009, 65_536, bytes.length]) {
      expect(await describeAll(await read(requestOf(bytes, type, piece), true))).toEqual(expected)
      await rm(join(folder, "body"))
    }
  })

  test.each([
    ["C:\\Temp\\new.csv", "new.csv"],
    ["C:\\\\Temp\\\\new.csv", "new.csv"],
    ["\\\\server\\share\\new.csv", "new.csv"],
    ["/home/ada/new.csv", "new.csv"],
    ["ä b.csv", "ä b.csv"],
  ])("has a file that a browser names %s", async (path, name) => {
    const part = `--xyz\r\nContent-Disposition: form-data; name="file"; filename="${path}"\r\nContent-Type: text/csv`
    const bytes = new TextEncoder().encode(`${part}\r\n\r\na,b\r\n--xyz--\r\n`)
    for (const spooled of [false, true]) {
      const data = await read(requestOf(bytes, "multipart/form-data; boundary=xyz"), spooled)
      expect(await describeAll(data)).toEqual([["file", name, "text/csv", "a,b"]])
    }
  })

  test("that is larger than the memory of all bodies takes none of it", async () => {
    const lines = new TextEncoder().encode(`${"a,".repeat(32_767)}b\n`)
    const type = "multipart/form-data; boundary=xyz"
    const head = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    const before = await heldBytes()
    const held: number[] = []
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      async pull(controller) {
        if (sent % 220 === 219) held.push((await heldBytes()) - before)
        if (sent++ < 880) return controller.enqueue(lines.slice())
        controller.enqueue(new TextEncoder().encode("\r\n--xyz--\r\n"))
        controller.close()
      },
    })
    const headers = { "Content-Type": type }
    const data = await read(new Request("http://shop.test/", { method: "POST", body, duplex: "half", headers }), true)
    const file = data.get("file") as File
    expect(file.size).toBe(lines.length * 880)
    held.push((await heldBytes()) - before)
    let size = 0
    for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) size += chunk.length
    expect(size).toBe(file.size)
    held.push((await heldBytes()) - before)
    expect(held).toHaveLength(6)
    for (const bytes of held) expect(bytes).toBeLessThan(8 * MB)
  })

  test.each([
    ["no boundary at the beginning", "hello"],
    ["a part without an end", '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello'],
    ["headers without an end", "--xyz\r\nContent-Disposition: form-data"],
    ["something else behind a boundary", '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--xyzabc'],
  ])("is refused with %s", async (_, text) => {
    const request = requestOf(new TextEncoder().encode(text), "multipart/form-data; boundary=xyz")
    await expect(read(request, true)).rejects.toThrow("not encoded correctly")
  })

  test("has a limited number of files and of bytes", async () => {
    const data = form({})
    for (let count = 0; count < 3; count++) data.append("file", new File(["x"], `${count}.csv`))
    const [bytes, type] = await encode(data)
    await expect(read(requestOf(bytes, type), true)).rejects.toThrow("At most 2 files")
  })

  test("leaves nothing behind, even when the work fails", async () => {
    let used = ""
    const work = withSpoolFolder(async (spool) => {
      used = spool
      expect(await readdir(spool)).toEqual([])
      throw new Error("failed")
    })
    await expect(work).rejects.toThrow("failed")
    await expect(readdir(used)).rejects.toThrow("ENOENT")
  })
})
