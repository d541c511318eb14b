// /withdraw/confirm
import { useLoaderData } from "@remix-run/react"
import { confirmByLink, findDeclared } from "~/domain/returns/confirm-withdrawal.server"
import { form, noFields } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { title } from "~/ui/shell/title"
import { DeclaredStatement } from "./declared-statement"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Confirm your withdrawal")

export const loader = page(async ({ shop, request, context }) =>
  findDeclared(shop, await context.withdrawalCookie.read(request)),
)

export const action = form(noFields, async ({ shop, request, context, setCookie, redirect }) => {
  await confirmByLink(shop, await context.withdrawalCookie.read(request))
  setCookie(await context.withdrawalCookie.write(null))
  return redirect("/withdraw?confirmed")
})

export default function ConfirmDeclared() {
  return <DeclaredStatement declared={useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return (
    <ExpiredLink
      title="This link has been used"
      lead="Your withdrawal is already confirmed, or the link is incomplete."
    >
      <ButtonLink to="/order/links" wide>
        Find an order made without an account
      </ButtonLink>
      <ButtonLink to="/orders" variant="secondary" wide>
        My Orders
      </ButtonLink>
    </ExpiredLink>
  )
}
