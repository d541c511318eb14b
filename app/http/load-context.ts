import type { ServerBuild } from "@remix-run/node"
import type { Shop } from "~/domain/shop"
import type { DocumentStore } from "./documents/document-store.server"
import type { RequestLogFields } from "./request-log-fields"
import type { Cookies } from "./session/cookies.server"

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true
  }

  /** The dependencies that the server passes to every request. */
  interface AppLoadContext extends Cookies {
    shop: Shop
    /** The Content-Security-Policy nonce of this answer; absent where its inline scripts are known by their hashes. */
    nonce?: string
    /** Whether every stranger gets this answer: then it says nothing of the request that it was made for. */
    isShared: boolean
    /** Counts words that were searched for and found, once a day for each client. */
    recordSearch(words: string): void
    /** Hears that the answer is made of what was known last, because the database is away: nobody else may get it. */
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
