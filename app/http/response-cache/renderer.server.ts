import { randomBytes } from "node:crypto"
import type { AppLoadContext, RequestHandler as RemixHandler } from "@remix-run/node"
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express"
import type { Shop } from "~/domain/shop"
import type { PageTemplate } from "~/http/frame/page-template.server"
import { withDeadline } from "~db/deadline.server"
import type { CacheKey } from "./cache-keys.server"
import { type FinishedResponse, finish } from "./finished-response.server"

export interface RendererOptions {
  shop: Shop
  handle: RemixHandler
  security: RequestHandler[]
  loadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
}

/** Renders from the key alone, so that the response cannot contain personal data. */
export function openRenderer({ shop, handle, security, loadContext }: RendererOptions) {
  return async (key: CacheKey, request: ExpressRequest, response: ExpressResponse): Promise<FinishedResponse> => {
    let keyword: string | null = null
    let isOutage = false
    let template: PageTemplate | undefined
    const tags = new Set<string>()
    const nonce = randomBytes(16).toString("hex")
    const own = loadContext(request, response)
    const context: AppLoadContext = {
      ...own,
      shop: { ...own.shop, noteRead: (tag) => tags.add(tag) },
      nonce,
      isShared: true,
      foundSession: undefined,
      keepTemplate: (kept) => {
        template = kept
      },
      recordSearch: (searched) => {
        keyword = searched
      },
      noteOutage: () => {
        isOutage = true
      },
    }
    const anonymousRequest = new Request(new URL(key.path, shop.identity.url), { headers: key.headers })
    const rendered = await withDeadline(() => handle(anonymousRequest, context))
    const finished = await finish(key, rendered, { security, keyword, nonce, tags, template })
    return isOutage ? { ...finished, cached: null } : finished
  }
}
