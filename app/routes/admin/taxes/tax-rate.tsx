// /admin/taxes/rate

import { useLoaderData } from "@remix-run/react"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { findRate, placeOfRate, rateTexts, saveRate } from "~/domain/taxes/save-taxes.server"
import { RateForm } from "~/domain/taxes/tax-forms"
import { classesWithRates, taxClassName } from "~/domain/taxes/tax-rate"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { DeleteLink } from "../delete-link"
import { StaffLink } from "../permitted/permitted"
import { openTo } from "../return-path"
import { VersionedForm } from "../stale-form"
import { undoOf } from "./undo-taxes"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ key }) => (key === null ? "New rate" : "Rate"))

/** Creates a new rate if `rate` is missing. */
export const loader = adminPage("taxes.edit", async ({ shop, url }) => {
  const { version, rules } = await readNewestRules(shop)
  const key = url.searchParams.get("rate")
  const texts = key === null ? { taxClass: "standard", onShipping: "on" } : rateTexts(findRate(rules, key))
  const classes = classesWithRates(rules.taxes).map((value) => ({ value, label: taxClassName(value) }))
  return { version, key, texts, classes }
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
  const { key: rate } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title={rate === null ? "New rate" : "Rate"}
      lead={<StaffLink to="/admin/taxes">Taxes</StaffLink>}
      actions={rate !== null && <DeleteLink to={paths.deleteTaxRate(rate)} kind="rate" name="this rate" />}
    >
      <RateFields />
    </AdminPage>
  )
}

type Fields = Record<"place" | "name" | "rate" | "taxClass" | "from" | "onShipping", string>

function RateFields() {
  const { version, texts, classes } = useLoaderData<typeof loader>()
  return (
    <VersionedForm<Fields> id="rate" version={version} values={texts}>
      {(fields) => (
        <>
          <TextField
            of={fields.place}
            label="Place"
            hint="Such as Germany, or United States, Ohio, or United States, Ohio, 432*, or Everywhere. The most exact place counts."
            required
          />
          <TextField
            of={fields.name}
            label="Name"
            hint="Such as VAT or Sales tax. Rates of other names are charged beside it."
            maxLength={60}
            required
          />
          <TextField of={fields.rate} label="Per cent" inputMode="decimal" width="short" required />
          <SelectField of={fields.taxClass} label="Class of products" placeholder="Choose" options={classes} required />
          <TextField
            of={fields.from}
            label="From the day"
            hint="From midnight in the shop’s time zone on; empty: always. A later day replaces an earlier one of the same name, place and class."
            type="date"
            width="medium"
            required={false}
          />
          <CheckboxField of={fields.onShipping} label="Also on shipping, if that is taxed" />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}
