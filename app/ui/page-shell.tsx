import type { ReactNode } from "react"
import { Footer } from "./footer"
import { Header, type HeaderProps } from "./header"
import { ProgressLine } from "./progress-line"
import type { ToastView } from "./toast"
import { Toaster } from "./toaster"
import { useFocusOnNewPage } from "./use-focus-on-new-page"

interface PageShellProps extends HeaderProps {
  toast?: ToastView | null
  children: ReactNode
}

/** Skip link, header, messages, the page itself and the footer: what stands around every screen. */
export function PageShell({ toast, children, ...header }: PageShellProps) {
  useFocusOnNewPage(header.path)
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <ProgressLine />
      <Header {...header} />
      <Toaster toasts={toast ? [toast] : []} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer shopName={header.shopName} signedIn={header.user !== null} />
    </>
  )
}
