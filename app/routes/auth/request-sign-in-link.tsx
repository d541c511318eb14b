// /login/link
import { useLoaderData } from "@remix-run/react"
import { PasswordResetRequest } from "~/domain/accounts/account"
import { linkMinutes, requestLink } from "~/domain/accounts/passwords/mailed-links.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { LinkRequest } from "~/ui/form/link-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Sign in by email")

export const loader = page(({ url, context }) => ({
  sent: url.searchParams.has("sent"),
  mailPage: context.mailPage,
  minutes: linkMinutes["sign-in"],
}))

export const action = form(PasswordResetRequest, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestLink(shop, "sign-in", email, context.clientAddress)
  return redirectWithSuccess("/login/link?sent", `Email sent to ${email}`)
})

export default function RequestSignInLink() {
  const { minutes, ...data } = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      {...data}
      id="sign-in-link"
      title="Sign in by email"
      lead="Too many wrong passwords have been entered for this account. On a device where you have never signed in, a link in an email takes their place."
      terms={`If there is an account with this email, the link is on its way. It works once, for ${minutes} minutes.`}
      back={{ to: "/login", label: "Back to login" }}
    />
  )
}
