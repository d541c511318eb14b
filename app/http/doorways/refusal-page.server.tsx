import { renderToStaticMarkup } from "react-dom/server"
import { Icon } from "~/ui/icon"
import { ErrorPage, errorTitle } from "~/ui/shell/error-page"
import stylesheet from "~/ui/styles/index.css?url"

interface RefusalPageProps {
  status: number
  message: string
  shopName: string
  requestId?: string
  back?: string
  backLabel?: string
}

/** Renders an error page without route, session or database. */
export function refusalPage({ shopName, ...refusal }: RefusalPageProps): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${errorTitle(refusal.status)} – ${shopName}`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header className="header">
          <div className="header-row">
            <a href="/" className="brand">
              <Icon name="mark" />
              {shopName}
            </a>
          </div>
        </header>
        <main id="main">
          <ErrorPage {...refusal} />
        </main>
      </body>
    </html>,
  )}`
}
