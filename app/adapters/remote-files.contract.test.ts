import type { IncomingMessage, ServerResponse } from "node:http"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { isPublicAddress, openRemoteFiles } from "./remote-files.server"
import { startHttpsServer, testCertificate } from "./testing/https-server"

type Respond = (request: IncomingMessage, response: ServerResponse) => void

let server: Awaited<ReturnType<typeof startHttpsServer>>
const requests: string[] = []
const responses: Record<string, Respond> = {
  "/picture.jpg": (_, response) => response.end(Buffer.alloc(3_000, 7)),
  "/large.jpg": (_, response) => {
    response.writeHead(200)
    response.end(Buffer.alloc(20_001))
  },
  "/announced.jpg": (_, response) => {
    response.writeHead(200, { "Content-Length": 50_000_000 })
    response.write("begun")
  },
  "/silent.jpg": () => {},
  "/endless.jpg": (_, response) => {
    response.write("begun")
  },
  "/headers.jpg": ({ headers }, response) => response.end(JSON.stringify(headers)),
}
const redirects: Record<string, string> = {
  "/once.jpg": "/picture.jpg",
  "/twice.jpg": "/once.jpg",
  "/thrice.jpg": "/twice.jpg",
  "/too-often.jpg": "/thrice.jpg",
  "/elsewhere.jpg": "https://other.example:PORT/picture.jpg",
  "/inside.jpg": "https://trap.example:PORT/picture.jpg",
  "/plain.jpg": "http://pictures.example/picture.jpg",
  "/metadata.jpg": "https://169.254.169.254/latest",
  "/file.jpg": "file:///etc/passwd",
}
/** The test's own names; one resolves to a private address. */
const names: Record<string, string[]> = {
  "pictures.example": ["127.0.0.1"],
  "other.example": ["127.0.0.1"],
  "trap.example": ["127.0.0.2"],
  "both.example": ["127.0.0.1", "127.0.0.2"],
}
let resolved: string[] = []

beforeAll(async () => {
  server = await startHttpsServer((request, response) => {
    const { url = "", headers } = request
    requests.push(`${headers.host?.split(":")[0]}${url}`)
    const location = redirects[url]?.replace("PORT", String(server.port))
    if (location) response.writeHead(302, { Location: location }).end()
    else (responses[url] ?? ((_, missing) => missing.writeHead(404).end()))(request, response)
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests.length = 0
  resolved = []
})

const resolve = async (host: string) => {
  resolved.push(host)
  return (names[host] ?? []).map((address) => ({ address, family: 4 }))
}
const open = (options: Parameters<typeof openRemoteFiles>[0] = {}) =>
  openRemoteFiles({
    ...{ resolve, isAllowed: (address: string) => address === "127.0.0.1", port: server.port, ca: testCertificate },
    ...options,
  })
const read = (path: string, host = "pictures.example", files = open()) =>
  files.read(`https://${host}:${server.port}${path}`, { maxBytes: 20_000 })

describe("a remote file", () => {
  test("is read after at most three redirects, each resolved again", async () => {
    expect(await read("/picture.jpg")).toHaveLength(3_000)
    expect(await read("/thrice.jpg")).toHaveLength(3_000)
    expect(await read("/elsewhere.jpg")).toHaveLength(3_000)
    expect(resolved).toEqual([...Array(6).fill("pictures.example"), "other.example"])
    await expect(read("/too-often.jpg")).rejects.toThrow("redirects too often")
  })

  test("is requested without cookies, credentials or a referrer", async () => {
    const sent = JSON.parse(Buffer.from(await read("/headers.jpg")).toString())
    expect(Object.keys(sent).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"])
  })

  test.each([
    ["/inside.jpg", "trap.example is not a public server"],
    ["/metadata.jpg", "Only the usual port"],
    ["/plain.jpg", "begin with https://"],
    ["/file.jpg", "begin with https://"],
  ])("is not read from a forbidden address: %s", async (path, words) => {
    await expect(read(path)).rejects.toThrow(words)
    expect(requests).toEqual([`pictures.example${path}`])
  })

  test.each([["trap.example"], ["both.example"], ["nowhere.example"], ["127.0.0.2"], ["0x7f.2"], ["[::1]"]])(
    "of %s is refused before anything is sent",
    async (host) => {
      await expect(read("/picture.jpg", host)).rejects.toThrow("is not a public server")
      expect(requests).toEqual([])
    },
  )

  test("is read from the address that was checked, even if the name resolves to another one afterwards", async () => {
    let turns = 0
    const files = open({ resolve: async () => [{ address: turns++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }] })
    expect(await read("/picture.jpg", "trap.example", files)).toHaveLength(3_000)
    expect(turns).toBe(1)
  })

  test.each([
    ["ftp://pictures.example/a.jpg", "begin with https://"],
    ["http://pictures.example/a.jpg", "begin with https://"],
    ["https://me:secret@pictures.example/a.jpg", "contains a password"],
    ["https://pictures.example:8443/a.jpg", "usual port"],
    ["picture.jpg", "not the address of a file"],
    [`https://pictures.example/${"a".repeat(2_000)}`, "not the address of a file"],
  ])("is read from a public address: %s", async (address, words) => {
    await expect(open({ port: 443 }).read(address, { maxBytes: 10 })).rejects.toThrow(words)
    expect(resolved).toEqual([])
  })

  test("is not read beyond its size or its time", async () => {
    await expect(read("/large.jpg")).rejects.toThrow("The file has more than")
    await expect(read("/announced.jpg")).rejects.toThrow("The file has more than")
    const impatient = open({ timeout: 200 })
    await expect(read("/silent.jpg", "pictures.example", impatient)).rejects.toThrow("took too long")
    await expect(read("/endless.jpg", "pictures.example", impatient)).rejects.toThrow("took too long")
    const unresolved = open({ timeout: 200, resolve: () => new Promise(() => {}) })
    await expect(read("/picture.jpg", "pictures.example", unresolved)).rejects.toThrow("took too long")
  })

  test("that is missing, or whose server has an untrusted certificate, is refused with a message", async () => {
    await expect(read("/none.jpg")).rejects.toThrow("status 404")
    await expect(read("/picture.jpg", "pictures.example", open({ ca: undefined }))).rejects.toThrow("cannot be reached")
  })

  test("is aborted when the work ends", async () => {
    const ending = new AbortController()
    const reading = open().read(`https://pictures.example:${server.port}/silent.jpg`, {
      maxBytes: 10,
      signal: ending.signal,
    })
    ending.abort(new Error("the process ends"))
    await expect(reading).rejects.toThrow("the process ends")
  })
})

describe("a public address", () => {
  test.each(["93.184.215.14", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"])(
    "is %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    ...["127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    ...["169.254.169.254", "100.64.0.1", "100.127.255.254", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.7"],
    ...["203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0"],
    ...["fc00::1", "fd12:3456::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:7f00:1", "::ffff:93.184.215.14"],
    ...["64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "fec0::1", "4000::1", "::7f00:1"],
    ...["localhost", "", "1.2.3", "2130706433", "0x7f.0.0.1"],
  ])("is not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
