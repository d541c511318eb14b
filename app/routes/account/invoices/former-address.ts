// /order/:id/papers/*
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"

export const loader = page(({ params: { id = "", "*": document }, url, redirectToCurrent }) =>
  redirectToCurrent((document ? paths.invoice(id, document) : paths.orderInvoices(id)) + url.search),
)
