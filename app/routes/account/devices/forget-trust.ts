// /account/devices/forget
import { z } from "zod"
import { forgetTrustedDevices } from "~/domain/accounts/sessions/trusted-devices.server"
import { ObjectId } from "~/domain/object-id"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = memberPage(({ redirect }) => redirect("/account"))

/** All devices if absent */
const ForgetForm = z.object({ device: ObjectId.optional() })

export const action = memberForm(
  ForgetForm,
  async ({ shop, actor, redirectWithSuccess }, { device }) => {
    await forgetTrustedDevices(shop, actor.id, device)
    return redirectWithSuccess("/account", device ? "The device is no longer trusted" : "No device is trusted any more")
  },
  { screen: "/account", refused: asToast("/account") },
)
