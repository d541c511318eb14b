import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type RequestHandler as RemixHandler,
} from "@remix-run/node"
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express"
import { sendAnswer } from "./send-answer.server"

/** Hands requests to the routes, with the context of each, and sends what they answer. */
export function remixRequests(
  handle: RemixHandler,
  loadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext,
): RequestHandler {
  return async (request, response, next) => {
    try {
      const answer = await handle(toFetchRequest(request, response), loadContext(request, response))
      await sendAnswer(request, response, answer)
    } catch (error) {
      next(error)
    }
  }
}

/** The request as routes read it; aborted when the connection closes before the answer has been sent. */
function toFetchRequest(request: ExpressRequest, response: ExpressResponse): Request {
  const { method, protocol, originalUrl } = request
  const connection = new AbortController()
  response.once("close", () => {
    if (!response.writableFinished) connection.abort()
  })
  const init: RequestInit = { method, headers: toFetchHeaders(request), signal: connection.signal }
  if (method !== "GET" && method !== "HEAD") {
    Object.assign(init, { body: createReadableStreamFromReadable(request), duplex: "half" })
  }
  return new Request(`${protocol}://${request.headers.host}${originalUrl}`, init)
}

function toFetchHeaders({ headers }: ExpressRequest): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) all.append(name, one)
  }
  return all
}
