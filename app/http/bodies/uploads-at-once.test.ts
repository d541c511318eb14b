import { once } from "node:events"
import { type ClientRequest, request } from "node:http"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"

const MB = 1024 * 1024
let server: TestServer
let ada: TestBrowser
let adminBrowser: TestBrowser
let picture: File
const open = new Set<ClientRequest>()

beforeAll(async () => {
  server = await openTestServer()
  ada = await server.signedIn(await aMember(server.shop, { name: "Ada", email: "ada@shop.example" }))
  adminBrowser = await server.signedIn(await anAdmin(server.shop))
  const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
  const content = Buffer.concat([await pixels.jpeg().toBuffer(), Buffer.alloc(3 * MB)])
  picture = new File([new Uint8Array(content)], "picture.jpg", { type: "image/jpeg" })
})

afterEach(() => {
  for (const outgoing of open) outgoing.destroy()
  open.clear()
})
afterAll(() => server?.close())

/** Starts a registration with pictures from an address, declares 19 MB, and never ends it. */
async function beginUpload(from: string, megabytes: number): Promise<ClientRequest> {
  const { port } = new URL(server.url)
  const headers = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": 19 * MB, Origin: server.url }
  const outgoing = request({
    host: "127.0.0.1",
    port,
    localAddress: from,
    method: "POST",
    path: "/login?register=",
    headers,
    agent: false,
  })
  open.add(outgoing.on("error", () => {}))
  const part = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
  for (let left = megabytes; left > 0; left -= 6) {
    outgoing.write(left === megabytes ? part : `\r\n${part}`)
    outgoing.write(Buffer.alloc(Math.min(6, left) * MB))
  }
  await once(outgoing, "socket")
  return outgoing
}

async function post(browser: TestBrowser, path: string, fields: Record<string, string | File>): Promise<number> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return (await browser.send(path, { method: "POST", body, headers: { Origin: server.url } })).status
}

/** Waits until the server has accepted as much as it has memory for, and accepts nothing more. */
async function waitUntilIdle(): Promise<void> {
  const taken = () =>
    [...open].reduce((sum, { socket }) => sum + (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0), 0)
  for (let before = -1; before < 32 * MB || before !== taken(); ) {
    before = taken()
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
}

let visitors = 0
const register = () => {
  const email = `visitor${++visitors}@shop.example`
  return post(server.visitor(), "/login?register=", { name: "Vi", email, password: PASSWORD, avatar: picture })
}
const login = () => post(server.visitor(), "/login", { email: "ada@shop.example", password: PASSWORD })
const changePicture = () => post(ada, "/update", { name: "Ada", email: "ada@shop.example", avatar: picture })
const publish = () => {
  const fields = { name: "Mug", price: "12", desc: "A mug", category: "Kitchen", stock: "3" }
  return post(adminBrowser, "/admin/product", { ...fields, images: picture })
}

describe("endless uploads", () => {
  test("block no one as long as they only declare a large size", async () => {
    for (let at = 0; at < 40; at++) await beginUpload(`127.0.0.${2 + (at % 4)}`, 0.2)
    expect(await Promise.all([register(), login(), changePicture(), publish()])).toEqual([303, 303, 303, 303])
  })

  test("of anonymous visitors delay only uploads of anonymous visitors", async () => {
    for (let at = 2; at <= 6; at++) await beginUpload(`127.0.0.${at}`, 12)
    await waitUntilIdle()
    const keepSending = setInterval(() => {
      for (const outgoing of open) outgoing.write(Buffer.alloc(MB / 8))
    }, 500)
    let answered = 0
    const waiting = register().then((status) => {
      answered = status
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await Promise.all([login(), changePicture(), publish()])).toEqual([303, 303, 303])
    expect(answered).toBe(0)
    clearInterval(keepSending)
    for (const outgoing of open) outgoing.destroy()
    await waiting
    expect(answered).toBe(303)
  })

  test("of anonymous visitors that stop are cut off as soon as someone waits for their memory", async () => {
    for (let at = 2; at <= 3; at++) await beginUpload(`127.0.0.${at}`, 18)
    await waitUntilIdle()
    expect(await register()).toBe(303)
  })
})

test("a large body is refused unread where no file is expected", async () => {
  const body = new FormData()
  body.append("email", new File([new Uint8Array(2 * MB)], "large.txt"))
  const answer = await server.visitor().send("/login", { method: "POST", body, headers: { Origin: server.url } })
  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain("This request is too large")
})

test("a client without permission is refused before anything is read", async () => {
  expect(await post(server.visitor(), "/admin/product", { name: "Mug", images: picture })).toBe(302)
  expect(await post(ada, "/admin/product", { name: "Mug", images: picture })).toBe(302)
})
