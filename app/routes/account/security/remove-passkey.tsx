// /account/security/passkeys/:id/remove
import { useLoaderData } from "@remix-run/react"
import { findSecondFactors, removePasskey } from "~/domain/factors/second-factors.server"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { RemoveFactor } from "./remove-factor"

export const meta = title("Remove a passkey")

export const loader = memberPage(
  async ({ shop, actor, id, redirect }) => {
    const { appSince, passkeys } = await findSecondFactors(shop, actor)
    const passkey = passkeys.find((one) => one.id === id)
    if (!passkey) return redirect("/account/security")
    return { name: passkey.name, isLast: !appSince && passkeys.length === 1 }
  },
  { proof: "factors.change" },
)

export const action = memberForm(
  noFields,
  async ({ shop, actor, id, redirect, redirectWithSuccess, toast }) => {
    if (await removePasskey(shop, actor, id))
      return redirectWithSuccess("/account/security", "The passkey has been removed")
    toast({ type: "info", message: "This passkey no longer exists" })
    return redirect("/account/security")
  },
  { proof: "factors.change" },
)

export default function RemovePasskey() {
  const { name, isLast } = useLoaderData<typeof loader>()
  return (
    <RemoveFactor
      id="remove-passkey"
      name={`the passkey “${name}”`}
      isLast={isLast}
      confirmLabel="Remove the passkey"
    />
  )
}
