// /account/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData, useNavigation } from "@remix-run/react"
import { PasswordConfirmation } from "~/domain/accounts/account"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { memberForm } from "~/http/form.server"
import { memberPage } from "~/http/page.server"
import { signOut } from "~/http/session/sign-in.server"
import { Button, ButtonLink } from "~/ui/button"
import { PasswordField } from "~/ui/form/password-field"
import { PasswordManagerUsername } from "~/ui/form/password-manager-username"
import { ShopForm } from "~/ui/form/shop-form"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export { headers } from "~/http/retry-after-headers"

export const meta = title("Delete account")

export function loader(args: LoaderFunctionArgs) {
  return memberPage(args, ({ actor }) => ({ email: actor.email }))
}

export function action(args: ActionFunctionArgs) {
  return memberForm(args, PasswordConfirmation, async (ctx, { password }) => {
    await closeAccount(ctx.shop, ctx.actor, password, ctx.session)
    await signOut(ctx)
    return ctx.redirectWithSuccess("/", "Your account has been deleted")
  })
}

export default function DeleteAccount() {
  const { email } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ password: string }>({ id: "delete", lastResult: useFormResult<typeof action>() })
  return (
    <div className="page page-narrow">
      <PageHeading title="Delete account" lead="This cannot be undone." />
      <div className="prose">
        <ul>
          <li>You are signed out everywhere, and {email} can register again.</li>
          <li>Your name, picture and address are removed; your reviews stay without your name.</li>
          <li>
            Our records of your orders remain, without your name. An order that is under way keeps your name and address
            until it has arrived, and we will keep emailing you about it.
          </li>
        </ul>
      </div>
      <ShopForm form={form}>
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.password} label="Your password" autoComplete="current-password" required />
        <div className="cluster">
          <Button variant="danger" busy={useNavigation().state === "submitting"}>
            Delete my account
          </Button>
          <ButtonLink to="/account" variant="quiet">
            Keep it
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
