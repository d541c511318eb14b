import { once } from "node:events"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import express from "express"
import { afterAll, beforeAll, expect, test } from "vitest"
import { mediaFiles } from "./media-files.server"

const name = `${"0123456789abcdef".repeat(2)}-160`
let folder: string
let port: number
const server = createServer()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-media-files-"))
  await mkdir(join(folder, "media"))
  await writeFile(join(folder, "secret.txt"), "secret")
  for (const extension of ["avif", "webp", "jpg"])
    await writeFile(join(folder, "media", `${name}.${extension}`), "0123456789")
  await writeFile(join(folder, "media", ".unfinished.part"), "half")
  await writeFile(join(folder, "media", "notes.html"), "<script>")
  server.on("request", express().use("/media", mediaFiles(join(folder, "media")))).listen(0, "127.0.0.1")
  await once(server, "listening")
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Requests a path as written, because `fetch` would normalise it. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers, method }, async (response) => {
      const text = (await response.setEncoding("utf8").toArray()).join("")
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    asked.on("error", reject).end()
  })
}

test.each([
  ["avif", "image/avif"],
  ["webp", "image/webp"],
  ["jpg", "image/jpeg"],
])("a picture in %s is served as %s, cacheable for a year", async (extension, type) => {
  const { status, headers, text } = await ask(`/media/${name}.${extension}`)
  expect([status, text]).toEqual([200, "0123456789"])
  expect(headers).toMatchObject({
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
  })
})

test("a range request gets that part of the picture", async () => {
  const part = await ask(`/media/${name}.jpg`, { Range: "bytes=2-4" })
  expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"])
  expect((await ask(`/media/${name}.jpg`, { Range: "bytes=50-60" })).status).toBe(416)
})

test("a browser that has the picture gets 304", async () => {
  const { headers } = await ask(`/media/${name}.jpg`)
  const etag = String(headers.etag)
  const modified = String(headers["last-modified"])
  expect((await ask(`/media/${name}.jpg`, { "If-None-Match": etag })).status).toBe(304)
  expect((await ask(`/media/${name}.jpg`, { "If-Modified-Since": modified })).status).toBe(304)
  expect((await ask(`/media/${name}.jpg`, { "If-Match": '"another"' })).status).toBe(412)
})

test("a HEAD request is answered without the picture, any other method is refused", async () => {
  expect(await ask(`/media/${name}.jpg`, {}, "HEAD")).toMatchObject({ status: 200, text: "" })
  expect(await ask(`/media/${name}.jpg`, {}, "DELETE")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } })
})

test.each([
  "/media/",
  "/media",
  "/media/nothing-160.jpg",
  `/media/${name.replace("0", "f")}.jpg`,
  "/media/.unfinished.part",
  "/media/notes.html",
  "/media/../secret.txt",
  "/media/..%2fsecret.txt",
  "/media/%2e%2e/secret.txt",
  "/media/%00",
  "/media/%ff",
])("%s does not exist", async (path) => {
  const { status, headers, text } = await ask(path)
  expect([status, text]).toEqual([404, "Not Found"])
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8")
  expect(headers["cache-control"]).toBeUndefined()
})
