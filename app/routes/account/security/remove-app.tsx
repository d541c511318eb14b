// /account/security/app/remove
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { findSecondFactors, removeApp } from "~/domain/accounts/factors/second-factors.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { RemoveFactor } from "./remove-factor"

export const meta = title("Remove the authenticator app")

export const loader = memberPage(
  async ({ shop, actor }) => ({ isLast: (await findSecondFactors(shop, actor)).passkeys.length === 0 }),
  { proof: "recent" },
)

export const action = memberForm(
  z.object({}),
  async ({ shop, actor, redirectWithSuccess }) => {
    await removeApp(shop, actor)
    return redirectWithSuccess("/account/security", "The authenticator app has been removed")
  },
  { proof: "recent" },
)

export default function RemoveApp() {
  const { isLast } = useLoaderData<typeof loader>()
  return <RemoveFactor id="remove-app" name="the authenticator app" isLast={isLast} confirmLabel="Remove the app" />
}
