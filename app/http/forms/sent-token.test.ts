import { describe, expect, test } from "vitest"
import { readSentToken } from "./sent-token.server"

const TOKEN = "abcdefghij-_0123456789"

function formOf(body: string | ReadableStream<Uint8Array>, type = "application/x-www-form-urlencoded"): Request {
  const init = { method: "POST", body, headers: { "Content-Type": type }, duplex: "half" }
  return new Request("http://shop.test/update", init as RequestInit)
}

const multipart = (...lines: string[]) =>
  formOf(["--x", ...lines, "", TOKEN, "--x--", ""].join("\r\n"), "multipart/form-data; boundary=x")

describe("the token at the start of a form", () => {
  test.each([
    ["as all browsers send it", () => formOf(`sent=${TOKEN}&name=Ada`)],
    ["without other fields", () => formOf(`sent=${TOKEN}`)],
    ["with files", () => multipart('Content-Disposition: form-data; name="sent"')],
    [
      "with files, in lynx",
      () => multipart('Content-Disposition: form-data; name="sent"', "Content-Type: text/plain; charset=utf-8"),
    ],
  ])("is read %s, and the form can still be read", async (_, open) => {
    const form = open()
    expect(await readSentToken(form)).toBe(TOKEN)
    expect((await form.formData()).get("sent")).toBe(TOKEN)
  })

  test.each([
    ["no body", () => new Request("http://shop.test/", { method: "POST" })],
    ["another first field", () => formOf(`name=${TOKEN}`)],
    ["a field whose name ends like it", () => formOf(`x-sent=${TOKEN}`)],
    ["data of a program", () => formOf(`{"sent":"${TOKEN}"}`, "application/json")],
  ])("is missing in %s", async (_, open) => {
    expect(await readSentToken(open())).toBe("")
  })

  test("is read from parts, and nothing after it is waited for", async () => {
    const parts = ["se", `nt=${TOKEN}&comment=`, "a".repeat(3_000)].map((text) => new TextEncoder().encode(text))
    let asked = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts[asked++]
        if (part) controller.enqueue(part)
        else return new Promise(() => {})
      },
    })
    expect(await readSentToken(formOf(body))).toBe(TOKEN)
  })
})
