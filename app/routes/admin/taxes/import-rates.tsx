// /admin/taxes/import

import { useLoaderData } from "@remix-run/react"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { RatesForm } from "~/domain/taxes/tax-forms"
import { MAX_CSV } from "~/domain/taxes/tax-rate"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { Button, ButtonLink } from "~/ui/button"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { openTo } from "../return-path"
import { RateChangesTable } from "./rate-changes-table"
import { undoOf } from "./undo-taxes"

export const meta = title("Import rates")

const [FILE, CHECK] = ["file", "check"]

const ratesImport = () => import("~/domain/taxes/import-rates.server")

/** `table=eu` starts with the rates of the EU. */
export const loader = adminPage("taxes.edit", async ({ shop, url }) => {
  const { euRatesCsv, euRatesOrigin } = await import("~/domain/taxes/rates-csv.server")
  const { version } = await readNewestRules(shop)
  const isEu = url.searchParams.get("table") === "eu"
  return { version, rates: isEu ? euRatesCsv() : "", origin: euRatesOrigin }
})

export const action = adminForm(
  "taxes.edit",
  RatesForm,
  async ({ shop, actor, user, files, redirectWithSuccess }, { rates, ...typed }) => {
    const { importRates } = await ratesImport()
    const { version, omitted } = await importRates(shop, actor, { csv: await contentOf(files, rates), ...typed })
    return redirectWithSuccess(
      openTo({ user }, "/admin/taxes"),
      `${version === null ? "Nothing has changed" : "Rates imported"}${omitted > 0 ? `, without ${pluralize(omitted, "line")} of the file` : ""}`,
      undoOf(version),
    )
  },
  {
    proof: "taxes.change",
    fileField: FILE,
    refreshButton: CHECK,
    refusalData: async (sent, _error, { shop }) => {
      const files = sent.getAll(FILE).filter((value) => value instanceof File)
      const csv = await contentOf(files, String(sent.get("rates") ?? ""))
      const { previewRates } = await ratesImport()
      return { preview: await previewRates(shop, { csv, replaces: sent.get("replaces") === "on" }) }
    },
  },
)

/** A chosen file takes precedence over the text field. */
async function contentOf(files: readonly File[], typed: string): Promise<Uint8Array | string> {
  const file = files.find(({ size }) => size > 0)
  return file ? new Uint8Array(await file.slice(0, 4 * MAX_CSV + 1).arrayBuffer()) : typed
}

export default function ImportRates() {
  const { version, rates, origin } = useLoaderData<typeof loader>()
  const lastResult = useFormResult<typeof action>()
  const preview = lastResult?.preview
  return (
    <AdminPage title="Import rates" lead={<StaffLink to="/admin/taxes">Taxes</StaffLink>}>
      <div className="prose">
        <p>
          Import a file with the columns <code>country</code>, <code>state</code>, <code>postcode</code>,{" "}
          <code>rate</code> in per cent, <code>name</code>, <code>shipping</code> (yes or no), <code>class</code> and{" "}
          <code>from</code> (a date). A rate with the same place, name, class and date is updated; all others are added.
          You see the changes before anything is saved.
        </p>
        <p>
          WooCommerce’s file of rates (<i>WooCommerce, Settings, Tax, Export CSV</i>) is recognized. Each post code
          becomes a rate; lines that this shop cannot express, such as those for a city, are listed with the reason and
          left out.
        </p>
        <p>
          {origin.source}. As of {origin.date}. {origin.reduced} {origin.places.map(({ reason }) => reason).join(" ")}{" "}
          Please check them before you sell. Places outside the VAT area, such as the Canary Islands, are exceptions
          that <StaffLink to="/admin/taxes">Taxes</StaffLink> lists.
        </p>
      </div>
      <ButtonLink to="/admin/taxes/import?table=eu" variant="secondary" small reloadDocument>
        Start with the rates of the EU
      </ButtonLink>
      {preview && <RateChangesTable {...preview} />}
      <ImportFields
        key={preview ? JSON.stringify(preview) : rates}
        lastResult={withPreview(lastResult)}
        version={version}
        rates={rates}
      />
    </AdminPage>
  )
}

/** The next click applies to what is now shown. */
function withPreview(result: ImportFieldsProps["lastResult"]): ImportFieldsProps["lastResult"] {
  if (!result?.preview) return result
  const { csv, version } = result.preview
  return { ...result, initialValue: { ...result.initialValue, rates: csv, snapshot: String(version) } }
}

interface ImportFieldsProps {
  lastResult: ReturnType<typeof useFormResult<typeof action>>
  version: number
  rates: string
}

function ImportFields({ lastResult, version, rates }: ImportFieldsProps) {
  const [form, fields] = useShopForm<Record<"snapshot" | "rates" | "replaces" | "file", string>>({
    id: "rates",
    lastResult,
    // A table replaces the initial rate of a new shop.
    defaultValue: { snapshot: String(version), rates, replaces: rates === "" ? "" : "on" },
  })
  const canImport = lastResult?.preview?.problems.length === 0
  return (
    <ShopForm
      tool={{
        name: "check_tax_rates",
        description: "Checks a file of tax rates and shows what it would change",
        submits: true,
      }}
      form={form}
      encType="multipart/form-data"
    >
      <input type="hidden" name={fields.snapshot.name} value={fields.snapshot.initialValue ?? ""} />
      <FileField of={fields.file} label="CSV file" accept=".csv,text/csv" required={false} />
      <TextareaField
        of={fields.rates}
        label="or its text"
        hint="This text is imported if you choose no file."
        rows={12}
        maxLength={MAX_CSV}
        required={false}
      />
      <CheckboxField of={fields.replaces} label="Delete rates that are not in the file" />
      <div className="cluster">
        <Button name={CHECK} value="Check" variant={canImport ? "secondary" : "primary"}>
          Check
        </Button>
        {canImport && <SubmitButton>Import</SubmitButton>}
      </div>
    </ShopForm>
  )
}
