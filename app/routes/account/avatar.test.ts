import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { openS3Media } from "~/adapters/s3-media.server"
import { type S3Server, startS3Server } from "~/adapters/testing/s3-server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"

const MB = 1024 * 1024
const keys = { accessKeyId: "shop", secretAccessKey: "secret", region: "us-east-1", bucket: "pictures" }
let store: S3Server
let server: TestServer
let visitor: TestBrowser
beforeAll(async () => {
  store = await startS3Server(keys)
  const media = openS3Media({ ...keys, endpoint: store.url, forcePathStyle: true, baseUrl: "https://cdn.test" })
  server = await openTestServer({ media })
})
afterAll(async () => {
  await server.close()
  await store.close()
})
beforeEach(async () => {
  const { email } = await aMember(server.shop)
  visitor = server.visitor()
  await visitor.post("/login", { email, password: PASSWORD })
})

async function update(avatar: BlobPart, name = "me.png") {
  const body = new FormData()
  body.append("name", "Typed & kept")
  body.append("email", `${crypto.randomUUID()}@shop.example`)
  body.append("password", PASSWORD)
  body.append("avatar", new File([avatar], name, { type: "image/png" }))
  const answer = await visitor.send("/update", { method: "POST", body, headers: { Origin: server.url } })
  return { status: answer.status, page: await answer.text() }
}
const account = async () => (await visitor.get("/account")).text()

test("an avatar is shown on the profile, small and from the address of the store", async () => {
  const picture = await encodedAs("jpeg", samplePicture(1000, 1000))
  expect((await update(new Uint8Array(picture))).status).toBe(303)
  expect(await account()).toMatch(/srcset="https:\/\/cdn\.test\/[0-9a-f]{32}-160\.jpg 160w, .* sizes="128px"/i)
})

test.each([
  ["an SVG drawing under another name", "<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG drawings cannot be uploaded"],
  ["a web page", "<!doctype html><script>alert(1)</script>", "This file is a web page, not a picture"],
  ["a file of no bytes", "", "This file is empty"],
])("%s is refused with the reason, and the other values stay", async (_, content, reason) => {
  const { status, page } = await update(content)
  expect(status).toBe(400)
  expect(page).toContain(reason)
  expect(page).toContain('value="Typed &amp; kept"')
  expect(await account()).not.toContain("Typed")
})

test("a picture of 21 MB is refused with the limit, and the other values stay", async () => {
  const { status, page } = await update(new Uint8Array(21 * MB))
  expect(status).toBe(413)
  expect(page).toContain("A file may have at most 20 MB")
  expect(page).toContain('value="Typed &amp; kept"')
})

test("a store that fails is reported, nothing changes, and the other values stay", async () => {
  const picture = new Uint8Array(await encodedAs("jpeg", samplePicture(300, 300)))
  store.behaviour = "failing"
  const { status, page } = await update(picture)
  store.behaviour = "well"
  expect(status).toBe(503)
  expect(page).toContain("Pictures cannot be saved right now: their store reported an error")
  expect(page).toContain('value="Typed &amp; kept"')
  expect(await account()).not.toContain("Typed")
})

test("a store that does not respond is given up within 15 seconds", async () => {
  const picture = new Uint8Array(await encodedAs("jpeg", samplePicture(300, 300)))
  store.behaviour = "silent"
  const started = performance.now()
  const { status, page } = await update(picture)
  store.behaviour = "well"
  expect(performance.now() - started).toBeLessThan(15_000)
  expect(status).toBe(503)
  expect(page).toContain("Pictures cannot be saved right now: their store does not answer in time")
})

test("a store that responds after seconds has the picture, and the account shows it", async () => {
  const picture = new Uint8Array(await encodedAs("jpeg", samplePicture(300, 300)))
  store.delay = 2_000
  const { status } = await update(picture)
  store.delay = 0
  expect(status).toBe(303)
  expect(await account()).toContain("Typed")
})
