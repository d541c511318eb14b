import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { assetAddress } from "~/ui/shell/asset-address"
import { retryRemixRequests } from "./connection/fetch-for-remix"

retryRemixRequests()
moveToAssetHost(window.__remixManifest)

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

/** What the build writes of the routes names their files by path alone; they come from where this script came from. */
function moveToAssetHost({ routes }: typeof window.__remixManifest) {
  for (const route of Object.values(routes)) {
    route.module = assetAddress(route.module)
    route.imports = route.imports?.map(assetAddress)
  }
}

/**
 * Waits for the page's data, which Remix sends after the markup and suspends for. React must not be hydrating by then:
 * a press while the root is suspended makes React 18 render it at once, fail with its error 345 and never try again.
 * Remix hands its promise only to the one that renders `RemixBrowser`, by throwing it.
 */
async function dataArrived() {
  try {
    RemixBrowser({})
  } catch (pending) {
    await pending
  }
}
