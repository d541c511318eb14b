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
    info: { title: `${name} API`, version: "1", summary: "The JSON API of the shop.", description: describe(shop) },
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
Every response is an envelope: \`success: true\` and \`status: "success"\` and the contents, or
\`success: false\`, \`status: "error"\` and a \`message\`, one sentence fit for a toast.

Bodies of POST and PUT may be JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`, up to ${MAX_PICTURES_MB} MB in all
and ${MAX_PICTURE_MB} MB a picture of at most 8192 × 6144 pixels. Money is a number of ${currencies[settings.current.pricing.currency].name}; only \`amount\` is in cents.

Signing in sets a session cookie. Calls without permission get 401 or 403.
Cross-site writes from a browser get 403, and so do forms of signed-in browsers that send neither \`Origin\` nor \`Referer\`.

An unknown path gets 404, and an unsupported method gets 405 with \`Allow\`. 429 and 503 say in
\`Retry-After\` when to try again. 500 is an error of the shop; its message ends with the id of the request in the log.

Public data (products, reviews, the public key, this description) has an \`ETag\` and gets 304
if it has not changed.
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
