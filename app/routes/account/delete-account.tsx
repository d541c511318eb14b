// /account/delete
import { useLoaderData } from "@remix-run/react"
import { PasswordConfirmation } from "~/domain/accounts/account"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { signOut } from "~/http/session/sign-in.server"
import { title } from "~/ui/shell/title"
import { ConfirmPassword } from "./confirm-password"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Delete account")

export const loader = memberPage(({ actor }) => ({ email: actor.email }), { proof: "account.close" })

export const action = memberForm(
  PasswordConfirmation,
  async (ctx, { password }) => {
    await closeAccount(ctx.shop, ctx.actor, password, ctx.session)
    await signOut(ctx)
    return ctx.redirectWithSuccess("/", "Your account has been deleted")
  },
  { proof: "account.close" },
)

export default function DeleteAccount() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <ConfirmPassword
      title="Delete account"
      lead="This cannot be undone."
      email={email}
      confirmLabel="Delete my account"
      keepLabel="Keep it"
    >
      <div className="prose">
        <ul>
          <li>You are signed out everywhere, and {email} can register again.</li>
          <li>We remove your name, picture and address. Your reviews stay, without your name.</li>
          <li>
            Our records of your orders remain, without your name. An order in progress keeps your name and address until
            it arrives, and we will keep emailing you about it.
          </li>
        </ul>
      </div>
    </ConfirmPassword>
  )
}
