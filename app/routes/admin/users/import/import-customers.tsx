// /admin/users/import

import { customerImporting } from "~/domain/accounts/permission"
import { customerFiles } from "~/domain/customers/import/customer-import"
import { previewCustomers } from "~/domain/customers/import/preview-import.server"
import { invalid } from "~/domain/shop-error"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../../admin-page"
import { StaffLink } from "../../permitted/permitted"

export const meta = title("Import customers")

export const loader = adminPage(customerImporting, () => ({}))

export const action = adminForm(
  customerImporting,
  noFields,
  async ({ shop, actor, files: [file], redirect }) => {
    if (!file) throw invalid("Please choose a CSV file", "file")
    return redirect(paths.customerImport(await previewCustomers(shop, actor, file)))
  },
  { proof: "people.import", fileField: "file", largeFiles: customerFiles },
)

export default function ImportCustomers() {
  const [form, fields] = useShopForm<Record<"file", string>>({ id: "import" })
  return (
    <AdminPage title="Import customers" lead={<StaffLink to="/admin/users">Back to the users</StaffLink>}>
      <div className="prose">
        <p>
          Choose a customer file of Shopify or WooCommerce. You will first see what it would change, and the errors in
          each row; nothing is saved until you confirm, and no email is sent.
        </p>
        <ul>
          <li>A new customer gets an account without a password. When you are ready, you invite them to choose one.</li>
          <li>
            A customer with an account keeps it: their own name and address stay, and what the other shop says is added.
            If they have not confirmed their email address, the row is refused, because the account may be someone
            else’s.
          </li>
          <li>
            The number of orders, the money spent and your notes become a note on the account. Consent to marketing
            emails is kept with its date and its source; the shop sends none.
          </li>
          <li>Passwords in the file are ignored.</li>
        </ul>
      </div>
      <ShopForm
        tool={{
          name: "check_customers",
          description: "Checks a file of customers and shows what it would add",
          submits: true,
        }}
        form={form}
        encType="multipart/form-data"
      >
        <FileField
          of={fields.file}
          label="CSV file"
          hint="Up to 30 MB and 100,000 rows"
          accept=".csv,text/csv"
          required
        />
        <SubmitButton>Check the file</SubmitButton>
      </ShopForm>
    </AdminPage>
  )
}
