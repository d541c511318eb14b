// /admin/taxes/rate

import { useLoaderData } from "@remix-run/react"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { findRate, placeOfRate, rateTexts, saveRate } from "~/domain/taxes/save-taxes.server"
import { RateForm, rateRecord } from "~/domain/taxes/tax-forms"
import { classesWithRates, taxClassName } from "~/domain/taxes/tax-rate"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { SubmitButton } from "~/ui/form/submit-button"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { DeleteLink } from "../delete-link"
import { StaffLink } from "../permitted/permitted"
import { RecordForm } from "../record-form"
import { openTo } from "../return-path"
import { undoOf } from "./undo-taxes"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ key }) => (key === null ? "New rate" : "Rate"))

/** Creates a new rate if `rate` is missing. */
export const loader = adminPage("taxes.edit", async ({ shop, url }) => {
  const { version, rules } = await readNewestRules(shop)
  const key = url.searchParams.get("rate")
  const texts = key === null ? { taxClass: "standard", onShipping: "on" } : rateTexts(findRate(rules, key))
  const classes = classesWithRates(rules.taxes).map((value) => ({ value, label: taxClassName(value) }))
  return { key, form: rateRecord.view(texts, { snapshot: version, options: { taxClass: classes } }) }
})

export const action = adminForm(
  "taxes.edit",
  RateForm,
  async ({ shop, actor, user, url, redirectWithSuccess }, typed) => {
    const version = await saveRate(shop, actor, url.searchParams.get("rate"), typed)
    return redirectWithSuccess(openTo({ user }, "/admin/taxes"), "Rate saved", undoOf(version))
  },
  {
    proof: "taxes.change",
    refusalData: staleFieldsOf,
    checks: (_, { place = "" }) => [() => placeOfRate(place.trim())],
  },
)

export default function TaxRatePage() {
  const { key: rate, form } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title={rate === null ? "New rate" : "Rate"}
      lead={<StaffLink to="/admin/taxes">Taxes</StaffLink>}
      actions={rate !== null && <DeleteLink to={paths.deleteTaxRate(rate)} kind="rate" name="this rate" />}
    >
      <RecordForm
        tool={{ name: "save_tax_rate", description: "Saves the tax rate", submits: true }}
        id="rate"
        form={form}
      >
        {(field) => (
          <>
            {field("place")}
            {field("name")}
            {field("rate")}
            {field("taxClass")}
            {field("from")}
            {field("onShipping")}
            <SubmitButton>Save</SubmitButton>
          </>
        )}
      </RecordForm>
    </AdminPage>
  )
}
