// /admin/payouts/file/:id

import { Link, useLoaderData } from "@remix-run/react"
import { formatMoney } from "~/domain/money/format-money"
import { isWaiting } from "~/domain/payouts/payout"
import { listExported, undoExport } from "~/domain/payouts/payout-list.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { ShortTable } from "../tables/short-table"

export const meta = title("Bank file of payouts")

export const loader = adminPage("orders.refund", async ({ shop, actor, id }) => ({
  id,
  payouts: await listExported(shop, actor, id),
}))

export const action = adminForm(
  "orders.refund",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await undoExport(shop, actor, id)
    return redirectWithSuccess("/admin/payouts", "The payouts are to be paid again")
  },
  { refused: asToast(({ id }: FormContext<unknown>) => paths.payoutFile(id)) },
)

export default function PayoutFile() {
  const { id, payouts } = useLoaderData<typeof loader>()
  const waiting = payouts.filter(isWaiting).map(({ id }) => id)
  return (
    <AdminPage title="Bank file of payouts" lead={<Link to="/admin/payouts">All payouts</Link>}>
      <div className="cluster">
        <ButtonLink to={paths.downloadPayoutFile(id)} reloadDocument icon="download">
          Download the file
        </ButtonLink>
        {waiting.length > 0 && (
          <ButtonLink to={paths.finishPayouts(waiting)} variant="secondary">
            Mark as paid
          </ButtonLink>
        )}
      </div>
      <ShortTable
        title="Payouts in this file"
        nothing="There are none."
        rows={payouts}
        columns={{
          Payee: ({ id, payeeName }) => (
            <Link to={paths.payout(id)}>
              <bdi>{payeeName}</bdi>
            </Link>
          ),
          Text: ({ reference }) => reference,
          Amount: ({ amount, currency }) => formatMoney(amount, currency),
        }}
      />
      {waiting.length > 0 && (
        <PostForm tool={null}>
          <Button variant="secondary">Take the file back</Button>
          <p className="muted">Do this only if you have not given it to your bank: its payouts can then be changed.</p>
        </PostForm>
      )}
    </AdminPage>
  )
}
