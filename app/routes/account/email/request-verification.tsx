// /account/email
import { useLoaderData } from "@remix-run/react"
import { requestLink } from "~/domain/accounts/passwords/mailed-links.server"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { LinkRequest } from "~/ui/form/link-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Confirm your email")

export const loader = memberPage(
  ({ actor, url, context, redirect }) => {
    if (actor.isVerified) return redirect("/account/security")
    return { email: actor.email, sent: url.searchParams.has("sent"), mailPage: context.mailPage }
  },
  { forSetUp: true },
)

export const action = memberForm(
  noFields,
  async ({ shop, actor, context, redirectWithSuccess }) => {
    if (!actor.isVerified) await requestLink(shop, "verification", actor.email, context.clientAddress)
    return redirectWithSuccess("/account/email?sent", `Email sent to ${actor.email}`)
  },
  { forSetUp: true },
)

export default function RequestVerification() {
  const { email, ...data } = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      {...data}
      id="verification"
      title="Confirm your email"
      lead={`We will email a link to ${email} to confirm that it is yours. You need this for second factors and first-order discounts.`}
      terms="The link is on its way. It works for one day. If it does not arrive, check your spam folder: we send only a few emails an hour to an address."
      autoComplete={null}
      back={{ to: "/account", label: "Back to your profile" }}
    />
  )
}
