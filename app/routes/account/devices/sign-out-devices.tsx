// /account/devices
import { useLoaderData } from "@remix-run/react"
import { PasswordConfirmation } from "~/domain/accounts/account"
import { signOutOtherDevices } from "~/domain/accounts/sessions/sign-out.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { ConfirmPassword } from "../confirm-password"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Sign out all other devices")

export const loader = memberPage(({ actor }) => ({ email: actor.email }))

export const action = memberForm(
  PasswordConfirmation,
  async ({ shop, actor, session, redirectWithSuccess }, { password }) => {
    await signOutOtherDevices(shop, actor, password, session)
    return redirectWithSuccess("/account", "All other devices have been signed out")
  },
)

export default function SignOutDevices() {
  return (
    <ConfirmPassword
      title="Sign out all other devices?"
      lead="You stay signed in here. Enter your password to confirm that this is you."
      email={useLoaderData<typeof loader>().email}
      confirmLabel="Sign out all others"
    />
  )
}
