import type { GatewayKind } from "~/domain/payments/gateway"
import type { Endpoint } from "../../http/endpoints.server"
import { failure } from "../../http/envelope.server"

/** Calls that exist with one kind of gateway only: with the other one the path is not found. */
export function onlyWithGateway(kind: GatewayKind, endpoint: Endpoint): Endpoint {
  const guarded = async (args: Parameters<Endpoint>[0]) => {
    if (args.context.shop.payments.kind === kind) return endpoint(args)
    return failure("There is no such endpoint", 404)
  }
  return Object.assign(guarded, { calls: endpoint.calls, gateway: kind })
}
