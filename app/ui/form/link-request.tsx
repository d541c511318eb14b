import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Notice } from "../notice"
import { PageHeading } from "../shell/page-heading"
import { ShopForm } from "./shop-form"
import { SubmitButton } from "./submit-button"
import { TextField } from "./text-field"
import { useShopForm } from "./use-shop-form"

interface LinkRequestProps {
  id: string
  title: string
  lead: string
  sent: boolean
  /** Whether mails can be read in the shop */
  mailPage: boolean
  /** What holds of the link, said once it is sent */
  terms: string
  buttons: { first: string; again: string }
  /** `null` where the address is known */
  autoComplete?: "username" | "email" | null
  children?: ReactNode
}

/** A page that mails a link, to an address that is entered or known */
export function LinkRequest({
  id,
  title,
  lead,
  sent,
  mailPage,
  terms,
  buttons,
  autoComplete = "username",
  children,
}: LinkRequestProps) {
  const [form, fields] = useShopForm<{ email: string }>({ id })
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading title={title} lead={lead} />
        {sent && (
          <Notice tone="good" title="Check your inbox">
            <p>{terms}</p>
            {mailPage && (
              <p>
                This shop does not send real emails: <Link to="/dev/mail">read it here</Link>.
              </p>
            )}
          </Notice>
        )}
        <ShopForm form={form}>
          {autoComplete && (
            <TextField
              of={fields.email}
              label="Email"
              type="email"
              autoComplete={autoComplete}
              spellCheck={false}
              required
            />
          )}
          <SubmitButton wide variant={sent ? "secondary" : "primary"}>
            {sent ? buttons.again : buttons.first}
          </SubmitButton>
          {children}
        </ShopForm>
      </div>
    </div>
  )
}

export const linkButtons = { first: "Send the link", again: "Send another link" }
