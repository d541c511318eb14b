import type { ServerBuild } from "@remix-run/node"
import type { Shop } from "~/domain/shop"
import type { Call, Method } from "~/http/doorways/call"
import type { Endpoint } from "~/http/doorways/endpoints.server"

/** The path in a form such as `/api/v1/product/{id}` */
export interface ServedCall {
  path: string
  method: Method
  call: Call
}

/** Collects the calls from the served routes. */
export function servedCalls({ routes }: ServerBuild, shop: Shop): ServedCall[] {
  return Object.values(routes).flatMap((route) => {
    const endpoint = route?.module.loader
    if (!route?.path?.startsWith("api/v1/") || !isEndpoint(endpoint)) return []
    if (endpoint.gateway && endpoint.gateway !== shop.payments.kind) return []
    const path = `/${route.path.replace(/:(\w+)/g, "{$1}")}`
    return Object.entries(endpoint.calls).map(([method, call]) => ({ path, method: method as Method, call }))
  })
}

function isEndpoint(loader: unknown): loader is Endpoint {
  return typeof loader === "function" && "calls" in loader
}
