import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { RequestHandler, Response } from "express"
import helmet from "helmet"
import onHeaders from "on-headers"
import type { PaymentPageSources } from "~/domain/payments/gateway"
import { CROSS_SITE_MESSAGE, isCrossSite } from "~/http/origin/cross-site"
import { isOwnHost, isOwnOrigin } from "~/http/origin/own-host"
import { passkeyFeatureOf } from "~/http/request/passkey-pages"
import type { RequestLogFields } from "~/http/request/request-log-fields"
import type { Site } from "~/ui/shell/site"
import { sendRefusal } from "./send-refusal.server"

declare global {
  namespace Express {
    interface Locals {
      nonce?: string
      inlineScripts: string
      requestId: string
      shopName: string
      site: () => Site
      logFields: RequestLogFields
    }
  }
}

interface HeaderOptions {
  secure: boolean
  assetOrigins: string[]
  imageOrigins: string[]
  paymentSources: PaymentPageSources | null
  development: boolean
}

/** The CSP has a new nonce for every response, or the hashes of a cached one. */
export function securityHeaders(options: HeaderOptions): RequestHandler[] {
  const setNonce: RequestHandler = (_request, response, next) => {
    if (response.locals.inlineScripts === undefined) {
      response.locals.nonce = randomBytes(16).toString("base64")
      response.locals.inlineScripts = `'nonce-${response.locals.nonce}'`
    }
    next()
  }
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: cspDirectives(options) },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: options.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  }) as RequestHandler
  return [setNonce, headers, permissionsHeader, ...paymentPageCsp(options), pathExceptions]
}

function cspDirectives(options: HeaderOptions, page?: PaymentPageSources) {
  const { development, assetOrigins, imageOrigins, secure } = options
  const { scripts = [], frames = ["'none'"], calls = [], forms = [] } = page ?? {}
  return {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'", ...calls, ...(development ? ["ws:"] : [])],
    fontSrc: ["'self'", ...assetOrigins, ...(development ? ["data:"] : [])],
    formAction: ["'self'", ...forms],
    frameAncestors: ["'none'"],
    frameSrc: frames,
    imgSrc: ["'self'", "data:", "blob:", ...new Set([...assetOrigins, ...imageOrigins])],
    manifestSrc: ["'self'"],
    scriptSrc: ["'self'", ...assetOrigins, ...scripts, inlineScriptsOf],
    styleSrc: ["'self'", ...assetOrigins, ...(page || development ? ["'unsafe-inline'"] : [])],
    upgradeInsecureRequests: secure ? [] : null,
  }
}

const inlineScriptsOf = (_request: unknown, response: unknown) =>
  (response as { locals: Express.Locals }).locals.inlineScripts

const PAYMENT_PAGE = /^\/process\/payment\/*$/i

/** Allows the gateway's scripts, frames and styles only on the payment page. */
function paymentPageCsp(options: HeaderOptions): RequestHandler[] {
  const { paymentSources } = options
  if (!paymentSources) return []
  const headers = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: cspDirectives(options, paymentSources),
  }) as RequestHandler
  const payment = `(self "${paymentSources.scripts[0]}")`
  return [
    (request, response, next) => {
      if (!PAYMENT_PAGE.test(request.path)) return next()
      response.setHeader("Permissions-Policy", permissionsPolicy({ payment }))
      headers(request, response, next)
    },
  ]
}

/** https://www.w3.org/TR/permissions-policy */
const UNUSED = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
] as const

function permissionsPolicy(allowed: Partial<Record<(typeof UNUSED)[number], string>> = {}): string {
  return UNUSED.map((feature) => `${feature}=${allowed[feature] ?? "()"}`).join(", ")
}

const NOTHING = permissionsPolicy()

const permissionsHeader: RequestHandler = ({ path }, response, next) => {
  const feature = passkeyFeatureOf(path)
  response.setHeader("Permissions-Policy", feature ? permissionsPolicy({ [feature]: "(self)" }) : NOTHING)
  next()
}

/** Mailed links are secrets, so no `Referer` may carry them. */
const SECRET_PATH = /^\/(?:password\/reset|order\/link|orders\/join|login\/(?:by-)?link|invitation)/i

const pathExceptions: RequestHandler = ({ path }, response, next) => {
  if (SECRET_PATH.test(path)) response.setHeader("Referrer-Policy", "no-referrer")
  if (path.startsWith("/dev/mail/")) {
    response.setHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    )
  }
  next()
}

const documentHeaders = [
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "Permissions-Policy",
  "Referrer-Policy",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Frame-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
]

/** Removes headers that apply only to documents, which add a kilobyte to every script and picture. */
export function removeDocumentHeaders(response: Response) {
  onHeaders(response, () => {
    if (response.statusCode >= 400) return
    for (const name of documentHeaders) response.removeHeader(name)
    response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox")
  })
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

interface CrossSiteOptions {
  shopUrl: string
  trustProxy: number
  exempt: ReadonlySet<string>
}

export function refuseCrossSiteWrites({ exempt, ...options }: CrossSiteOptions): RequestHandler {
  return (request, response, next) => {
    if (SAFE.has(request.method) || exempt.has(request.path)) return next()
    if (isCrossSiteWrite(request, options)) return sendRefusal(request, response, 403, CROSS_SITE_MESSAGE, "crossSite")
    Object.assign(request.headers, ownHeaders(request, options))
    next()
  }
}

type OwnSite = Omit<CrossSiteOptions, "exempt">

export function isCrossSiteWrite({ headers }: IncomingMessage, { shopUrl, trustProxy }: OwnSite): boolean {
  const { host, origin } = headers
  const isOwn = (one: string) => isOwnOrigin(one, host, shopUrl)
  // Without an origin, `same-site` relates to `Host`, which only a trusted proxy may have changed.
  const isHidden = origin === undefined || origin === "null"
  const isRebound = isHidden && headers["sec-fetch-site"] && trustProxy === 0 && !isOwnHost(host, shopUrl)
  return Boolean(isRebound) || isCrossSite((name) => headerOf(headers, name), isOwn)
}

/** Like Express, understands `Referer` in both spellings. */
function headerOf(headers: IncomingMessage["headers"], name: string): string | undefined {
  const value = headers[name.toLowerCase()] ?? (name === "Referer" ? headers.referrer : undefined)
  return value?.toString()
}

/** Remix compares the two without considering proxies. */
export function ownHeaders(
  { headers }: IncomingMessage,
  { shopUrl }: Pick<OwnSite, "shopUrl">,
): Record<string, string> {
  const { host } = new URL(shopUrl)
  return headers.origin === undefined ? { host } : { host, origin: shopUrl }
}
