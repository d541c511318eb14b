// /password/update
import { useLoaderData } from "@remix-run/react"
import { PasswordChange } from "~/domain/accounts/account"
import { changePassword } from "~/domain/accounts/passwords/change-password.server"
import { assertStrongPassword } from "~/domain/accounts/passwords/passwords.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { signInTo } from "~/http/session/sign-in.server"
import { NewPasswordField, PasswordField, PasswordManagerUsername } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Change password")

export const loader = memberPage(({ actor }) => ({ email: actor.email }))

export const action = memberForm(
  PasswordChange,
  async (ctx, passwords) => {
    const credentials = await changePassword(ctx.shop, ctx.actor, passwords, ctx.session)
    ctx.toast({ type: "success", message: "Password changed" })
    return signInTo(ctx, credentials, "/account")
  },
  {
    checks: ({ shop, actor }, { newPassword = "" }) => [
      () => assertStrongPassword(shop, newPassword, actor, "newPassword"),
    ],
  },
)

export default function ChangePassword() {
  const { email } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<PasswordChange>({ id: "password" })
  return (
    <NarrowPage title="Change password" lead="You will be signed out on all other devices.">
      <ShopForm tool={null} form={form}>
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.oldPassword} label="Old password" autoComplete="current-password" required />
        <NewPasswordField of={fields.newPassword} label="New password" />
        <PasswordField of={fields.confirmPassword} label="Confirm password" autoComplete="new-password" required />
        <SubmitOrCancel cancel="/account">Change password</SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
