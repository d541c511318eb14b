// /admin/attention/mail/:id
import { retryMail } from "~/domain/dashboard/failed-mails.server"
import { attend, showAttention } from "./attend.server"

export const loader = showAttention
export const action = attend(retryMail, "The mail is tried again")
