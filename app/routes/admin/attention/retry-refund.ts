// /admin/attention/refund/:id
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { retryRefund } from "~/domain/refunds/retry-refund.server"
import { redirectToAttention, resolveAttention } from "./attention-action.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/route-error"

export function loader(args: LoaderFunctionArgs) {
  return redirectToAttention(args)
}

export function action(args: ActionFunctionArgs) {
  return resolveAttention(args, retryRefund, "Refund requested again")
}
