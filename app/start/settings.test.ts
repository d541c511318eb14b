import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { parseSettings, SettingsError } from "./settings.server"

const external = {
  DATABASE_URL: "postgres://shop:secret@db.example/shop",
  SESSION_SECRET: "a long enough secret",
}
const stripe = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2",
}

describe("the configuration", () => {
  test("is optional: missing settings use embedded parts", () => {
    expect(parseSettings({})).toMatchObject({
      port: 3000,
      databaseUrl: null,
      poolMax: 10,
      sessionSecrets: null,
      stripe: null,
      s3: null,
      smtpUrl: null,
      admin: null,
      trustProxy: 0,
      maxStaleness: 500,
      shopName: null,
      contextMenu: "blocked",
      personalPages: "assembled",
    })
  })

  test("listens only on this machine until the shop is public", () => {
    expect(parseSettings({}).host).toBe("127.0.0.1")
    expect(parseSettings({ APP_URL: "http://shop.example" }).host).toBe("127.0.0.1")
    expect(parseSettings({ APP_URL: "https://shop.example" }).host).toBeNull()
    for (const HOST of ["0.0.0.0", "::1", "::", "shop.internal"]) {
      expect(parseSettings({ APP_URL: "https://shop.example", HOST }).host).toBe(HOST)
    }
    for (const HOST of ["http://0.0.0.0", "0.0.0.0:80", "a b", "-_-", "1".repeat(300)]) {
      expect(errorsOf({ HOST })).toContain("HOST")
    }
  })

  test("accepts the origin of a CDN, and on this machine one without TLS", () => {
    expect(parseSettings({ ASSET_BASE_URL: "https://cdn.example/" }).assetHost).toBe("https://cdn.example")
    expect(parseSettings({ ASSET_BASE_URL: "http://localhost:9000" }).assetHost).toBe("http://localhost:9000")
  })

  test("treats an empty variable like a missing one", () => {
    expect(parseSettings({ DATABASE_URL: "", PORT: " " }).port).toBe(3000)
  })

  test("reads every secret of a rotation", () => {
    const settings = parseSettings({
      ...external,
      ...stripe,
      SESSION_SECRET: "the newest of secrets, the oldest of secrets",
    })
    expect(settings.sessionSecrets).toEqual(["the newest of secrets", "the oldest of secrets"])
    expect(settings.stripe?.webhookSecrets).toEqual(["whsec_1", "whsec_2"])
  })

  test("mails every address of the shop, and shows shoppers the first", () => {
    const { shopEmail, owners, mailFrom } = parseSettings({ SHOP_EMAIL: "hello@shop.example, packer@shop.example" })
    expect([shopEmail, owners]).toEqual(["hello@shop.example", ["hello@shop.example", "packer@shop.example"]])
    expect(mailFrom).toBeNull()
    const smtp = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "hello@shop.example" }
    expect(parseSettings({}).owners).toEqual(["hello@shop.test"])
    expect(parseSettings(smtp).owners).toEqual([])
    expect(errorsOf({ SHOP_EMAIL: "hello@shop.example, nobody" })).toMatch(/^SHOP_EMAIL must/)
  })

  test("reads email addresses like forms, with domains in all alphabets", () => {
    const { owners } = parseSettings({ SHOP_EMAIL: "\u200etom&jerry@bücher.example\u00a0, sales/eu@shop.example" })
    expect(owners).toEqual(["tom&jerry@xn--bcher-kva.example", "sales/eu@shop.example"])
    expect(errorsOf({ ADMIN_EMAIL: "ada@localhost" })).toBe("ADMIN_EMAIL must be an e-mail address")
    expect(errorsOf({ ADMIN_EMAIL: "ada lovelace@shop.example" })).toBe(
      "ADMIN_EMAIL must be an e-mail address: the 4th character, a space, cannot be used",
    )
  })

  test("reports all invalid values together", () => {
    const wrong = {
      PORT: "80x",
      APP_URL: "shop.example",
      SHOP_EMAIL: "nobody",
      LOG_LEVEL: "loud",
      CONTEXT_MENU: "maybe",
    }
    for (const name of Object.keys(wrong)) expect(errorsOf(wrong)).toContain(name)
  })

  test.each([
    [
      "a database without a session secret",
      { DATABASE_URL: external.DATABASE_URL, PAYMENTS: "sandbox" },
      "SESSION_SECRET",
    ],
    ["a database without a word on payments", external, "PAYMENTS"],
    ["a third of Stripe", { STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_WEBHOOK_SECRET"],
    ["Stripe asked for without keys", { PAYMENTS: "stripe" }, "STRIPE_SECRET_KEY"],
    ["a bucket without keys", { S3_BUCKET: "pictures" }, "S3_SECRET_ACCESS_KEY"],
    ["SMTP without a sender", { SMTP_URL: "smtp://mail.example" }, "MAIL_FROM"],
    ["an administrator without a password", { ADMIN_EMAIL: "ada@shop.test" }, "ADMIN_PASSWORD"],
    [
      "an administrator's password that is too short",
      { ADMIN_EMAIL: "ada@shop.test", ADMIN_PASSWORD: "short" },
      "ADMIN_PASSWORD",
    ],
    ["an address with a path", { APP_URL: "https://shop.example/shop" }, "APP_URL"],
    ["a way past a pooler that is not there", { DATABASE_DIRECT_URL: external.DATABASE_URL }, "DATABASE_URL"],
    ["replicas of nothing", { DATABASE_READ_URL: external.DATABASE_URL }, "DATABASE_URL"],
    ["a replica that is none", { DATABASE_READ_URL: "postgres://one.example/shop, two.example" }, "DATABASE_READ_URL"],
    ["files from a path of a CDN", { ASSET_BASE_URL: "https://cdn.example/shop" }, "ASSET_BASE_URL"],
    ["files that come unprotected", { ASSET_BASE_URL: "http://cdn.example" }, "ASSET_BASE_URL"],
    ["a secret that can be guessed", { SESSION_SECRET: "short" }, "SESSION_SECRET"],
  ])("refuses %s", (_, environment, name) => {
    expect(errorsOf(environment)).toContain(name)
  })

  test("uses the sandbox with an external database only on request", () => {
    expect(parseSettings({ ...external, PAYMENTS: "sandbox" }).stripe).toBeNull()
    expect(parseSettings({ ...external, ...stripe }).stripe?.secretKey).toBe("sk_test_1")
  })

  test("is explained in .env.example, variable by variable", () => {
    const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8")
    const source = readFileSync(new URL("./settings.server.ts", import.meta.url), "utf8")
    const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(25)
    expect(names.filter((name) => !example.includes(`${name}=`))).toEqual([])
  })
})

function errorsOf(environment: Record<string, string>): string {
  try {
    parseSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return ""
}
