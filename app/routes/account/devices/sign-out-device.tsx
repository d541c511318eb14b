// /account/devices/:id
import { useLoaderData } from "@remix-run/react"
import { PasswordConfirmation } from "~/domain/accounts/account"
import { deviceName } from "~/domain/accounts/sessions/device-name"
import { findDevice } from "~/domain/accounts/sessions/session-list.server"
import { signOutDevice } from "~/domain/accounts/sessions/sign-out.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { ConfirmPassword } from "../confirm-password"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title<typeof loader>(({ name }) => `Sign out ${name}`)

export const loader = memberPage(async ({ shop, actor, id, redirect }) => {
  const device = await findDevice(shop, actor, id)
  if (!device) return redirect("/account")
  return { email: actor.email, name: deviceName(device.userAgent), address: device.address }
})

export const action = memberForm(
  PasswordConfirmation,
  async ({ shop, actor, session, id, redirectWithSuccess }, { password }) => {
    await signOutDevice(shop, actor, { id, password }, session)
    return redirectWithSuccess("/account", "The device has been signed out")
  },
)

export default function SignOutDevice() {
  const { email, name, address } = useLoaderData<typeof loader>()
  return (
    <ConfirmPassword
      title={`Sign out ${name}?`}
      lead={`Anyone using it${address && ` (${address})`} will have to log in again. Enter your password to confirm that this is you.`}
      email={email}
      confirmLabel="Sign out"
    />
  )
}
