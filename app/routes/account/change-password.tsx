// /password/update
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { ChangePasswordForm, type PasswordChange } from "~/domain/accounts/account"
import { changePassword } from "~/domain/accounts/change-password.server"
import { PASSWORD_RULES } from "~/domain/accounts/password-rules"
import { requireMember } from "~/domain/accounts/user"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Button, ButtonLink } from "~/ui/button"
import { PasswordField } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { UsernameForManagers } from "~/ui/form/username-for-managers"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export { headers } from "~/http/answer-headers"

export const meta = title("Change password")

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => ({ email: requireMember(user).email }))
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ChangePasswordForm,
    async ({ shop, user, session, redirectWithSuccess }, passwords) => {
      await changePassword(shop, requireMember(user), passwords, session?.id)
      return redirectWithSuccess("/account", "Password changed")
    },
    { guard: requireMember },
  )
}

export default function ChangePassword() {
  const { email } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<PasswordChange>({ id: "password", lastResult: useActionData<typeof action>() })
  return (
    <div className="page page-narrow">
      <PageHeading title="Change password" lead="All your other devices are signed out." />
      <ShopForm form={form}>
        <UsernameForManagers email={email} />
        <PasswordField of={fields.oldPassword} label="Old password" autoComplete="current-password" required />
        <PasswordField
          of={fields.newPassword}
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_RULES}
          required
        />
        <PasswordField of={fields.confirmPassword} label="Confirm password" autoComplete="new-password" required />
        <div className="cluster">
          <Button busy={useNavigation().state === "submitting"}>Change password</Button>
          <ButtonLink to="/account" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
