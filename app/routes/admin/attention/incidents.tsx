import { orderName } from "~/domain/orders/order"
import { type Incident, incidentNames } from "~/domain/payments/incident"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { DateTime } from "~/ui/date-time"
import { RecordLink } from "../permitted/permitted"
import { ListTable } from "../tables/list-table"
import type { ListQuery } from "../tables/list-url"
import { RowButton } from "../tables/row-button"

interface IncidentsProps {
  incidents: Incident[]
  count: number
  list: ListQuery
}

export function Incidents({ incidents, count, list }: IncidentsProps) {
  return (
    <ListTable
      caption="Payment problems"
      list={list}
      count={count}
      empty={{ title: "No payment problems", icon: "check" }}
      columns={[
        { key: "what", label: "Problem" },
        { key: "detail", label: "Details" },
        { key: "about", label: "Order or payment" },
        { key: "when", label: "When" },
        { key: "state", label: "State" },
      ]}
      rows={incidents.map((incident) => ({
        id: incident.id,
        what: incidentNames[incident.kind],
        detail: incident.detail,
        about: <About incident={incident} />,
        when: <DateTime date={incident.createdAt} />,
        state: <Badge tone={incident.resolvedAt ? "good" : "bad"}>{incident.resolvedAt ? "Resolved" : "Open"}</Badge>,
        actions: !incident.resolvedAt && <Actions incident={incident} />,
      }))}
    />
  )
}

function About({ incident: { orderId, orderNumber, user, intentId } }: { incident: Incident }) {
  return (
    <div>
      {orderId && orderNumber && <RecordLink to={paths.adminOrder(orderId)}>Order {orderName(orderNumber)}</RecordLink>}
      {user && <p>{user.isGuest ? user.name : <RecordLink to={paths.adminUser(user.id)}>{user.name}</RecordLink>}</p>}
      {intentId && <p className="muted">{intentId}</p>}
    </div>
  )
}

function Actions({ incident: { id, kind, orderId } }: { incident: Incident }) {
  return (
    <div className="cluster">
      {kind === "refund-failed" && orderId === null && (
        <RowButton action={paths.settle("refund", id)}>Refund again</RowButton>
      )}
      <RowButton action={paths.settle("payment", id)} icon="check" name={`Mark as resolved: ${incidentNames[kind]}`}>
        Mark as resolved
      </RowButton>
    </div>
  )
}
