// /admin/settings/accounting
import { Link, useLoaderData } from "@remix-run/react"
import { changeFacts } from "~/domain/settings/change-settings.server"
import type { AccountingFacts } from "~/domain/settings/revenue-accounts"
import { AccountingForm } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Accounting")

export const loader = adminPage("settings.edit", async ({ shop }) => {
  const { version, settings } = await readNewestSettings(shop)
  const { datevConsultant, datevClient, financialYearStart, customersAccount } = settings
  const { gatewayAccount, feesAccount, revenueAccounts } = settings
  const values: AccountingFacts = {
    ...{ datevConsultant, datevClient, financialYearStart, customersAccount },
    ...{ gatewayAccount, feesAccount, revenueAccounts },
  }
  return { version, values }
})

export const action = adminForm(
  "settings.edit",
  AccountingForm,
  async ({ shop, actor, redirectWithSuccess }, facts) => {
    await changeFacts(shop, actor, facts)
    return redirectWithSuccess("/admin/settings/accounting", "Accounts saved")
  },
  { refusalData: staleFieldsOf },
)

export default function Accounting() {
  const { version, values } = useLoaderData<typeof loader>()
  const number = { inputMode: "numeric", width: "medium", required: false } as const
  return (
    <AdminPage
      title="Accounting"
      lead={
        <>
          The <StaffLink to="/admin/tax-report">tax report</StaffLink> exports bookings for DATEV to these accounts. Ask
          your tax consultant for them.
        </>
      }
      actions={<Link to="/admin/settings">Settings</Link>}
    >
      <VersionedForm<AccountingFacts>
        tool={{ name: "save_accounts", description: "Saves the accounts of the bookkeeping", submits: true }}
        id="accounting"
        snapshot={version}
        values={values}
      >
        {(fields) => (
          <>
            <TextField of={fields.datevConsultant} label="Consultant’s number" hint="Beraternummer" {...number} />
            <TextField of={fields.datevClient} label="Client’s number" hint="Mandantennummer" {...number} />
            <TextField
              of={fields.financialYearStart}
              label="First day of the financial year"
              hint="Month and day, such as 07-01. Otherwise 01-01."
              {...number}
            />
            <TextField
              of={fields.customersAccount}
              label="Account of customers"
              hint="Debited by sales and credited by refunds, such as 10000."
              {...number}
            />
            <TextField
              of={fields.gatewayAccount}
              label="Account of the payment service"
              hint="Such as 1360. If empty, only sales and refunds are exported, without their payments."
              {...number}
            />
            <TextField
              of={fields.feesAccount}
              label="Account of its fees"
              hint="Such as 4970. If empty, fees are only in the journal."
              {...number}
            />
            <TextareaField
              of={fields.revenueAccounts}
              label="Revenue accounts"
              hint="One on each line: the country (or EU for its other members, or * for any place), the rate (or *), the account, and the tax key (BU-Schlüssel) if it needs one, such as DE 19 8400. The first line that fits counts."
              rows={8}
              maxLength={8_000}
              required={false}
            />
            <SubmitButton>Save</SubmitButton>
          </>
        )}
      </VersionedForm>
    </AdminPage>
  )
}
