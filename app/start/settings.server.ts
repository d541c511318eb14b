import { isIP } from "node:net"
import { z } from "zod"
import { isPublicKey } from "~/backup/backup-keys"
import { DEFAULT_EMAIL } from "~/domain/settings/settings"
import {
  address,
  assetHost,
  atMostTen,
  backupKey,
  databaseAddress,
  email,
  flag,
  listOf,
  origin,
  text,
  wholeNumber,
} from "./setting-values"

const LOOPBACK = "127.0.0.1"

export class SettingsError extends Error {
  override readonly name = "SettingsError"
}

const Environment = z.object({
  NODE_ENV: text.optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text
    .refine(
      (value) => isIP(value) > 0 || /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value),
      "must be an address of this machine such as 0.0.0.0",
    )
    .optional(),
  APP_URL: origin.optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_NAMED_STATEMENTS: flag.default(true),
  DATABASE_READ_URL: atMostTen(listOf(databaseAddress, "must be addresses of databases")).optional(),
  DATABASE_POOL_MAX: wholeNumber(2, 500).default(10),
  DATA_DIR: text.optional(),
  SESSION_SECRET: listOf(z.string().min(16), "needs at least 16 characters in every secret").optional(),
  STRIPE_SECRET_KEY: text.regex(/^(sk|rk)_/, "must begin with sk_ or rk_").optional(),
  STRIPE_PUBLISHABLE_KEY: text.regex(/^pk_/, "must begin with pk_").optional(),
  STRIPE_WEBHOOK_SECRET: listOf(z.string().startsWith("whsec_"), "must begin with whsec_").optional(),
  STRIPE_API_BASE: origin.optional(),
  PAYMENTS: z.enum(["sandbox", "stripe"]).optional(),
  SANDBOX_DELAY_MS: wholeNumber(0, 10_000).default(0),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default("us-east-1"),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  MEDIA_BASE_URL: address(/^https?:$/, "https://cdn.example/media").optional(),
  ASSET_BASE_URL: assetHost.optional(),
  SMTP_URL: address(/^smtps?:$/, "smtp://user:password@host:587").optional(),
  MAIL_FROM: text.optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").max(128).optional(),
  DEMO_CATALOGUE: z.enum(["on", "off"]).optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  MAX_STALENESS_MS: wholeNumber(0, 900).default(500),
  SHOP_NAME: text.max(60).optional(),
  SHOP_EMAIL: atMostTen(listOf(email, "must be e-mail addresses")).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  METRICS_TOKEN: text
    .min(16, "needs at least 16 characters")
    .max(200)
    .regex(/^[!-~]+$/, "must be letters, digits and signs without spaces")
    .optional(),
  CONTEXT_MENU: z.enum(["blocked", "allowed"]).default("blocked"),
  PERSONAL_PAGES: z.enum(["assembled", "whole"]).default("assembled"),
  BACKUP_KEY: backupKey.optional(),
  BACKUP_SIGNING_KEY: backupKey
    .refine((key) => !isPublicKey(key), "must be a secret key: anyone with a public key could sign with it")
    .optional(),
})

type Environment = z.infer<typeof Environment>

/** `null` selects the embedded default. */
export type Settings = ReturnType<typeof toSettings>

export const settingNames: string[] = Object.keys(Environment.shape)

/** @throws SettingsError with a line for every wrong or missing variable; an empty one counts as absent */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"))
  }
  const problems = contradictions(parsed.data)
  if (problems.length > 0) throw new SettingsError(problems.join("\n"))
  return toSettings(parsed.data)
}

function contradictions(env: Environment): string[] {
  const stripe = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const
  const anyStripe = stripe.some((name) => env[name])
  const wantsStripe = env.PAYMENTS === "stripe" || (anyStripe && env.PAYMENTS !== "sandbox")
  const problems: string[] = []
  const need = (names: readonly (keyof Environment)[], because: string) => {
    for (const name of names) if (env[name] === undefined) problems.push(`${name} is missing: ${because}`)
  }
  if (wantsStripe) need(stripe, "the three Stripe variables belong together")
  if (env.DATABASE_URL) {
    need(["SESSION_SECRET"], "with DATABASE_URL every process must sign with the same secret")
    if (!wantsStripe && env.PAYMENTS !== "sandbox") {
      problems.push("PAYMENTS is missing: set the Stripe variables, or PAYMENTS=sandbox to sell without moving money")
    }
  }
  if (env.DATABASE_DIRECT_URL) need(["DATABASE_URL"], "DATABASE_DIRECT_URL is the way past its pooler")
  if (env.DATABASE_READ_URL) need(["DATABASE_URL"], "DATABASE_READ_URL are its replicas")
  if (env.S3_BUCKET) need(["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], "S3_BUCKET is set")
  if (env.SMTP_URL && !env.SHOP_EMAIL) need(["MAIL_FROM"], "SMTP_URL is set")
  if (env.ADMIN_EMAIL) need(["ADMIN_PASSWORD"], "ADMIN_EMAIL is set")
  if (env.ADMIN_PASSWORD) need(["ADMIN_EMAIL"], "ADMIN_PASSWORD is set")
  return problems
}

function toSettings(env: Environment) {
  return {
    production: env.NODE_ENV === "production",
    port: env.PORT,
    /** `null` means every interface; without https only this machine may connect. */
    host: env.HOST ?? (env.APP_URL?.startsWith("https:") ? null : LOOPBACK),
    /** Absent until the port is known */
    appUrl: env.APP_URL ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    /** The address that bypasses the pooler of `databaseUrl`, for work that needs a session */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    databaseReadUrls: env.DATABASE_READ_URL ?? [],
    /** Older poolers do not support prepared statements. */
    namedStatements: env.DATABASE_NAMED_STATEMENTS,
    poolMax: env.DATABASE_POOL_MAX,
    dataDir: env.DATA_DIR ?? null,
    sessionSecrets: env.SESSION_SECRET ?? null,
    stripe: stripeSettings(env),
    /** Milliseconds of every call, to simulate a real gateway */
    sandboxDelay: env.SANDBOX_DELAY_MS,
    s3: s3Settings(env),
    mediaBaseUrl: env.MEDIA_BASE_URL?.replace(/(?<!\/)\/+$/, "") ?? null,
    assetHost: env.ASSET_BASE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    demoCatalogue: env.DEMO_CATALOGUE ?? null,
    /** The number of trusted proxies in front of the shop */
    trustProxy: env.TRUST_PROXY,
    /** Milliseconds for which an ending process still accepts connections, until a balancer notices */
    drainTime: env.DRAIN_SECONDS * 1_000,
    /** Milliseconds; 0 queries the database every time. */
    maxStaleness: env.MAX_STALENESS_MS,
    shopName: env.SHOP_NAME ?? null,
    shopEmail: env.SHOP_EMAIL?.[0] ?? null,
    /** Mails to the placeholder address would bounce over SMTP. */
    owners: env.SHOP_EMAIL ?? (env.SMTP_URL ? [] : [DEFAULT_EMAIL]),
    logLevel: env.LOG_LEVEL,
    contextMenu: env.CONTEXT_MENU,
    personalPages: env.PERSONAL_PAGES,
    /** Unlocks `/metrics` and all of `/readyz`; `null` restricts them to this machine. */
    metricsToken: env.METRICS_TOKEN ?? null,
    backupKeys: { key: env.BACKUP_KEY ?? null, signingKey: env.BACKUP_SIGNING_KEY ?? null },
  }
}

function stripeSettings(env: Environment) {
  if (env.PAYMENTS === "sandbox") return null
  if (!env.STRIPE_SECRET_KEY || !env.STRIPE_PUBLISHABLE_KEY || !env.STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE ?? null,
  }
}

function s3Settings(env: Environment) {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return null
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT ?? null,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
  }
}
