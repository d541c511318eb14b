import { randomBytes } from "node:crypto"
import type { RequestHandler } from "express"
import helmet from "helmet"
import { failed } from "./answer.server"
import { isApiPath } from "./api-requests.server"

declare global {
  namespace Express {
    interface Locals {
      nonce: string
      requestId: string
    }
  }
}

interface HeaderOptions {
  secure: boolean
  /** Origins of pictures beside the shop's own. */
  imageOrigins: string[]
  stripe: boolean
  /** Origins that forms may lead on to, beside the shop's own. */
  formOrigins: readonly string[]
  development: boolean
}

/** Security headers, with a Content-Security-Policy whose nonce is new for every answer. */
export function securityHeaders({
  secure,
  imageOrigins,
  stripe,
  formOrigins,
  development,
}: HeaderOptions): RequestHandler[] {
  // As Stripe asks for: https://docs.stripe.com/security/guide#content-security-policy
  const stripeScripts = stripe ? ["https://js.stripe.com", "https://*.js.stripe.com"] : []
  const stripeFrames = stripe ? [...stripeScripts, "https://hooks.stripe.com"] : []
  const stripeCalls = stripe ? ["https://api.stripe.com"] : []
  const setNonce: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString("base64")
    next()
  }
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...stripeCalls, ...(development ? ["ws:"] : [])],
        fontSrc: ["'self'", ...(development ? ["data:"] : [])],
        formAction: ["'self'", ...formOrigins],
        frameAncestors: ["'none'"],
        frameSrc: stripeFrames.length > 0 ? stripeFrames : ["'none'"],
        imgSrc: ["'self'", "data:", "blob:", ...imageOrigins],
        manifestSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          ...stripeScripts,
          (_, response) => `'nonce-${(response as unknown as { locals: Express.Locals }).locals.nonce}'`,
        ],
        styleSrc: ["'self'", ...(development || stripe ? ["'unsafe-inline'"] : [])],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  return [setNonce, headers as RequestHandler, exceptions]
}

/**
 * The address of a reset page is a secret that no other address may hear of. A mail shown as HTML carries its styles
 * in itself, and may do nothing else.
 */
const exceptions: RequestHandler = ({ path }, response, next) => {
  if (path.startsWith("/password/reset/")) response.setHeader("Referrer-Policy", "no-referrer")
  if (path.startsWith("/dev/mail/")) {
    response.setHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
  }
  next()
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Refuses writes that another site sends: `Sec-Fetch-Site` decides where the browser says it, else `Origin`; a
 * request without either comes from no browser. Signed webhooks are exempt.
 */
export function refuseCrossSiteWrites(origin: string, exempt: ReadonlySet<string>): RequestHandler {
  const host = new URL(origin).host
  return (request, response, next) => {
    if (SAFE.has(request.method) || exempt.has(request.path)) return next()
    const site = request.get("Sec-Fetch-Site")
    const from = request.get("Origin")
    const allowed =
      site === undefined ? from === undefined || from === origin : site === "same-origin" || site === "none"
    if (!allowed) return sendRefusal(request, response, 403, "This request came from another site and was refused.")
    // Remix compares these two itself, and knows nothing of the shop's address behind a proxy.
    request.headers.host = host
    if (from !== undefined) request.headers.origin = origin
    next()
  }
}

/**
 * Takes the character NUL out of a screen's address: nobody types it, and PostgreSQL cannot look for it. Calls of the
 * API answer it themselves, as they answer every id that cannot be one.
 */
export const refuseNulInAddress: RequestHandler = (request, response, next) => {
  const { originalUrl, method } = request
  if (isApiPath(request.path) || !originalUrl.includes("%00")) return next()
  if (method !== "GET" && method !== "HEAD") return sendRefusal(request, response, 400, "This address is not valid.")
  // Never two slashes in front: what follows them would be another site.
  response.redirect(302, originalUrl.replaceAll("%00", "").replace(/^[/\\]+/, "/"))
}

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i

/** Refuses a malformed `Host`, which the layers beneath answer with an error of their own. */
export const refuseMalformedHost: RequestHandler = (request, response, next) => {
  if (!HOST.test(request.get("Host") ?? "")) {
    if (isApiPath(request.path)) return sendRefusal(request, response, 400, "The Host of this request is not valid.")
    return void response.status(400).type("text").send("Bad Request")
  }
  delete request.headers["x-forwarded-host"]
  next()
}

/** A refusal before any route: the envelope for API clients, a sentence for people. */
export function sendRefusal(
  request: Parameters<RequestHandler>[0],
  response: Parameters<RequestHandler>[1],
  status: number,
  message: string,
): void {
  if (isApiPath(request.path)) {
    response.status(status).set("Cache-Control", "no-store").json(failed(message))
    return
  }
  response
    .status(status)
    .type("html")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title><h1>${message}</h1><p><a href="/">Back to the shop</a></p></html>`,
    )
}
