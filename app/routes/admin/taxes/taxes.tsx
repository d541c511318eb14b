// /admin/taxes

import { Link, useLoaderData } from "@remix-run/react"
import { todayOf } from "~/domain/days/shop-days.server"
import { ROWS_PER_PAGE } from "~/domain/lists/paginate.server"
import { currencies, currencyCodes } from "~/domain/money/currency"
import { formatRate } from "~/domain/pricing/bill"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { formatPlace } from "~/domain/shipping/zones/place-lines.server"
import { findRates } from "~/domain/taxes/rate-changes.server"
import { hasSold, pricesTexts, savePrices, shippingChoices } from "~/domain/taxes/save-prices.server"
import { PricesForm, TaxFilter } from "~/domain/taxes/tax-forms"
import { rateKey, taxClassName } from "~/domain/taxes/tax-rate"
import { listTerritories } from "~/domain/taxes/territories.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { hasOnlyValidFilters, invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { ReadOnlyWithout, RecordLink, StaffButtonLink } from "../permitted/permitted"
import { VersionedForm } from "../stale-form"
import { ExportLink } from "../tables/list-page"
import { ListTable } from "../tables/list-table"
import { TableFilter } from "../tables/table-filter"
import { Territories } from "./territories"
import { undoOf } from "./undo-taxes"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Taxes")

export const loader = adminPage("taxes.see", async ({ shop, url }) => {
  const filter = TaxFilter.parse(Object.fromEntries(url.searchParams))
  const { version, rules } = await readNewestRules(shop)
  const invalidValues = invalidFilterValues(url, filter)
  const found = hasOnlyValidFilters(invalidValues) ? findRates(rules.taxes.rates, filter.search) : []
  const start = (filter.page - 1) * ROWS_PER_PAGE
  return {
    filter,
    invalidValues,
    count: found.length,
    rates: found.slice(start, start + ROWS_PER_PAGE).map((rate) => ({
      id: rateKey(rate),
      place: formatPlace(rate.place),
      tax: rate.name,
      rate: formatRate(rate.rate),
      taxClass: taxClassName(rate.taxClass),
      from: rate.from ?? "Always",
      onShipping: rate.onShipping,
    })),
    version,
    texts: pricesTexts(rules),
    territories: listTerritories(rules, todayOf(shop)),
    currencies: (await hasSold(shop)) ? null : currencyChoices,
    currency: currencies[rules.currency].name,
    shipping: shippingChoices(rules.taxes).map((value) => ({ value, label: shippingLabel(value) })),
  }
})

const currencyChoices = currencyCodes.map((value) => ({ value, label: `${value}, ${currencies[value].name}` }))

function shippingLabel(choice: string): string {
  if (choice === "none") return "Not taxed"
  return choice === "like-goods" ? "Like the goods, in proportion" : `As ${taxClassName(choice.slice("class:".length))}`
}

export const action = adminForm(
  "taxes.edit",
  PricesForm,
  async ({ shop, actor, redirectWithSuccess }, typed) => {
    const version = await savePrices(shop, actor, typed)
    return redirectWithSuccess("/admin/taxes", "Saved", undoOf(version))
  },
  { proof: "taxes.change", refusalData: staleFieldsOf },
)

export default function Taxes() {
  const { rates, filter, invalidValues, count, territories } = useLoaderData<typeof loader>()
  const list = { path: "/admin/taxes", filter }
  return (
    <AdminPage
      title="Taxes"
      lead="The rate that names a place most exactly counts, and of these the latest. Orders keep what was agreed."
      actions={
        <>
          <StaffButtonLink to="/admin/taxes/rate" small icon="plus">
            New rate
          </StaffButtonLink>
          <StaffButtonLink to="/admin/taxes/import" variant="secondary" small>
            Import CSV
          </StaffButtonLink>
          <ExportLink list={list} />
          <Link to="/admin/tax-report">Report</Link>
        </>
      }
    >
      <TableFilter
        list={list}
        label="Rates"
        invalidValues={invalidValues}
        search={{ name: "search", label: "Place or name", type: "search", autoComplete: "off" }}
      />
      <ListTable
        caption="Rates"
        list={list}
        count={count}
        invalidValues={invalidValues}
        empty={{ title: "There are no rates: nothing is taxed", icon: "receipt" }}
        columns={[
          { key: "place", label: "Place", narrow: "title" },
          { key: "tax", label: "Tax", narrow: "plain" },
          { key: "rate", label: "Rate", align: "end", narrow: "end" },
          { key: "taxClass", label: "Class", narrow: "plain" },
          { key: "from", label: "From", narrow: "plain" },
          { key: "onShipping", label: "On shipping" },
        ]}
        rows={rates.map(({ place, onShipping, ...rate }) => ({
          ...rate,
          place: <RecordLink to={paths.taxRate(rate.id)}>{place}</RecordLink>,
          onShipping: onShipping ? "Yes" : "No",
        }))}
      />
      {territories.length > 0 && <Territories rows={territories} />}
      <h2>How prices are entered</h2>
      <ReadOnlyWithout needs="taxes.edit">
        <PricesEditor />
      </ReadOnlyWithout>
    </AdminPage>
  )
}

type Prices = Record<"currency" | "included" | "shipping" | "classes" | "ignoresTerritories", string>

function PricesEditor() {
  const { version, texts, shipping, currencies, currency } = useLoaderData<typeof loader>()
  return (
    <VersionedForm<Prices> id="prices" version={version} values={texts}>
      {(fields) => (
        <>
          {currencies ? (
            <SelectField
              of={fields.currency}
              label="Currency"
              hint="It stays from the first order on. Prices keep their figures: $10.00 becomes €10.00."
              options={currencies}
              required
            />
          ) : (
            <p>Prices are in {currency}. Since the first order that stays.</p>
          )}
          <SelectField
            of={fields.included}
            label="Prices of products and shipping"
            hint="With tax, what is shown is what is paid in every country, and the tax of the destination is a part of it."
            options={[
              { value: "without", label: "Without tax: it is added to the total" },
              { value: "with", label: "With tax: it is contained" },
            ]}
            required
          />
          <SelectField of={fields.shipping} label="Tax on shipping" options={shipping} required />
          <TextareaField
            of={fields.classes}
            label="Classes of products"
            hint="Beside standard, reduced and zero; one on each line. Where a class has no rate, the standard one counts."
            rows={3}
            maxLength={2_000}
            required={false}
          />
          <CheckboxField
            of={fields.ignoresTerritories}
            label="Charge the rates of an EU state in its special territories too"
            hint="Without it, the exceptions of the EU’s VAT area apply, such as the Canary Islands. A rate that names such a place applies either way."
          />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}
