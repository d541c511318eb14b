import { FieldError } from "~/ui/form/field"

const ids = new Set(["user", "person", "product"])
const days = new Set(["from", "to"])

interface InvalidFilterNoticeProps {
  values: Readonly<Record<string, string>>
  /** Labels as on the screen; by default the names in the address */
  labels?: Readonly<Record<string, string>>
}

export function InvalidFilterNotice({ values, labels = {} }: InvalidFilterNoticeProps) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <div className="filter-errors" role="alert">
      {entries.map(([name, typed]) => (
        <FieldError
          key={name}
          of={{ errorId: filterErrorId(name), errors: [filterErrorMessage(name, typed, labels[name])] }}
        />
      ))}
    </div>
  )
}

export function filterErrorProps(name: string, values: Readonly<Record<string, string>>) {
  return values[name] === undefined ? {} : { "aria-invalid": true, "aria-describedby": filterErrorId(name) }
}

function filterErrorId(name: string): string {
  return `filter-${name}-error`
}

function filterErrorMessage(name: string, typed: string, label = name): string {
  const noId = `“${typed}” is not an ID: IDs have 24 characters, 0 to 9 and a to f`
  if (ids.has(name)) return `${noId}.`
  if (name === "subject") return `${noId}. The number of an order looks like #1042.`
  if (name === "origin") return `${noId}. An address looks like 192.0.2.7.`
  if (name === "amount") return `“${typed}” is not an amount: an amount looks like 400 or 12.50.`
  if (name === "to" && /^20\d\d-\d\d-\d\d$/.test(typed) && isDay(typed)) return "The last day is before the first one."
  if (days.has(name)) return `“${typed}” is not a day: a day looks like 2026-03-01.`
  if (name === "search") return "Please search for 100 characters at most."
  return `There is no ${label.toLowerCase()} called “${typed}”.`
}

function isDay(text: string): boolean {
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
