import { Link } from "@remix-run/react"
import {
  type ImportStatus,
  type ImportTopic,
  outcomeNames,
  type ProductImport,
  type RowOutcome,
  type TopicCount,
} from "~/domain/product-table/import/product-import"
import { ignoredColumns } from "~/domain/product-table/moving-in/sheet"
import { withCommas } from "~/domain/text/with-commas"
import { DataTable } from "~/ui/lists/data-table"
import { listUrl } from "../tables/list-url"

type Outcomes = Partial<Record<RowOutcome, number>>

/** Outcomes that a page shows even if there are none, by the status of the import */
function expected(status: ImportStatus): RowOutcome[] {
  if (status === "checked") return ["create", "update", "same", "error"]
  return status === "undone" ? ["undone", "kept", "same", "error"] : ["created", "updated", "same", "failed", "error"]
}

function headingOf(status: ImportStatus): string {
  if (status === "checked") return "What the import will do"
  return status === "undone" ? "What was taken back" : "What the import did"
}

interface ImportSummaryProps {
  found: ProductImport & { summary: NonNullable<ProductImport["summary"]> }
  path: string
}

/** What an import does, or has done, in numbers that lead to their rows */
export function ImportSummary({ found, path }: ImportSummaryProps) {
  const { status, summary, counts, mapping } = found
  const rowsOf = (filter: Record<string, string>) => `${listUrl({ path, filter })}#rows`
  const outcomes = (Object.keys(outcomeNames) as RowOutcome[]).filter(
    (outcome) => expected(status).includes(outcome) || counts[outcome] > 0,
  )
  const row = (id: string, what: string, numbers: Outcomes, filter: Record<string, string>) => ({
    ...{ id, what },
    ...Object.fromEntries(
      outcomes.map((outcome) => [
        outcome,
        <Count key={outcome} count={numbers[outcome] ?? 0} to={rowsOf({ ...filter, outcome })} />,
      ]),
    ),
  })
  const ignored = ignoredColumns(mapping)
  const isKept = status !== "undone" || counts.kept > 0
  return (
    <section className="stack" aria-labelledby="summary">
      <h2 id="summary">{headingOf(status)}</h2>
      <DataTable
        caption="Products and versions by outcome"
        columns={[
          { key: "what", label: "Rows", narrow: "title" },
          ...outcomes.map((outcome) => ({ key: outcome, label: outcomeNames[outcome], align: "end" as const })),
        ]}
        rows={[
          row("products", "Products", summary.products, { about: "products" }),
          row("versions", "Versions", counts, {}),
        ]}
      />
      {isKept && (
        <DataTable
          caption="Differences from the file"
          columns={[
            { key: "what", label: "Differences from the file", narrow: "title" },
            { key: "count", label: "Number", align: "end", narrow: "end" },
            { key: "why", label: "Details", narrow: "plain" },
          ]}
          rows={[
            ...shownTopics(summary.topics).map((count) => topicRow(count, status, rowsOf)),
            {
              id: "columns",
              what: "Columns that are not imported",
              count: <Count count={ignored.length} to={rowsOf({ about: "columns" })} />,
              why: ignored.map(({ heading }) => heading).join(", "),
            },
          ]}
        />
      )}
    </section>
  )
}

function Count({ count, to }: { count: number; to: string }) {
  return count === 0 ? "0" : <Link to={to}>{withCommas(count)}</Link>
}

const always: ImportTopic[] = ["prices", "no-stock", "taxes", "pictures", "addresses"]

/** Some numbers are shown even if they are 0. */
function shownTopics(topics: readonly TopicCount[]): TopicCount[] {
  const names = Object.keys(topicNames) as ImportTopic[]
  return names.flatMap((topic) => {
    const known = topics.find((count) => count.topic === topic)
    return known ?? (always.includes(topic) ? [{ topic, rows: 0, amount: 0, details: [] }] : [])
  })
}

function topicRow(
  { topic, rows, amount, details }: TopicCount,
  status: ImportStatus,
  rowsOf: (filter: Record<string, string>) => string,
) {
  return {
    id: topic,
    what: topicName(topic, status),
    count: <Count count={countsAmounts.includes(topic) ? amount : rows} to={rowsOf({ about: topic })} />,
    why: details.length > 0 && (
      <ul>
        {details.map(({ detail, rows }) => (
          <li key={detail}>
            {detail}: <Count count={rows} to={rowsOf({ about: topic, why: detail })} />
          </li>
        ))}
      </ul>
    ),
  }
}

/** Topics whose number is not that of their rows */
const countsAmounts: ImportTopic[] = ["pictures", "pictures-left", "addresses"]

/** Before and after the import */
const topicNames: Record<ImportTopic, [checked: string, done: string]> = {
  prices: ["Prices that differ from the file", "Prices that differ from the file"],
  "no-stock": ["Versions whose stock starts at 0", "Versions whose stock started at 0"],
  stock: ["Stock that differs from the file", "Stock that differs from the file"],
  taxes: ["Tax classes with another name here", "Tax classes with another name here"],
  skus: ["Versions without their SKU", "Versions without their SKU"],
  values: ["Other values that differ from the file", "Other values that differ from the file"],
  pictures: ["Pictures", "Pictures imported"],
  "pictures-left": ["Pictures that are not imported", "Pictures not imported"],
  addresses: ["Old addresses that will lead here", "Old addresses that lead here"],
}

export function topicName(topic: ImportTopic, status: ImportStatus): string {
  return topicNames[topic][status === "checked" ? 0 : 1]
}
