// /admin/product/:id/versions

import type { FieldMetadata } from "@conform-to/react"
import { Link, useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"
import { findVariantTable } from "~/domain/catalog/variants/variants.server"
import { PageFilter } from "~/domain/lists/page-number"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { pageAddress } from "~/http/request/request-path"
import { paths } from "~/paths"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Pagination } from "~/ui/lists/pagination"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../../admin-page"
import { ReadOnlyWithout, RecordLink } from "../../permitted/permitted"
import { VariantFieldset } from "./variant-fieldset"
import { toVariantChanges, type VariantField, VariantsForm, variantPage } from "./variant-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ name }) => `Versions of ${name}`)

export const loader = adminPage("products.see", async ({ shop, actor, id, url }) => {
  const { page } = PageFilter.parse(Object.fromEntries(url.searchParams))
  const { name, pictures, ...table } = await findVariantTable(shop, actor, id)
  const choices = pictures.map(({ id, alt }, index) => ({ value: id, label: `Image ${index + 1}: ${alt || name}` }))
  const { controls } = editedVariantRecord
  return { id, name, controls, choices, hasOptions: table.options.length > 0, ...variantPage(table, page) }
})

export const action = adminForm(productEditing, VariantsForm, async (ctx, form) => {
  const { page } = PageFilter.parse(Object.fromEntries(ctx.url.searchParams))
  const { saveVariants } = await import("~/domain/catalog/variants/save-variants.server")
  await saveVariants(ctx.shop, ctx.actor, ctx.id, toVariantChanges(form, page), form.note)
  return ctx.redirectWithSuccess(pageAddress(ctx.url), "Versions saved")
})

export default function ProductVariants() {
  const loaded = useLoaderData<typeof loader>()
  const { id, name, hasOptions, sold, combinations, leftUnits, page, pages } = loaded
  return (
    <AdminPage
      title="Versions"
      lead={<RecordLink to={paths.adminProduct(id)}>{name}</RecordLink>}
      actions={
        <>
          <Link to={paths.productOptions(id)}>{hasOptions ? "Options" : "Add sizes, colours …"}</Link>{" "}
          <Link to={paths.stockLedger(id)}>Stock ledger</Link>
        </>
      }
    >
      {hasOptions && (
        <p className="muted">
          {pluralize(sold, "version is", "versions are")} sold, of {pluralize(combinations, "combination")}.
        </p>
      )}
      {leftUnits > 0 && (
        <Notice tone="neutral" title={`${pluralize(leftUnits, "unit belongs", "units belong")} to versions that ended`}>
          <p>
            They are not for sale. Add them to the new versions here; the{" "}
            <Link to={paths.stockLedger(id)}>stock ledger</Link> has both.
          </p>
        </Notice>
      )}
      <ReadOnlyWithout needs={productEditing}>
        <VariantsTable key={`${id} ${page}`} {...loaded} />
      </ReadOnlyWithout>
      <Pagination page={page} pages={pages} href={(page) => paths.productVariants(id, { page: String(page) })} />
    </AdminPage>
  )
}

type Fields = { variants: Record<VariantField, string>[]; note: string; all: string }

function VariantsTable({ name, controls, rows, choices, hasOptions }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const defaultValue = { variants: rows.map(({ fields }) => fields) }
  const [form, fields] = useShopForm<Fields>({ id: "variants", defaultValue })
  return (
    <ShopForm
      tool={{ name: "save_variants", description: "Saves the prices and stock of the variants", submits: true }}
      form={form}
    >
      {rows.length > 1 && <CheckboxField of={fields.all} label="Sell all versions of this page" />}
      <div className="fieldset-rows">
        {rows.map((row, index) => {
          const of = fields.variants.getFieldList()[index] as FieldMetadata<Record<VariantField, string>> | undefined
          if (!of) return null
          return (
            <VariantFieldset
              key={row.fields.values}
              controls={controls}
              of={of.getFieldset()}
              row={hasOptions ? row : { ...row, title: name }}
              isOptional={hasOptions}
              pictures={choices}
            />
          )
        })}
      </div>
      <TextField
        of={fields.note}
        label="Reason for the new stock"
        hint="Only if you change the stock: recounted, damaged, delivered."
        maxLength={300}
        required={false}
      />
      <SubmitButton>Save versions</SubmitButton>
    </ShopForm>
  )
}
