import type { RequestHandler } from "express"

/** Former releases request the route manifest here; with this header Remix loads the next page as a document. */
export const reloadLegacyPages: RequestHandler = (_request, response) => {
  response.status(204).set({ "X-Remix-Reload-Document": "true", "Cache-Control": "no-store" }).end()
}
