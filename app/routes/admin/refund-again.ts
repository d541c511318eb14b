// /admin/attention/refund/:id
import { refundAgain } from "~/domain/payments/refund-again.server"
import { attend, showAttention } from "./attend.server"

export const loader = showAttention
export const action = attend(refundAgain, "Refund asked for again")
