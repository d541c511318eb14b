import type { OwnFact } from "~/domain/catalog/facts/facts"

export function ProductFacts({ rows }: { rows: readonly OwnFact[] }) {
  if (rows.length === 0) return null
  return (
    <section className="stack stack-s" aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl className="facts">
        {rows.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of the owner's facts may have the same name
          <div key={place}>
            <dt>{name}</dt>
            <dd className="as-written">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
