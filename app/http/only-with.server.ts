import { failure } from "./answer.server"
import type { Endpoint } from "./endpoints.server"

/** Calls that exist with one kind of gateway only: with the other one nobody knows the path. */
export function onlyWith(kind: "stripe" | "sandbox", endpoint: Endpoint): Endpoint {
  const guarded = async (args: Parameters<Endpoint>[0]) => {
    if (args.context.shop.payments.kind === kind) return endpoint(args)
    return failure("There is no such call", 404)
  }
  return Object.assign(guarded, { calls: endpoint.calls, gateway: kind })
}
