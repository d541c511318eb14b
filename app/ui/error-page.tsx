import { ButtonLink } from "./button"
import { Icon, type IconName } from "./icon"

interface ErrorPageProps {
  status: number
  title?: string
  message?: string
  /** Shown so that a shopper can quote it where the fault is the shop's. */
  requestId?: string
}

interface Words {
  icon: IconName
  title: string
  message: string
}

const unexpected: Words = {
  icon: "alert",
  title: "Something went wrong",
  message: "The fault is ours, and it has been noted. Please try again in a moment.",
}

const words: Record<number, Words> = {
  400: { icon: "info", title: "That did not work", message: "Something in the request was not as it should be." },
  403: { icon: "lock", title: "Not for this account", message: "You do not have permission to see this page." },
  404: { icon: "search", title: "Page Not Found", message: "It may have moved, or the address has a typing mistake." },
  405: { icon: "info", title: "That did not work", message: "This page cannot be used in that way." },
  410: { icon: "box", title: "No longer here", message: "What used to be on this page has been taken away." },
  429: {
    icon: "refresh",
    title: "A little too fast",
    message: "There were many tries in a short time. Wait a little, then try again.",
  },
  500: unexpected,
  503: {
    icon: "refresh",
    title: "The shop is catching its breath",
    message: "It will be back in a moment. Your cart is safe. Please reload the page.",
  },
}

/** What an error is called, for the page's title. */
export function errorTitle(status: number): string {
  return (words[status] ?? unexpected).title
}

/** The whole of an error screen, inside or outside the shell. */
export function ErrorPage({ status, title, message, requestId }: ErrorPageProps) {
  const known = words[status] ?? unexpected
  return (
    <div className="error-page">
      <Icon name={known.icon} />
      <p className="error-page-status">Error {status}</p>
      <h1>{title ?? known.title}</h1>
      <p className="lead">{message ?? known.message}</p>
      {requestId && status >= 500 && (
        <p className="muted">
          If you write to us about it, please quote <code>{requestId}</code>.
        </p>
      )}
      <div className="cluster">
        <ButtonLink to="/">Back to home</ButtonLink>
        <ButtonLink to="/products" variant="secondary">
          See all products
        </ButtonLink>
      </div>
    </div>
  )
}
