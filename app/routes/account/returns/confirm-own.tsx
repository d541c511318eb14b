// /order/:id/withdrawal/:return
import { useLoaderData } from "@remix-run/react"
import { confirmOwn, findOwnDeclared } from "~/domain/returns/confirm-withdrawal.server"
import { noFields, orderForm } from "~/http/doorways/form.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import { DeclaredStatement } from "./declared-statement"

export const meta = title("Confirm your withdrawal")

export const loader = orderPage(({ shop, actor, id, params }) => findOwnDeclared(shop, actor, id, params.return ?? ""))

export const action = orderForm(noFields, async ({ shop, actor, id, params, redirectWithSuccess }) => {
  await confirmOwn(shop, actor, id, params.return ?? "")
  return redirectWithSuccess(paths.order(id), "Your withdrawal is confirmed")
})

export default function ConfirmOwn() {
  return <DeclaredStatement declared={useLoaderData<typeof loader>()} />
}
