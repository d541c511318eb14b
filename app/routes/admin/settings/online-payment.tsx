// /admin/settings/online-payment
import { Link, useLoaderData } from "@remix-run/react"
import { OnlinePaymentForm } from "~/domain/payments/method-fields"
import { type OnlineMethod, offerable, onlineMethods, parseMethods } from "~/domain/payments/online-methods"
import { changeFacts } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { CheckboxChoices } from "~/ui/form/checkbox-choices"
import { SubmitButton } from "~/ui/form/submit-button"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Online payment")

export const loader = adminPage("settings.edit", async ({ shop }) => {
  const { version, settings } = await readNewestSettings(shop)
  const { currency } = shop.settings.current.pricing
  const isTest = shop.payments.kind === "sandbox"
  return {
    version,
    isTest,
    currency,
    methods: offerable(isTest),
    values: { onlineMethods: parseMethods(settings.onlineMethods).filter((method) => method !== "card") },
  }
})

export const action = adminForm(
  "settings.edit",
  OnlinePaymentForm,
  async ({ shop, actor, redirectWithSuccess }, { snapshot, onlineMethods }) => {
    await changeFacts(shop, actor, { snapshot, onlineMethods: onlineMethods.join(" ") })
    return redirectWithSuccess("/admin/settings/online-payment", "Payment methods saved")
  },
  { refusalData: staleFieldsOf },
)

export default function OnlinePayment() {
  const { version, values, methods, isTest, currency } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Online payment"
      lead="Shoppers can always pay by card. Which of the other methods they see depends on the currency, the amount and their country."
      actions={<Link to="/admin/settings">Settings</Link>}
    >
      <Notice tone="neutral" title={isTest ? "Test mode, no money moves" : "Activate the methods at Stripe too"}>
        <p>
          {isTest
            ? "Without keys of Stripe, each method has a test page in this shop."
            : "Shoppers see a method once it is also activated in Stripe’s dashboard. Apple Pay and Google Pay belong to cards."}
        </p>
      </Notice>
      <VersionedForm<{ onlineMethods: string[] }>
        tool={{
          name: "save_online_methods",
          description: "Saves which methods of the payment service are offered",
          submits: true,
        }}
        id="online-payment"
        snapshot={version}
        values={values}
      >
        {(fields) => (
          <>
            <CheckboxChoices
              of={fields.onlineMethods}
              label="Other methods"
              options={methods.map((method) => ({ value: method, label: describe(method, currency) }))}
            />
            <SubmitButton>Save</SubmitButton>
          </>
        )}
      </VersionedForm>
    </AdminPage>
  )
}

function describe(method: OnlineMethod, currency: string): string {
  const { name, currencies, countries, decides, refunds } = onlineMethods[method]
  const few = countries !== null && countries.length < 4 ? countries.join(", ") : ""
  const facts = [
    currencies !== null && !currencies.includes(currency) && `not in ${currency}`,
    few && `only for addresses in ${few}`,
    decides === "days" && "the bank decides within days",
    refunds.parts === "whole" && "refunded only as a whole",
    refunds.parts === "none" && "cannot be refunded",
  ].filter(Boolean)
  return facts.length > 0 ? `${name} (${facts.join("; ")})` : name
}
