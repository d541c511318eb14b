import { renderToStaticMarkup } from "react-dom/server"
import { ErrorPage, errorTitle } from "~/ui/shell/error-page"
import { Footer } from "~/ui/shell/footer"
import { Header } from "~/ui/shell/header"
import type { Site } from "~/ui/shell/site"
import stylesheet from "~/ui/styles/index.css?url"
import { InRouter } from "./in-router"

interface RefusalPageProps {
  status: number
  title?: string
  message: string
  shopName: string
  site?: Site
  requestId?: string
  back?: string
  backLabel?: string
}

/** Renders an error page without route, session or database: its reader counts as signed out. */
export function refusalPage({ shopName, site = {}, ...refusal }: RefusalPageProps): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${errorTitle(refusal.status, refusal.title)} – ${shopName}`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <InRouter>
          <Header shopName={shopName} site={site} user={null} cartCount={0} path="" />
          <main id="main" tabIndex={-1}>
            <ErrorPage {...refusal} />
          </main>
          <Footer shopName={shopName} site={site} signedIn={false} />
        </InRouter>
      </body>
    </html>,
  )}`
}
