import type { TerritoryRow } from "~/domain/taxes/territories.server"
import { DataTable } from "~/ui/lists/data-table"

/** The exceptions of the EU's VAT area that apply to the shop's rates */
export function Territories({ rows }: { rows: TerritoryRow[] }) {
  return (
    <section className="stack" aria-labelledby="territories">
      <h2 id="territories">Exceptions in the EU</h2>
      <p>
        These places have taxes other than those of their state, and replace its rate. A rate that you enter for the
        place itself always applies. The place is found by the post code if the address has a complete one, otherwise by
        the state.
      </p>
      <DataTable
        caption="Exceptions in the EU"
        columns={[
          { key: "name", label: "Place", narrow: "title" },
          { key: "places", label: "Addresses", narrow: "plain" },
          { key: "tax", label: "Current tax", narrow: "end" },
          { key: "reason", label: "Reason" },
          { key: "source", label: "Source" },
        ]}
        rows={rows.map(({ places, ...row }) => ({ id: row.name, ...row, places: places.join("; ") }))}
      />
    </section>
  )
}
