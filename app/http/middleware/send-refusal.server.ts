import type { Request, Response } from "express"
import { failureBody } from "~/http/doorways/envelope.server"
import { refusalPage } from "~/http/doorways/refusal-page.server"
import { isApiPath } from "./api-requests.server"

export function sendRefusal(
  request: Request,
  response: Response,
  status: number,
  message: string,
  guard = "malformed",
): void {
  response.locals.logFields.refusal = guard
  response.status(status).set("Cache-Control", "no-store")
  if (isApiPath(request.path)) return void response.json(failureBody(message))
  const { requestId, shopName, site } = response.locals
  response.type("html").send(refusalPage({ status, message, requestId, shopName, site: site() }))
}
