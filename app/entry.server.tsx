import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node"
import { isRouteErrorResponse, RemixServer } from "@remix-run/react"
import type { ComponentProps } from "react"
import { renderToString } from "react-dom/server"
import { ShopError } from "~/domain/shop-error"
import { cacheControlFor } from "~/http/doorways/request-context.server"
import { withPageData } from "~/http/frame/page-data.server"
import { stateText } from "~/http/frame/page-state.server"
import { renderTemplate } from "~/http/frame/page-template.server"
import { PlaceholderContext } from "~/ui/shell/personal"
import { NonceContext } from "./nonce"

/** Renders whole pages, so that a failure can still set the status; without suspense no stream is needed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { serverHandoffStream, ...withoutData } = remix
  const data = stateOf(remix) ?? (await new Response(serverHandoffStream).text())
  const render = (
    nonce: string | undefined,
    placeholder: ComponentProps<typeof PlaceholderContext.Provider>["value"],
  ) =>
    `<!DOCTYPE html>${renderToString(
      <PlaceholderContext.Provider value={placeholder}>
        <NonceContext.Provider value={nonce}>
          <RemixServer context={withoutData} url={request.url} nonce={nonce} />
        </NonceContext.Provider>
      </PlaceholderContext.Provider>,
    )}`
  const { nonce, keepTemplate } = context
  const page = keepTemplate
    ? renderTemplate({ render, keepTemplate, nonce, data, remix: remix.staticHandlerContext })
    : withPageData(render(nonce, null), data, nonce)
  headers.set("Content-Type", "text/html; charset=utf-8")
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", await cacheControlFor(context))
  return new Response(page, { headers, status })
}

/** Returns `null` after a refused form and on error pages, whose data only Remix can write. */
function stateOf({ staticHandlerContext }: EntryContext): string | null {
  const { loaderData, actionData, errors } = staticHandlerContext
  const { root, ...main } = loaderData
  return root && !actionData && !errors ? stateText({ root, main }) : null
}

export async function handleDataRequest(response: Response, { context }: LoaderFunctionArgs): Promise<Response> {
  const { status, statusText, headers } = response
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", await cacheControlFor(context))
  return new Response(response.body && (await response.text()), { status, statusText, headers })
}

/** Logs bugs only; refusals already have a response. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || error instanceof ShopError || isRouteErrorResponse(error)) return
  context.shop.log.error({ err: error }, "a page failed")
}
