import { isRouteErrorResponse, useNavigationType, useRouteError, useRouteLoaderData } from "@remix-run/react"
import { useRefusalToast } from "~/ui/toasts/refusal-toast"
import { ErrorPage } from "./error-page"

interface Report {
  title?: string
  message?: string
  requestId?: string
  back?: string
  backLabel?: string
}

export function RouteError() {
  const error = useRouteError()
  const report = isRouteErrorResponse(error) ? (error.data as Report | null) : null
  const pressed = useNavigationType() !== "POP"
  useRefusalToast(pressed && report?.message ? [report.message] : [], error)
  const shell = useRouteLoaderData<{ requestId?: string }>("root")
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : 500}
      title={report?.title}
      message={report?.message}
      back={report?.back}
      backLabel={report?.backLabel}
      requestId={report?.requestId ?? shell?.requestId}
    />
  )
}

/** An error page for routes without a screen */
export function NoScreen() {
  return null
}
