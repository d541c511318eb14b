import { ButtonAnchor } from "~/ui/button"
import { Icon, type IconName } from "~/ui/icon"

interface ErrorPageProps {
  status: number
  title?: string
  message?: string
  requestId?: string
  back?: string
  backLabel?: string
}

interface ErrorText {
  icon: IconName
  title: string
  message: string
}

const unexpected: ErrorText = {
  icon: "alert",
  title: "Something went wrong",
  message: "This is our fault, and we have logged it. Please try again in a moment.",
}

const refused: ErrorText = {
  icon: "info",
  title: "That did not work",
  message: "The request was not valid.",
}

const errorTexts: Record<number, ErrorText> = {
  403: { icon: "lock", title: "Not for this account", message: "You do not have permission to see this page." },
  404: { icon: "search", title: "Page Not Found", message: "It may have moved, or there is a mistake in the address." },
  405: { ...refused, message: "This page does not accept this request." },
  410: { icon: "box", title: "No longer here", message: "This page has been removed." },
  429: {
    icon: "refresh",
    title: "Too many attempts",
    message: "There were too many attempts in a short time. Please wait a little, then try again.",
  },
  500: unexpected,
  503: {
    icon: "refresh",
    title: "The shop is not available right now",
    message: "It will be back in a moment. Your cart is safe. Please reload the page.",
  },
}

export function errorTitle(status: number, title?: string): string {
  return title ?? errorTextOf(status).title
}

function errorTextOf(status: number): ErrorText {
  return errorTexts[status] ?? (status < 500 ? refused : unexpected)
}

/** Links load a new page, because this one may be what broke. */
export function ErrorPage({ status, title, message, requestId, back, backLabel = "Go back" }: ErrorPageProps) {
  const known = errorTextOf(status)
  return (
    <div className="error-page">
      <Icon name={known.icon} />
      <p className="error-page-status">Error {status}</p>
      <h1>{errorTitle(status, title)}</h1>
      <p className="lead">{message ?? known.message}</p>
      {requestId && status >= 500 && (
        <p className="muted">
          If you write to us about it, please quote <code>{requestId}</code>.
        </p>
      )}
      <div className="cluster">
        {back && <ButtonAnchor href={back}>{backLabel}</ButtonAnchor>}
        <ButtonAnchor href="/" variant={back ? "secondary" : "primary"}>
          Back to home
        </ButtonAnchor>
        <ButtonAnchor href="/products" variant="secondary">
          See all products
        </ButtonAnchor>
      </div>
    </div>
  )
}
