import { isRouteErrorResponse, useNavigationType, useRouteError, useRouteLoaderData } from "@remix-run/react"
import { useRefusalToast } from "~/ui/toasts/refusal-toast"
import { ErrorPage } from "./error-page"

/** The report that an error page receives from the server. */
interface Report {
  message?: string
  requestId?: string
  back?: string
}

/** A route's error as a page: what was refused in its own words, anything else as the shop's fault. */
export function RouteError() {
  const error = useRouteError()
  const report = isRouteErrorResponse(error) ? (error.data as Report | null) : null
  const pressed = useNavigationType() !== "POP"
  useRefusalToast(pressed && report?.message ? [report.message] : [], error)
  const shell = useRouteLoaderData<{ requestId?: string }>("root")
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : 500}
      message={report?.message}
      back={report?.back}
      requestId={report?.requestId ?? shell?.requestId}
    />
  )
}

/** For routes that are never shown: their loader leads elsewhere, and what their action refuses is an error page. */
export function NoScreen() {
  return null
}
