// /admin/product/:id/options

import { Link, useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { findVariantTable } from "~/domain/catalog/variants/variants.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../../admin-page"
import { ReadOnlyWithout, RecordLink } from "../../permitted/permitted"
import { OptionEdit, renameChoices, toOptionLines, withRename } from "./option-lines"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ name }) => `Options of ${name}`)

export const loader = adminPage("products.see", async ({ shop, actor, id }) => {
  const { optionsVersion } = await import("~/domain/catalog/variants/options.server")
  const { name, options } = await findVariantTable(shop, actor, id)
  return { id, name, lines: toOptionLines(options), snapshot: optionsVersion(options), renames: renameChoices(options) }
})

export const action = adminForm(
  ["products.see", ...productEditing],
  OptionEdit,
  async (ctx, { changes, rename, snapshot }) => {
    const { shop, actor, id } = ctx
    const { options } = await findVariantTable(shop, actor, id)
    const edit = rename ? withRename(changes, options, rename) : changes
    const { setOptions } = await import("~/domain/catalog/variants/options.server")
    await setOptions(shop, actor, id, edit, snapshot)
    const next = edit.length > 0 ? paths.productVariants(id) : paths.adminProduct(id)
    return ctx.redirectWithSuccess(
      next,
      edit.length > 0 ? "Options saved: tick the versions that you sell" : "Options removed",
    )
  },
)

export default function ProductOptions() {
  const { id, name, lines, snapshot, renames } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Fields>({ id: "options", defaultValue: { options: lines, snapshot } })
  return (
    <AdminPage
      title="Options"
      lead={<RecordLink to={paths.adminProduct(id)}>{name}</RecordLink>}
      actions={<Link to={paths.productVariants(id)}>Versions</Link>}
    >
      <p className="muted">
        Shoppers choose from these, such as a size and a colour. If you add or remove an option, all versions of this
        product are replaced by new ones, so that no cart contains a version that the shopper did not choose.
      </p>
      <ReadOnlyWithout needs={["products.see", ...productEditing]}>
        <ShopForm
          tool={{ name: "save_product_options", description: "Saves the options of the product", submits: true }}
          form={form}
        >
          <input type="hidden" name={fields.snapshot.name} value={fields.snapshot.initialValue} />
          {fields.options.getFieldList().map((option, place) => {
            const { name, was, values } = option.getFieldset()
            return (
              <fieldset key={option.key} className="option-fields form">
                <legend>Option {place + 1}</legend>
                {was.initialValue && <input type="hidden" name={was.name} value={was.initialValue} />}
                <TextField
                  of={name}
                  label={`Name of option ${place + 1}`}
                  hint={place === 0 ? "Such as Size." : undefined}
                  maxLength={40}
                  required={false}
                />
                <TextareaField
                  of={values}
                  label={`Values of option ${place + 1}`}
                  hint="One on each line, in the order in which shoppers see them. At most 60."
                  maxLength={10_000}
                  required={false}
                />
              </fieldset>
            )
          })}
          {renames.length > 0 && (
            <fieldset className="option-fields form">
              <legend>Rename a value</legend>
              <div className="form-row">
                <SelectField
                  of={fields.renames}
                  label="Value"
                  placeholder="No value"
                  options={renames}
                  hint="Its versions, orders and addresses stay."
                  required={false}
                />
                <TextField of={fields.renamed} label="New name" maxLength={60} required={false} />
              </div>
            </fieldset>
          )}
          <SubmitButton>Save options</SubmitButton>
        </ShopForm>
      </ReadOnlyWithout>
    </AdminPage>
  )
}

type Fields = Record<"snapshot" | "renames" | "renamed", string> & {
  options: Record<"name" | "was" | "values", string>[]
}
