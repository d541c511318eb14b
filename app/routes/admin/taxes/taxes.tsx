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
  return choice === "like-goods"
    ? "Like the goods, in proportion to their prices"
    : `As ${taxClassName(choice.slice("class:".length))}`
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
      lead="The latest rate for the most specific place applies. Existing orders keep their taxes."
      actions={
        <>
          <StaffButtonLink to="/admin/taxes/rate" small icon="plus">
            New rate
          </StaffButtonLink>
          <StaffButtonLink to="/admin/taxes/import" variant="secondary" small>
            Import CSV
          </StaffButtonLink>
          <ExportLink list={list} /> <Link to="/admin/tax-report">Report</Link>
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
        empty={{ title: "There are no tax rates yet, so no tax is charged", icon: "receipt" }}
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
    <VersionedForm<Prices>
      tool={{ name: "save_price_settings", description: "Saves how prices contain taxes" }}
      id="prices"
      snapshot={version}
      values={texts}
    >
      {(fields) => (
        <>
          {currencies ? (
            <SelectField
              of={fields.currency}
              label="Currency"
              hint="You cannot change it after the first order. Prices are not converted: $10.00 becomes €10.00."
              options={currencies}
              required
            />
          ) : (
            <p>Prices are in {currency}. The currency cannot be changed after the first order.</p>
          )}
          <SelectField
            of={fields.included}
            label="Prices of products and shipping"
            hint="If prices include tax, shoppers in all countries pay the price shown, including the tax of their country."
            options={[
              { value: "without", label: "Without tax (added to the total)" },
              { value: "with", label: "With tax (included)" },
            ]}
            required
          />
          <SelectField of={fields.shipping} label="Tax on shipping" options={shipping} required />
          <TextareaField
            of={fields.classes}
            label="Additional tax classes"
            hint="One on each line, in addition to standard, reduced and zero. A class without a rate uses the standard rate."
            rows={3}
            maxLength={2_000}
            required={false}
          />
          <CheckboxField
            of={fields.ignoresTerritories}
            label="Also charge the rates of an EU state in its special territories"
            hint="Otherwise, the exceptions of the EU’s VAT area apply, such as the Canary Islands. A rate for such a place always applies."
          />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}
