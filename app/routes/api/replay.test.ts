import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { listMails } from "~/domain/mail/mail-list.server"
import { samplePicture } from "~/domain/media/testing/sample-pictures"
import type { ApiClient } from "~/testing/api/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { anAdmin, PASSWORD } from "~/testing/shop/people.server"
import { catalogueCalls, orderCalls } from "./testing/admin-recording"
import { type RecordedCall, recoveryCalls, shopperCalls } from "./testing/recording"

/** Older HTTP libraries send a form as one, whatever type was requested; newer ones convert it to JSON on request. */
type Library = "sends forms" | "sends forms as asked"

describe.each<Library>(["sends forms", "sends forms as asked"])("a client whose library %s", (library) => {
  let server: ApiServer
  let clients: Record<RecordedCall["actor"], ApiClient>
  const kept: Record<string, string> = {
    password: PASSWORD,
    otherPassword: "staple of a paper clip",
    adminEmail: "keeper@shop.example",
  }

  beforeAll(async () => {
    server = await openApiServer()
    await anAdmin(server.shop, { email: kept.adminEmail })
    clients = { shopper: server.client(), admin: server.client() }
    const picture = samplePicture(200, 200)
    kept.jpeg = `data:image/jpeg;base64,${(await picture.clone().jpeg().toBuffer()).toString("base64")}`
    kept.png = `data:image/png;base64,${(await picture.clone().png().toBuffer()).toString("base64")}`
  })

  afterAll(() => server?.close())

  const replay = async (steps: RecordedCall[]) => {
    for (const step of steps) {
      const [method = "", path = ""] = filled(step.call, kept).split(" ")
      const answer = await clients[step.actor].call(method, path, bodyOf(step, kept, library))
      expect([step.call, answer.status, answer.body]).toEqual([
        step.call,
        step.status ?? 200,
        pattern(filled(step.expects, kept)),
      ])
      for (const [name, place] of Object.entries(step.saves ?? {})) kept[name] = valueAt(answer.body, place)
    }
  }

  test("creates products", () => replay(catalogueCalls))

  test("registers, signs in, buys and reviews", () => replay(shopperCalls))

  test("resets a password by the link in the mail", async () => {
    await sendLink(server.shop, "password-reset", "ada@shop.example")
    const texts = (await listMails(server.shop)).map(({ text }) => text).join()
    kept.token = /password\/reset\/([\w-]+)/.exec(texts)?.[1] ?? ""
    await replay(recoveryCalls)
  })

  test("ships orders, moderates reviews and deletes records", () => replay(orderCalls))
})

function bodyOf(step: RecordedCall, kept: Record<string, string>, library: Library): object | FormData | undefined {
  if (step.json) return filled(step.json, kept)
  if (!step.form) return undefined
  const fields = filled(step.form, kept)
  if (step.contentType === "application/json" && library === "sends forms as asked") return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return form
}

/** Replaces names by the kept values. */
function filled<T extends object | string>(recorded: T, kept: Record<string, string>): T {
  return JSON.parse(JSON.stringify(recorded).replace(/\{(\w+)\}/g, (_, name) => kept[name] ?? `{${name}}`))
}

/** Expects at least these fields, and lists of the same length. */
function pattern(expected: unknown): unknown {
  if (expected === "*") return expect.anything()
  if (Array.isArray(expected)) return expected.map(pattern)
  if (typeof expected !== "object" || expected === null) return expected
  return expect.objectContaining(
    Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, pattern(value)])),
  )
}

function valueAt(body: unknown, place: string): string {
  const value = place.split(".").reduce((inner, step) => (inner as Record<string, unknown>)[step], body)
  return String(value)
}
