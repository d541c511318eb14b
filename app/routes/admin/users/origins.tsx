import type { CustomerOrigin } from "~/domain/customers/origins.server"
import { DateTime } from "~/ui/date-time"
import { Fact } from "~/ui/fact"
import { consentWords } from "./consent-words"

/** Where an account was imported from */
export function Origins({ origins }: { origins: CustomerOrigin[] }) {
  return (
    <section className="stack stack-s" aria-labelledby="origins">
      <h2 id="origins">From another shop</h2>
      {origins.map(({ source, note, importedAt, invitedAt, ...consent }) => (
        <dl key={source} className="facts">
          <Fact name="Imported from">
            {source} on <DateTime date={importedAt} />
          </Fact>
          {note !== "" && <Fact name="Note">{note}</Fact>}
          <Fact name="Marketing emails">
            {consent.consent === null ? "The file does not say" : `${consentWords(consent)} (${consent.consentSource})`}
          </Fact>
          <Fact name="Invitation">{invitedAt ? <DateTime date={invitedAt} /> : "Not sent"}</Fact>
        </dl>
      ))}
    </section>
  )
}
