import { Link, useNavigation } from "@remix-run/react"
import { type ReactNode, useState } from "react"
import { RefusalToastContext } from "~/ui/toasts/refusal-toast"
import type { ToastView } from "~/ui/toasts/toast"
import { Toaster } from "~/ui/toasts/toaster"
import { useStalledRequest } from "~/ui/use-stalled-request"
import { AdminHeader } from "./admin-header"
import { ConnectionNotice } from "./connection-notice"
import { Footer } from "./footer"
import { Header, type HeaderProps } from "./header"
import { Personal } from "./personal"
import { useFocusOnNewPage } from "./use-focus-on-new-page"

interface PageShellProps extends HeaderProps {
  search: string
  toast?: ToastView | null
  children: ReactNode
}

export function PageShell({ toast, search, children, ...header }: PageShellProps) {
  const backOffice = header.user?.isAdmin && header.path.startsWith("/admin")
  useFocusOnNewPage(header.path)
  const { refusal, show, close } = useShownRefusal(header.path, toast)
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <ProgressLine />
      {!backOffice && <Announcement {...header.site.announcement} />}
      {backOffice ? <AdminHeader {...header} search={search} /> : <Header {...header} />}
      <Personal part="toasts">
        <Toaster toasts={toast ? [toast] : []} refusal={refusal} onCloseRefusal={close} />
      </Personal>
      <ConnectionNotice />
      <main id="main" tabIndex={-1}>
        <RefusalToastContext.Provider value={show}>{children}</RefusalToastContext.Provider>
      </main>
      <Footer shopName={header.shopName} site={header.site} signedIn={header.user !== null} compact={backOffice} />
    </>
  )
}

/** Shown until it is closed, the page changes, the next form is sent, or the next response arrives */
function useShownRefusal(path: string, toast: ToastView | null | undefined) {
  const [shown, setShown] = useState<{ toast: ToastView; path: string } | null>(null)
  const isSending = useNavigation().state === "submitting"
  const [last, setLast] = useState({ toast, isSending })
  const [isNewToast, startsSending] = [toast !== last.toast, isSending && !last.isSending]
  if (isNewToast || isSending !== last.isSending) setLast({ toast, isSending })
  if ((isNewToast && toast) || startsSending) setShown(null)
  const [show] = useState(() => (message: string) => {
    setShown({ toast: { type: "error", message }, path: window.location.pathname })
  })
  return { refusal: shown?.path === path ? shown.toast : null, show, close: () => setShown(null) }
}

function ProgressLine() {
  const { state } = useNavigation()
  const held = useStalledRequest()
  if (state === "idle" || held) return null
  return <div className="progress-line" aria-hidden="true" />
}

interface AnnouncementProps {
  text?: string
  link?: string
}

function Announcement({ text, link }: AnnouncementProps) {
  if (!text) return null
  return (
    <aside className="announcement" aria-label="Announcement">
      {link ? <Link to={link}>{text}</Link> : <p>{text}</p>}
    </aside>
  )
}
