// /admin/attention
import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { listFailedMails } from "~/domain/dashboard/failed-mails.server"
import { PageFilter } from "~/domain/inventory/inventory-filter"
import { listIncidents } from "~/domain/payments/incident-list.server"
import { listWaitingRefunds } from "~/domain/payments/waiting-refunds.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { FailedMails } from "./failed-mails"
import { Incidents } from "./incidents"
import { WaitingRefunds } from "./waiting-refunds"

export const meta = title("Attention")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const admin = requireAdmin(user)
    const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
    const [{ incidents, count }, refunds, { mails }] = await Promise.all([
      listIncidents(shop, admin, filter),
      listWaitingRefunds(shop, admin),
      listFailedMails(shop, admin),
    ])
    return { incidents, count, refunds, mails, filter }
  })
}

export default function Attention() {
  const { incidents, count, refunds, mails, filter } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="What needs attention">
      <section className="stack" aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        <Incidents incidents={incidents} count={count} list={{ path: "/admin/attention", filter }} />
      </section>
      <section className="stack" aria-labelledby="refunds">
        <h2 id="refunds">Refunds on their way</h2>
        <WaitingRefunds refunds={refunds} />
      </section>
      <section className="stack" aria-labelledby="mails">
        <h2 id="mails">Mails that could not be sent</h2>
        <FailedMails mails={mails} />
      </section>
    </AdminPage>
  )
}
