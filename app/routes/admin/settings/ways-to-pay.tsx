// /admin/settings/ways-to-pay
import { Link, useLoaderData } from "@remix-run/react"
import { formatIban } from "~/domain/bank-transfer/iban"
import { currencySign } from "~/domain/money/format-money"
import { changeWaysToPay } from "~/domain/payouts/ways-to-pay.server"
import { DEFAULT_TRANSFER_DAYS, type PaymentFacts, paymentFactsOf } from "~/domain/settings/payment-methods"
import { PaymentMethodsForm } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Ways to pay")

export const loader = adminPage(
  "settings.edit",
  async ({ shop }) => {
    const { version, settings } = await readNewestSettings(shop)
    const facts = paymentFactsOf(settings)
    const values = { ...facts, iban: formatIban(facts.iban) }
    return { version, values, sign: currencySign(settings.pricing.currency) }
  },
  { proof: "refund.large" },
)

export const action = adminForm(
  "settings.edit",
  PaymentMethodsForm,
  async ({ shop, actor, redirectWithSuccess }, facts) => {
    await changeWaysToPay(shop, actor, facts)
    return redirectWithSuccess("/admin/settings/ways-to-pay", "Ways to pay saved")
  },
  { proof: "refund.large", refusalData: staleFieldsOf },
)

export default function WaysToPay() {
  const { version, values, sign } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Ways to pay"
      lead="Customers can always pay by card. They choose between the ways that you allow here when they confirm their order. An order that is not paid yet is marked NOT PAID."
      actions={<Link to="/admin/settings">Settings</Link>}
    >
      <VersionedForm<PaymentFacts>
        tool={{ name: "save_payment_settings", description: "Saves how orders may be paid" }}
        id="ways-to-pay"
        snapshot={version}
        values={values}
      >
        {(fields) => (
          <>
            <h2>Bank transfer</h2>
            <CheckboxField
              of={fields.transfers}
              label="Customers may pay by bank transfer"
              hint="You send the order when the money has arrived. Its items are reserved until then."
              required={false}
            />
            <TextField
              of={fields.transferDays}
              label="Days until the money must arrive"
              hint={`Then the order is cancelled and its items are for sale again. Leave empty for ${DEFAULT_TRANSFER_DAYS}.`}
              inputMode="numeric"
              width="short"
              required={false}
            />
            <TextField of={fields.accountHolder} label="Account holder" required={false} />
            <TextField of={fields.iban} label="IBAN" required={false} spellCheck={false} />
            <TextField
              of={fields.bic}
              label="BIC"
              hint="Needed only for customers outside the SEPA countries."
              width="medium"
              required={false}
              spellCheck={false}
            />
            <h2>On collection</h2>
            <CheckboxField
              of={fields.paidOnCollection}
              label="Customers may pay when they collect an order"
              hint="Offered for the shipping methods that are collections. You record the payment on the order’s page."
              required={false}
            />
            <h2>Cash on delivery</h2>
            <CheckboxField
              of={fields.paidOnDelivery}
              label="Customers may pay when an order is delivered"
              hint="Your carrier must collect the money. You record the payment on the order’s page."
              required={false}
            />
            <TextField
              of={fields.deliveryFee}
              label={`Fee for cash on delivery (${sign.trim()})`}
              hint="Added to shipping and taxed like it. Leave empty if there is no fee."
              inputMode="decimal"
              width="short"
              required={false}
            />
            <TextField
              of={fields.deliveryCountries}
              label="Countries with cash on delivery"
              hint="Codes with two letters, such as DE AT. Leave empty for all countries that you ship to."
              required={false}
              spellCheck={false}
            />
            <SubmitButton>Save</SubmitButton>
          </>
        )}
      </VersionedForm>
    </AdminPage>
  )
}
