// /account/security/app/remove
import { useLoaderData } from "@remix-run/react"
import { findSecondFactors, removeApp } from "~/domain/factors/second-factors.server"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { RemoveFactor } from "./remove-factor"

export const meta = title("Remove the authenticator app")

export const loader = memberPage(
  async ({ shop, actor, redirect }) => {
    const { appSince, passkeys } = await findSecondFactors(shop, actor)
    return appSince ? { isLast: passkeys.length === 0 } : redirect("/account/security")
  },
  { proof: "factors.change" },
)

export const action = memberForm(
  noFields,
  async ({ shop, actor, redirect, redirectWithSuccess, toast }) => {
    if (await removeApp(shop, actor))
      return redirectWithSuccess("/account/security", "The authenticator app has been removed")
    toast({ type: "info", message: "There is no authenticator app to remove" })
    return redirect("/account/security")
  },
  { proof: "factors.change" },
)

export default function RemoveApp() {
  const { isLast } = useLoaderData<typeof loader>()
  return <RemoveFactor id="remove-app" name="the authenticator app" isLast={isLast} confirmLabel="Remove the app" />
}
