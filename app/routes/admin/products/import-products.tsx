// /admin/products/import

import { productEditing } from "~/domain/accounts/permission"
import { ImportChoices } from "~/domain/product-table/import/import-filter"
import { importFiles } from "~/domain/product-table/import/import-limits"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { invalid } from "~/domain/shop-error"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"

export const meta = title("Import products")

export const loader = adminPage(productEditing, () => ({}))

export const action = adminForm(
  productEditing,
  ImportChoices,
  async ({ shop, actor, files, redirect }, choices) => {
    const isArchive = ({ name }: File) => /\.zip$/i.test(name)
    const [file, second] = files.filter((one) => !isArchive(one))
    if (!file) throw invalid("Please choose a CSV file", "file")
    if (second) throw invalid("Please choose one CSV file, and at most one ZIP file", "file")
    return redirect(paths.productImport(await previewImport(shop, actor, file, choices, files.find(isArchive))))
  },
  { fileField: "file", largeFiles: importFiles },
)

type ImportFields = Record<keyof ImportChoices | "file", string>

export default function ImportProducts() {
  const [form, fields] = useShopForm<ImportFields>({ id: "import" })
  return (
    <AdminPage title="Import products" lead={<StaffLink to="/admin/products">Back to the products</StaffLink>}>
      <div className="prose">
        <p>
          Choose a file, such as an export of your products. You will first see what it would change, and the errors in
          each row; nothing is saved until you confirm.
        </p>
        <ul>
          <li>A row with an ID changes that product; empty cells and missing columns leave it as it is.</li>
          <li>
            <code>compareAtPrice</code> is the price before a reduction; 0 ends it.
          </li>
          <li>
            <code>salePrice</code> is the price from the day <code>saleFrom</code> until <code>saleUntil</code>. Without
            a first day the sale begins at once, and without a last day it does not end; 0 ends the sale. In a file
            without these columns, <code>price</code> is the price to pay, and another price ends a sale.
          </li>
          <li>
            <code>uncounted</code> is yes for products that are sold without counting the stock, or no.
          </li>
          <li>
            <code>status</code> is published or draft; <code>publishedFrom</code> and <code>publishedUntil</code> are
            days such as 2026-12-24, or none.
          </li>
          <li>A row without an ID adds a new product.</li>
          <li>
            A product with options has a row for each version, one below the other, with the same ID or the same{" "}
            <code>handle</code>. The first row has the name and all else that is the product's own; each row has its
            values (<code>option1Name</code> Size, <code>option1Value</code> M), price and stock.
          </li>
          <li>
            Versions that are not in the file stay as they are. <code>picture</code> is the number of one of the
            product's pictures; none empties <code>sku</code>, <code>gtin</code>, <code>mpn</code>,{" "}
            <code>weightGrams</code> or <code>picture</code>.
          </li>
          <li>
            <code>measureAmount</code> and <code>measureUnit</code> are what one contains, such as 500 and g (or kg, ml,
            cl, l, cm, m, m2, m3, piece), or none.
          </li>
          <li>
            Stock is changed by the difference between <code>stock</code> and <code>stockSeen</code>, so that sales
            since the export are not lost. Without <code>stockSeen</code>, <code>stock</code> is the new stock.
          </li>
        </ul>
        <p>
          Product files of Shopify, WooCommerce (in any language), PrestaShop, Magento, Etsy, BigCommerce and Square are
          recognised by their headings, and you will see how each is used. Their products are added as new ones, and
          their old addresses lead to them. For any other file, you choose what each column is.
        </p>
      </div>
      <ShopForm
        tool={{
          name: "check_products",
          description: "Checks a file of products and shows what it would change",
          submits: true,
        }}
        form={form}
        encType="multipart/form-data"
      >
        <FileField
          of={fields.file}
          label="CSV file"
          hint="Up to 60 MB and 100,000 rows; beside it, for files of other shops, a ZIP file with pictures, up to 200 MB"
          accept=".csv,text/csv,.zip,application/zip"
          multiple
          required
        />
        <CheckboxField
          of={fields.makesCategories}
          label="Create missing categories"
          hint="For files of other shops; without it, their products are refused."
        />
        <CheckboxField
          of={fields.fetchesPictures}
          label="Fetch pictures from their addresses"
          hint="For files of other shops, from public servers over https; up to 10 for each product."
        />
        <SubmitButton>Check the file</SubmitButton>
      </ShopForm>
    </AdminPage>
  )
}
