// /admin/products/import
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useActionData, useNavigation } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { judgeImport } from "~/domain/inventory/judge-import.server"
import { invalid } from "~/domain/shop-error"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Button } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/hydrated"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"

export const meta = title("Import products")

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => {
    requireAdmin(user)
    return {}
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    async ({ shop, user, sent, redirect }) => {
      const file = sent.get("file")
      if (!(file instanceof File)) throw invalid("Please choose a CSV file", "file")
      return redirect(`/admin/products/import/${await judgeImport(shop, requireAdmin(user), file)}`)
    },
    { guard: requireAdmin },
  )
}

export default function ImportProducts() {
  const [form, fields] = useShopForm<{ file: string }>({ id: "import", lastResult: useActionData<typeof action>() })
  const busy = useNavigation().formMethod === "POST"
  const hydrated = useHydrated()
  return (
    <AdminPage title="Import products" lead={<Link to="/admin/products">Back to the products</Link>}>
      <div className="prose">
        <p>
          Choose a file such as the export of the products. You will see first what it would change, and every row's
          errors; nothing is written before you say so.
        </p>
        <ul>
          <li>A row with an ID changes that product; what is empty, or has no column, stays as it is.</li>
          <li>A row without an ID is a new product.</li>
          <li>
            Stock is changed by the difference between <code>stock</code> and <code>stockSeen</code>, so what was sold
            since the export stays sold. Without <code>stockSeen</code>, <code>stock</code> is what the stock becomes.
          </li>
        </ul>
      </div>
      <ShopForm form={form} encType="multipart/form-data">
        <FileField
          of={fields.file}
          label="CSV file"
          hint="UTF-8, up to 8 MB and 20,000 rows"
          accept=".csv,text/csv"
          required
        />
        <Button busy={hydrated && busy}>Check the file</Button>
      </ShopForm>
    </AdminPage>
  )
}
