import { useActionData } from "@remix-run/react"
import { useEffect } from "react"
import { sendForm } from "./load-document"

interface Route {
  id: string
  module: string
}

/** Replaces Remix's loader, which reloads the page and loses typed text if a script is missing. */
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

function ReloadPage() {
  const refused = useActionData()
  useEffect(() => {
    // A refused form has changed nothing, so it can be sent again.
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
