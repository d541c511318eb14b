import { randomBytes } from "node:crypto"
import type { AppLoadContext, RequestHandler as RemixHandler } from "@remix-run/node"
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express"
import type { Shop } from "~/domain/shop"
import { withDeadline } from "~db/deadline.server"
import type { CacheableAddress } from "./cacheable-address.server"
import { type FinishedAnswer, finish } from "./finished-answer.server"

export interface RendererOptions {
  shop: Shop
  /** The routes. */
  handle: RemixHandler
  /** What sets the headers of every answer. */
  security: RequestHandler[]
  /** What routes are told of a request. */
  loadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
}

/** Makes the answer that every stranger gets, of a request that holds nothing but the address. */
export function openRenderer({ shop, handle, security, loadContext }: RendererOptions) {
  return async (
    address: CacheableAddress,
    request: ExpressRequest,
    response: ExpressResponse,
  ): Promise<FinishedAnswer> => {
    let keyword: string | null = null
    let isOld = false
    const nonce = randomBytes(16).toString("hex")
    const context: AppLoadContext = {
      ...loadContext(request, response),
      nonce,
      isShared: true,
      recordSearch: (searched) => {
        keyword = searched
      },
      noteOutage: () => {
        isOld = true
      },
    }
    const nobodys = new Request(new URL(address.path, shop.identity.url))
    const answered = await withDeadline(() => handle(nobodys, context))
    const finished = await finish(address, answered, { security, keyword, nonce })
    return isOld ? { ...finished, cached: null } : finished
  }
}
