import { Link } from "@remix-run/react"
import { Notice } from "~/ui/notice"
import { CardPage } from "~/ui/shell/page"
import { EmailField } from "./email-field"
import { ShopForm } from "./shop-form"
import { SubmitButton } from "./submit-button"
import { useShopForm } from "./use-shop-form"

interface LinkRequestProps {
  id: string
  title: string
  lead: string
  sent: boolean
  /** Whether mails can be read in the shop */
  mailPage: boolean
  /** A sentence about the link, shown once it is sent */
  terms: string
  buttons?: { first: string; again: string }
  /** `null` if the address is known */
  autoComplete?: "username" | "email" | null
  back?: { to: string; label: string }
}

/** A page that mails a link, to an address that is entered or known */
export function LinkRequest({
  id,
  title,
  lead,
  sent,
  mailPage,
  terms,
  buttons = { first: "Send the link", again: "Send another link" },
  autoComplete = "username",
  back,
}: LinkRequestProps) {
  const [form, fields] = useShopForm<{ email: string }>({ id })
  return (
    <CardPage title={title} lead={lead}>
      {sent && (
        <Notice tone="good" title="Check your inbox">
          <p>{terms}</p>
          {mailPage && <MailPageNote />}
        </Notice>
      )}
      <ShopForm tool={null} form={form}>
        {autoComplete && <EmailField of={fields.email} autoComplete={autoComplete} />}
        <SubmitButton wide variant={sent ? "secondary" : "primary"}>
          {sent ? buttons.again : buttons.first}
        </SubmitButton>
        {back && (
          <p className="auth-aside">
            <Link to={back.to}>{back.label}</Link>
          </p>
        )}
      </ShopForm>
    </CardPage>
  )
}

export function MailPageNote() {
  return (
    <p>
      This shop does not send real emails: <Link to="/dev/mail">read it here</Link>.
    </p>
  )
}
