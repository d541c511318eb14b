// /admin/attention/payment/:id
import { resolveIncident } from "~/domain/payments/incident-list.server"
import { attend, showAttention } from "./attend.server"

export const loader = showAttention
export const action = attend(resolveIncident, "Settled")
