// /admin/options
import { useLoaderData } from "@remix-run/react"
import { PageFilter } from "~/domain/lists/page-number"
import { listOptionNames, MAX_COUNTED, mergeOption } from "~/domain/search/merge-options.server"
import { OptionMerge } from "~/domain/search/option-merge"
import { withCommas } from "~/domain/text/with-commas"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { Button } from "~/ui/button"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { ListTable } from "../tables/list-table"
import { RowButton } from "../tables/row-button"
import { useMay } from "../use-may"

const LIST = "/admin/options"

export const meta = title("Options")

export const loader = adminPage("products.see", async ({ shop, actor, url }) => {
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  const { names, count } = await listOptionNames(shop, actor, filter)
  return {
    names: names.map(({ count, ...name }) => {
      return { ...name, products: count === MAX_COUNTED ? `${withCommas(count)} or more` : withCommas(count) }
    }),
    count,
    filter,
  }
})

export const action = adminForm(
  "products.edit",
  OptionMerge,
  async ({ shop, actor, redirectWithSuccess }, merge) => {
    const name = await mergeOption(shop, actor, merge)
    if (merge.into === "") return redirectWithSuccess(LIST, `${name} is now a separate option`)
    return redirectWithSuccess(LIST, `${name} is merged`, { action: LIST, fields: { option: merge.option, into: "" } })
  },
  { screen: LIST, refused: asToast(LIST) },
)

export default function Options() {
  const { names, count, filter } = useLoaderData<typeof loader>()
  const mayEdit = useMay()("products.edit")
  return (
    <AdminPage
      title="Options"
      lead="Shoppers choose and filter products by options, such as a size or a colour. Names that differ only in case, accents or spaces are one option in filters. Merge others that mean the same, such as Color and Colour. Products keep their own name."
    >
      <ListTable
        caption="Options"
        list={{ path: LIST, filter }}
        count={count}
        empty={{ title: "No product has options yet", icon: "tag" }}
        columns={[
          { key: "name", label: "Option", narrow: "title" },
          { key: "products", label: "Products", align: "end", narrow: "plain" },
          { key: "state", label: "Shoppers see", narrow: "plain" },
        ]}
        rows={names.map(({ key, name, products, mergedInto }) => ({
          id: key,
          name,
          products,
          state: mergedInto ?? name,
          actions: mayEdit && mergedInto && (
            <RowButton fields={{ option: key, into: "" }} name={`Separate ${name} from ${mergedInto}`}>
              Separate
            </RowButton>
          ),
        }))}
      />
      {mayEdit && <MergeForm names={names.filter(({ mergedInto }) => mergedInto === null)} />}
    </AdminPage>
  )
}

function MergeForm({ names }: { names: { key: string; name: string }[] }) {
  const [form, fields] = useShopForm<{ option: string; into: string }>({ id: "merge-options" })
  if (names.length < 2) return null
  const options = names.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <ShopForm
      tool={{ name: "save_options", description: "Saves the options of sizes and colors", submits: true }}
      form={form}
    >
      <SelectField of={fields.option} label="Merge" placeholder="Choose an option" options={options} required />
      <SelectField of={fields.into} label="Into" placeholder="Choose an option" options={options} required />
      <div className="cluster">
        <Button>Merge</Button>
      </div>
    </ShopForm>
  )
}
