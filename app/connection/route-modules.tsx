import { useActionData } from "@remix-run/react"
import { useEffect } from "react"
import { sendForm } from "./load-document"

interface Route {
  id: string
  /** The address of its script. */
  module: string
}

/**
 * Takes the place of Remix's own, which reloads the page one is on when a script does not come: what was typed there
 * would be gone, and where one was going. A newer release may have taken the script away.
 */
export async function loadRouteModule(route: Route, known: Record<string, unknown>): Promise<unknown> {
  if (!(route.id in known)) {
    known[route.id] = await import(/* @vite-ignore */ route.module).catch((error) => {
      console.error(error)
      rememberLastForm()
      return { default: ReloadPage }
    })
  }
  return known[route.id]
}

/** Replaces a page whose script could not be loaded: once rendered, the browser reloads the whole page. */
function ReloadPage() {
  const refused = useActionData()
  useEffect(() => {
    // A form that was refused has changed nothing: sent again, it comes back with its page.
    if (refused && lastForm) sendForm(lastForm)
    else window.location.reload()
  }, [refused])
  return null
}

type Navigation = typeof window.__remixRouter.state.navigation

let lastForm: Extract<Navigation, { state: "submitting" }> | undefined

function rememberLastForm() {
  const remember = (navigation: Navigation) => {
    if (navigation.state === "submitting") lastForm = navigation
  }
  remember(window.__remixRouter.state.navigation)
  window.__remixRouter.subscribe(({ navigation }) => remember(navigation))
}
