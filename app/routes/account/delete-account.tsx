// /account/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { DeleteAccountForm } from "~/domain/accounts/account"
import { closeAccount } from "~/domain/accounts/close-account.server"
import { requireMember } from "~/domain/accounts/user"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { signOut } from "~/http/sign-in.server"
import { Button, ButtonLink } from "~/ui/button"
import { PasswordField } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { UsernameForManagers } from "~/ui/form/username-for-managers"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export { headers } from "~/http/answer-headers"

export const meta = title("Delete account")

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => ({ email: requireMember(user).email }))
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    DeleteAccountForm,
    async (scene, { password }) => {
      await closeAccount(scene.shop, requireMember(scene.user), password)
      await signOut(scene)
      return scene.redirectWithSuccess("/", "Your account has been deleted")
    },
    { guard: requireMember },
  )
}

export default function DeleteAccount() {
  const { email } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ password: string }>({ id: "delete", lastResult: useActionData<typeof action>() })
  return (
    <div className="page page-narrow">
      <PageHeading title="Delete account" lead="This cannot be undone." />
      <div className="prose">
        <ul>
          <li>You are signed out everywhere, and {email} can register anew.</li>
          <li>Your name, picture and address are removed; your reviews stay without your name.</li>
          <li>Your orders stay in our books without your name. One that is on its way still reaches you.</li>
        </ul>
      </div>
      <ShopForm form={form}>
        <UsernameForManagers email={email} />
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
