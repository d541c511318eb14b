// /admin/attention/law
import { useLoaderData } from "@remix-run/react"
import { readLawCalendar } from "~/domain/dashboard/law-facts.server"
import type { CalendarEntry } from "~/domain/law/law-rules"
import { adminPage } from "~/http/doorways/page.server"
import { DayOf } from "~/ui/date-time"
import { EmptyState } from "~/ui/lists/empty-state"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"

export const meta = title("Calendar of the law")

export const loader = adminPage("attention.settle", async ({ shop, actor }) => ({
  rules: await readLawCalendar(shop, actor),
}))

const headings: Record<CalendarEntry["state"], string> = {
  open: "Still open",
  coming: "Coming",
  done: "In place",
}

export default function LawCalendar() {
  const { rules } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Calendar of the law"
      lead="Rules for the places that you ship to, and for what you sell. This is no legal advice, and it never stops a sale."
      actions={<StaffLink to="/admin/attention">Attention</StaffLink>}
    >
      {rules.length === 0 && (
        <EmptyState title="There are no rules for your zones" icon="check">
          The calendar knows rules of the EU, the UK and the US. It follows the countries of your shipping zones and of
          your own place.
        </EmptyState>
      )}
      {(["open", "coming", "done"] as const).map((state) => (
        <Rules key={state} state={state} rules={rules.filter((rule) => rule.state === state)} />
      ))}
    </AdminPage>
  )
}

function Rules({ state, rules }: { state: CalendarEntry["state"]; rules: CalendarEntry[] }) {
  if (rules.length === 0) return null
  return (
    <section className="stack" aria-labelledby={state}>
      <h2 id={state}>{headings[state]}</h2>
      {rules.map((rule) => (
        <Rule key={rule.id} rule={rule} />
      ))}
    </section>
  )
}

function Rule({ rule }: { rule: CalendarEntry }) {
  const { id, title, text, source, since, onlyIf, missing, at } = rule
  return (
    <article className="panel stack stack-s" id={id}>
      <h3>{title}</h3>
      <p>{text}</p>
      {onlyIf && <p>This concerns you only if {onlyIf}.</p>}
      {missing.length > 0 && (
        <ul>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}.</li>
          ))}
        </ul>
      )}
      {at && (
        <p>
          <StaffLink to={at.path}>{at.label}</StaffLink>
        </p>
      )}
      <p className="muted">
        {rule.state === "coming" ? "From" : "Since"} <DayOf day={since} />. Source:{" "}
        <a href={source.url} rel="noreferrer">
          {source.name}
        </a>
      </p>
    </article>
  )
}
