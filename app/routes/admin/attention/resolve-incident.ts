// /admin/attention/payment/:id
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { resolveIncident } from "~/domain/payments/incident-list.server"
import { redirectToAttention, resolveAttention } from "./attention-action.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/route-error"

export function loader(args: LoaderFunctionArgs) {
  return redirectToAttention(args)
}

export function action(args: ActionFunctionArgs) {
  return resolveAttention(args, resolveIncident, "Settled")
}
