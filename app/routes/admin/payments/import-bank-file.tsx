// /admin/payments/import

import { Link, useLoaderData } from "@remix-run/react"
import { bankFiles } from "~/domain/bank-files/bank-file"
import { listBankFiles } from "~/domain/bank-files/bank-files.server"
import { ReadBankFile } from "~/domain/bank-files/bank-filters"
import { formatNames } from "~/domain/bank-files/bank-line"
import { previewBankFile } from "~/domain/bank-files/preview-bank-file.server"
import { invalid } from "~/domain/shop-error"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { ShortTable } from "../tables/short-table"

export const meta = title("Read a bank file")

export const loader = adminPage("orders.refund", async ({ shop, actor }) => ({
  files: await listBankFiles(shop, actor),
}))

export const action = adminForm(
  "orders.refund",
  ReadBankFile,
  async ({ shop, actor, files: [file], redirect }, how) => {
    if (!file) throw invalid("Please choose a file of your bank", "file")
    return redirect(paths.bankFile(await previewBankFile(shop, actor, file, how)))
  },
  { fileField: "file", largeFiles: bankFiles },
)

export default function ImportBankFile() {
  const { files } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Record<"file" | keyof ReadBankFile, string>>({ id: "import" })
  return (
    <AdminPage title="Read a bank file" lead={<Link to="/admin/payments">All payments</Link>}>
      <div className="prose">
        <p>
          Download the statements of the shop’s account from your bank: CAMT.053 (XML), MT940, or CSV. You will first
          see which orders each entry pays; nothing is recorded until you confirm.
        </p>
        <p>An entry that an earlier file had is shown as known, so the days of two files may overlap.</p>
      </div>
      <ShopForm
        tool={{
          name: "check_bank_file",
          description: "Reads a file of the bank and shows which orders its entries pay",
          submits: true,
        }}
        form={form}
        encType="multipart/form-data"
      >
        <FileField
          of={fields.file}
          label="Bank file"
          hint="Up to 40 MB; CSV up to 8 MB"
          accept=".xml,.sta,.940,.mt940,.txt,.csv,text/xml,text/csv"
          required
        />
        <CheckboxField
          of={fields.choosesColumns}
          label="Choose the columns of a CSV file again"
          hint="Otherwise, the columns that were chosen for the last file with the same headings apply."
        />
        <SubmitButton>Check the file</SubmitButton>
      </ShopForm>
      <ShortTable
        title="Latest files"
        nothing="No bank file has been read yet."
        rows={files}
        columns={{
          File: ({ id, fileName }) => <Link to={paths.bankFile(id)}>{fileName}</Link>,
          Format: ({ format }) => formatNames[format],
          Read: ({ createdAt }) => <CalendarDate date={createdAt} />,
        }}
      />
    </AdminPage>
  )
}
