import type { RequestHandler } from "express"

/**
 * Reloads pages of a release whose scripts still asked here which routes there are: Remix reads this header as "leave the
 * page", towards what the shopper pressed.
 */
export const reloadLegacyPages: RequestHandler = (_request, response) => {
  response.status(204).set({ "X-Remix-Reload-Document": "true", "Cache-Control": "no-store" }).end()
}
