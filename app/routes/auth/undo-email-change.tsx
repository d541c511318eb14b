// /email/undo
import { useLoaderData } from "@remix-run/react"
import { findEmailUndo, undoEmailChange } from "~/domain/accounts/email-undos.server"
import { form, noFields } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Undo the change of your email")

export const loader = page(async ({ shop, request, context }) => {
  const { former } = await findEmailUndo(shop, await context.emailUndoCookie.read(request))
  return { former }
})

export const action = form(noFields, async (ctx) => {
  const { emailUndoCookie, resetCookie } = ctx.context
  const reset = await undoEmailChange(ctx.shop, await emailUndoCookie.read(ctx.request))
  ctx.setCookie(await emailUndoCookie.write(null))
  ctx.setCookie(await resetCookie.write(reset))
  return ctx.redirectWithSuccess("/password/reset", "Your previous email is back. Now choose a new password.")
})

export default function UndoEmailChange() {
  const { former } = useLoaderData<typeof loader>()
  const [form] = useShopForm({ id: "undo" })
  return (
    <CardPage
      title="Undo the change of your email"
      lead={`The email of your account becomes ${former} again. You will be signed out on all devices, and choose a new password.`}
    >
      <ShopForm tool={null} form={form}>
        <SubmitButton wide>Undo the change</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink lead="A link to undo a change of email works once, for three days. If you did not change your email, contact us.">
      <ButtonLink to="/contact" wide>
        Contact us
      </ButtonLink>
    </ExpiredLink>
  )
}
