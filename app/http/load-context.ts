import type { ServerBuild } from "@remix-run/node"
import type { Shop } from "~/domain/shop"
import type { DocumentStore } from "./documents/document-store.server"
import type { PageTemplate } from "./frame/page-template.server"
import type { RequestLogFields } from "./request-log-fields"
import type { Cookies } from "./session/cookies.server"

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true
  }

  /** The dependencies that the server passes to every request. */
  interface AppLoadContext extends Cookies {
    shop: Shop
    /** The Content-Security-Policy nonce; absent if the policy has the hashes of the inline scripts. */
    nonce?: string
    /** Whether the response is kept for all anonymous requests, and names none of them. */
    isShared: boolean
    /** Takes the page as a template for everybody; where it is given, the page is rendered as one. */
    keepTemplate?(template: PageTemplate): void
    /** Whether the settings are known to be as new as the kept pages, so that a visitor's request need not look. */
    hasCurrentSettings?: boolean
    /** Counts words that were searched for and found, once a day for each client. */
    recordSearch(words: string): void
    /** Keeps the response out of the cache: during an outage it is rendered from what was known last. */
    noteOutage(): void
    /** Names this request in the log, and on the page when something broke. */
    requestId: string
    /** The fields that the log shows about this request beside its address. */
    logFields: RequestLogFields
    /** The client's address, as far as TRUST_PROXY lets it be believed. */
    clientAddress: string
    /** Long texts about the whole catalogue, shared by all who read them. */
    documents: DocumentStore
    /** Resolves when the client has taken what was sent so far, or has left. */
    drained(): Promise<void>
    contextMenu: "blocked" | "allowed"
    /** Whether `/dev/mail` exists: only on the embedded default. */
    mailPage: boolean
    /** All routes that are served: the description of the API is read off them. */
    build: () => Promise<ServerBuild>
  }
}
