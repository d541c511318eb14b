import type { ServerBuild } from "@remix-run/node"
import type { Shop } from "~/domain/shop"
import type { SessionCookie } from "./session-cookie.server"
import type { Toasts } from "./toasts.server"

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true
  }

  /** What the server hands to every request. */
  interface AppLoadContext {
    shop: Shop
    cookie: SessionCookie
    toasts: Toasts
    /** The Content-Security-Policy nonce of this answer. */
    nonce: string
    /** Names this request in the log, and on the page when something broke. */
    requestId: string
    /** The client's address, as far as TRUST_PROXY lets it be believed. */
    address: string
    contextMenu: "blocked" | "allowed"
    /** Whether `/dev/mail` exists: only on the embedded default. */
    mailPage: boolean
    /** All routes that are served: the description of the API is read off them. */
    build: () => Promise<ServerBuild>
  }
}
