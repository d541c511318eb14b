import type { OwnFact } from "~/domain/catalog/facts/facts"
import { Fact } from "~/ui/fact"

export function ProductFacts({ rows }: { rows: readonly OwnFact[] }) {
  if (rows.length === 0) return null
  return (
    <section className="stack stack-s" aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl className="facts">
        {rows.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of the owner's facts may have the same name
          <Fact key={place} name={name} asWritten>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
