// /admin/attention/mail/:id
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { retryMail } from "~/domain/mail/failed-mails.server"
import { redirectToAttention, resolveAttention } from "./attention-action.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/route-error"

export function loader(args: LoaderFunctionArgs) {
  return redirectToAttention(args)
}

export function action(args: ActionFunctionArgs) {
  return resolveAttention(args, retryMail, "The email will be sent again")
}
