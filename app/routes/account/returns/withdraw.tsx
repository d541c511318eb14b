// /withdraw
import { Link, useLoaderData } from "@remix-run/react"
import { isMember } from "~/domain/accounts/actor"
import { viewInstructions } from "~/domain/pages/agreed-text.server"
import { WithdrawalByNumber } from "~/domain/returns/withdrawal-schema"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { Disclosure } from "~/ui/disclosure"
import { EmailField } from "~/ui/form/email-field"
import { MailPageNote } from "~/ui/form/link-request"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { Prose } from "~/ui/prose"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { StatementReview, statementTitle } from "./statement-review"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Withdraw from a contract")

export const loader = page(async ({ actor, url, context, shop }) => ({
  name: actor?.name ?? "",
  email: actor?.email ?? "",
  order: url.searchParams.get("order")?.slice(0, 60) ?? "",
  signedIn: isMember(actor),
  sent: url.searchParams.has("sent"),
  confirmed: url.searchParams.has("confirmed"),
  mailPage: context.mailPage,
  onlyEu: shop.settings.current.withdrawal === "eu",
  instructions: await viewInstructions(shop),
}))

/** The first page is rendered again as the second one, which confirms. */
export const action = form(
  WithdrawalByNumber,
  async ({ shop, user, context, redirect, noContent }, { confirmed, ...statement }) => {
    if (!confirmed) return noContent()
    const { requestWithdrawal } = await import("~/domain/returns/request-withdrawal.server")
    await requestWithdrawal(shop, statement, { address: context.clientAddress, userId: user?.id })
    return redirect("/withdraw?sent")
  },
  { refreshButton: "change", refusalData: () => ({ isChanging: true }) },
)

type Fields = Record<"name" | "email" | "order" | "items" | "reason", string>

export default function Withdraw() {
  const { sent, confirmed, instructions } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const isStated = result?.status === "success" && !result.isChanging
  return (
    <CardPage title={isStated ? statementTitle : "Withdraw from contract here"} lead={isStated ? undefined : <Terms />}>
      {sent && !result && <Sent />}
      {confirmed && !result && (
        <Notice tone="good" title="Your withdrawal is confirmed">
          <p>We have emailed you the next steps.</p>
        </Notice>
      )}
      {isStated ? <Review typed={result.initialValue as Partial<Fields>} /> : <StatementForm />}
      {!isStated && instructions !== null && (
        <Disclosure summary="Instructions and a form to print">
          <Prose html={instructions} />
        </Disclosure>
      )}
    </CardPage>
  )
}

function Terms() {
  const { onlyEu } = useLoaderData<typeof loader>()
  const who = onlyEu ? "If your order goes to an address in the EU, you" : "You"
  return `${who} may withdraw from your purchase without giving a reason, until 14 days after it was delivered. If that is a Saturday, a Sunday or a public holiday, you have until the next working day.`
}

function Sent() {
  const { mailPage } = useLoaderData<typeof loader>()
  return (
    <Notice tone="good" title="Your withdrawal has arrived">
      <p>
        If the number and email belong to an order, we are sending an email to the address of that order to confirm the
        receipt. Unless you are signed in, the email also has a link: please open it to confirm that the withdrawal is
        yours. Nothing is cancelled or refunded before that, but the day on which you sent the withdrawal counts.
      </p>
      <p>If no email arrives, check the number and email and send the withdrawal again.</p>
      {mailPage && <MailPageNote />}
    </Notice>
  )
}

function StatementForm() {
  const { name, email, order, signedIn } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Fields>({ id: "withdrawal", defaultValue: { name, email, order } })
  return (
    <ShopForm
      tool={{
        name: "prepare_withdrawal",
        description: "Prepares a withdrawal from a contract, which is declared on the next page",
        submits: true,
      }}
      form={form}
    >
      {signedIn && (
        <p>
          You are signed in: choose the order and its items under <Link to="/orders">My Orders</Link>.
        </p>
      )}
      <TextField of={fields.name} label="Your name" autoComplete="name" maxLength={100} required />
      <TextField
        of={fields.order}
        label="Order number"
        hint="It is in every email about your order."
        spellCheck={false}
        autoCapitalize="none"
        required
      />
      <EmailField of={fields.email} hint="The email you ordered with. We reply to this address." />
      <TextareaField
        of={fields.items}
        label="Only some of the items?"
        hint="List them here, or leave this empty for all items."
        rows={2}
        maxLength={1_000}
        required={false}
      />
      <TextareaField of={fields.reason} label="Reason" rows={2} maxLength={1_000} required={false} />
      <SubmitButton wide>Continue</SubmitButton>
    </ShopForm>
  )
}

function Review({ typed }: { typed: Partial<Fields> }) {
  const { name = "", email = "", order = "", items, reason } = typed
  return (
    <StatementReview
      statement={{ name, email, order, reason }}
      items={items ? items : "All items of the order"}
      fields={Object.entries({ name, email, order, items, reason }).map(([field, value]) => [field, value ?? ""])}
    />
  )
}
