import type { AppLoadContext, ServerBuild } from "@remix-run/node"
import { MAX_PICTURE_MB, MAX_PICTURES_MB } from "~/domain/media/picture-limits"
import { currencies } from "~/domain/money/currency"
import type { Shop } from "~/domain/shop"
import { chapters } from "~/http/doorways/call"
import type { BuildOfRooms } from "~/http/server/rooms-on-demand.server"
import type { Components } from "./json-schema"
import { describeCall, type Operation, withDescriptions } from "./operation"
import { servedCalls } from "./served-calls"

export interface ApiDocument {
  openapi: "3.1.0"
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Components; securitySchemes: Record<string, object> }
}

type CallsOfBuild = Omit<ApiDocument, "openapi" | "info" | "servers">

const known = new WeakMap<ServerBuild, CallsOfBuild>()

/** Describes the calls once per build; the shop's name may change. */
export async function apiDocument({ build, shop, sessionCookie }: AppLoadContext): Promise<ApiDocument> {
  const served: BuildOfRooms = await build()
  await served.rooms?.admin?.()
  const calls = known.get(served) ?? describeCalls(served, shop, sessionCookie.name)
  known.set(served, calls)
  const { name, url } = shop.identity
  return {
    openapi: "3.1.0",
    info: { title: `${name} API`, version: "1", summary: "The shop as JSON.", description: describe(shop) },
    servers: [{ url }],
    ...calls,
  }
}

function describeCalls(build: ServerBuild, shop: Shop, cookieName: string): CallsOfBuild {
  const components: Components = { Failure: failure }
  const paths: ApiDocument["paths"] = {}
  for (const served of servedCalls(build, shop)) {
    paths[served.path] = { ...paths[served.path], [served.method.toLowerCase()]: describeCall(served, components) }
  }
  const schemas = Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, withDescriptions(schema)]),
  )
  return {
    tags: chapters.map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName, description: cookieNote } },
    },
  }
}

const describe = ({ settings }: Shop) =>
  `
Every answer is an envelope: \`success: true\` and \`status: "success"\` with the contents beside them, or
\`success: false\`, \`status: "error"\` and a \`message\`, one sentence fit for a toast.

Bodies of POST and PUT may be JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`, up to ${MAX_PICTURES_MB} MB in all
and ${MAX_PICTURE_MB} MB a picture of at most 8192 × 6144 pixels. Money is a number of ${currencies[settings.current.pricing.currency].name}; only \`amount\` is in cents.

Signing in sets a cookie, and the cookie is the session. Calls that you may not make are answered with 401 or 403 and nothing else.
Writes that another site makes a browser send are refused with 403.

A path that does not exist is answered 404, a method that a path does not have 405 with \`Allow\`. 429 and 503 say in
\`Retry-After\` when another try makes sense. 500 is our fault, and its message ends with the id under which we find it.

What everybody may read (products, reviews, the public key, this description) carries an \`ETag\` and is answered 304
as long as it has not changed.
`
    .trim()
    .replace(/(?<!\n)\n(?!\n)/g, " ")

const cookieNote = "Set by `register`, `login` and `reset/password`; HttpOnly, SameSite=Lax."

const failure = {
  type: "object" as const,
  properties: {
    success: { const: false },
    status: { const: "error" },
    message: { type: "string" as const },
  },
  required: ["success", "status", "message"],
  additionalProperties: false,
  examples: [{ success: false, status: "error", message: "Product not found" }],
}
