// GET /api/docs
import { useLoaderData } from "@remix-run/react"
import { cachedPage } from "~/http/doorways/page.server"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { CallReference } from "./reference/call-reference"
import { FieldList } from "./reference/field-list"
import { WithCode } from "./reference/with-code"

export const meta = title("API", {
  description: "The JSON API of the shop: all calls with their parameters and responses.",
  indexed: true,
})

export const loader = cachedPage({ store: "memory", ignoresUnknown: true, sharesMain: true }, async ({ context }) => {
  const [{ apiDocument }, { viewReference }] = await Promise.all([
    import("./reference/document"),
    import("./reference/reference-view"),
  ])
  return viewReference(await apiDocument(context))
})

export default function ApiReference() {
  const { description, chapters, schemas } = useLoaderData<typeof loader>()
  return (
    <div className="page api">
      <PageHeading title="API" lead="The JSON API of the shop: all calls with their parameters and responses." />
      <div className="with-sidebar">
        <nav className="api-contents" aria-label="Calls">
          {chapters.map(({ name, calls }) => (
            <section key={name}>
              <h2>{name}</h2>
              <ul>
                {calls.map(({ anchor, summary }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`}>{summary}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <section>
            <h2>
              <a href="#shapes">Shapes</a>
            </h2>
          </section>
        </nav>
        <div className="api-chapters">
          <section aria-labelledby="conventions">
            <h2 id="conventions">Conventions</h2>
            <div className="prose">
              {description.split("\n\n").map((paragraph) => (
                <p key={paragraph}>
                  <WithCode text={paragraph} />
                </p>
              ))}
              <p>
                All of this is also available as an OpenAPI 3.1 document:{" "}
                <a href="/api/v1/openapi.json">openapi.json</a>.
              </p>
            </div>
          </section>
          {chapters.map(({ name, calls }) => (
            <section key={name} aria-labelledby={`chapter-${name}`}>
              <h2 id={`chapter-${name}`}>{name}</h2>
              {calls.map((call) => (
                <CallReference key={call.anchor} call={call} />
              ))}
            </section>
          ))}
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            {schemas.map(({ name, fields, example }) => (
              <article key={name} className="api-call" aria-labelledby={`shape-${name}`}>
                <div className="stack">
                  <h3 id={`shape-${name}`}>{name}</h3>
                  <FieldList fields={fields} />
                </div>
                <pre className="api-code">{example}</pre>
              </article>
            ))}
          </section>
        </div>
      </div>
    </div>
  )
}
