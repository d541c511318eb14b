import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { retryRemixRequests } from "~/connection/fetch-for-remix"
import { assetAddress } from "~/ui/shell/asset-address"

retryRemixRequests()
completeRoutes(window.__remixManifest)

dataArrived().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  }),
)

/** The manifest leaves out ids, which are its keys, and has only paths: files come from the host of this script. */
function completeRoutes({ routes }: typeof window.__remixManifest) {
  for (const [id, route] of Object.entries(routes)) {
    route.id = id
    route.module = assetAddress(route.module)
    route.imports = route.imports?.map(assetAddress)
  }
}

/** Waits for the data that Remix throws as a promise: a click on a suspended root ends in React 18's error 345. */
async function dataArrived() {
  try {
    RemixBrowser({})
  } catch (pending) {
    await pending
  }
}
