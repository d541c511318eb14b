import { PassThrough } from "node:stream"
import type { AppLoadContext, EntryContext } from "@remix-run/node"
import { createReadableStreamFromReadable } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import { renderToPipeableStream } from "react-dom/server"
import { ShopError } from "./domain/shop-error"
import { NonceContext } from "./nonce"

const GIVE_UP_AFTER = 8_000

/** Renders a page whole before its first byte, so that a failure can still choose the status. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failed: unknown
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <RemixServer context={remix} url={request.url} nonce={context.nonce} abortDelay={GIVE_UP_AFTER} />
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        onAllReady() {
          const body = new PassThrough()
          headers.set("Content-Type", "text/html; charset=utf-8")
          if (!headers.has("Cache-Control")) headers.set("Cache-Control", cachingOf(remix))
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }))
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          failed = error
          context.shop.log.error({ err: error, requestId: context.requestId }, "rendering failed")
        },
      },
    )
    setTimeout(abort, GIVE_UP_AFTER + 1_000).unref()
  })
}

/** What scripts are told of a page is as personal as the page itself. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-cache")
  return response
}

/** What a signed-in person saw must not come back with the Back button once they have signed out. */
function cachingOf({ staticHandlerContext }: EntryContext): string {
  const root: { user?: unknown } | undefined = staticHandlerContext.loaderData.root
  return root?.user ? "no-store" : "private, no-cache"
}

/** What a loader or an action could not handle: refusals are answered, bugs are logged with the request's id. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || error instanceof ShopError) return
  context.shop.log.error({ err: error, requestId: context.requestId }, "a page failed")
}
