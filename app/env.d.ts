declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/node"

  /** Fills in the empty modules of the back office's routes (`remix.config.js`). */
  const build: ServerBuild & { loadBackOffice(): Promise<void> }
  export = build
}
