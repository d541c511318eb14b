import { type Facts, factLabels, factNames } from "~/domain/catalog/facts/facts"

interface ProductFactsProps {
  facts: Facts
  /** Of a product without options */
  gtin?: string | null
  weightGrams?: number | null
}

export function ProductFacts({ facts, gtin, weightGrams }: ProductFactsProps) {
  const rows = [
    ...factNames.map((name) => ({ id: name, name: factLabels[name], value: facts[name] })),
    { id: "weight", name: "Weight", value: weightGrams ? `${weightGrams} g` : "" },
    { id: "gtin", name: "GTIN", value: gtin },
    ...(facts.own ?? []).map((fact) => ({ id: `own ${fact.name}`, ...fact })),
  ].filter(({ value }) => value)
  if (rows.length === 0) return null
  return (
    <section className="stack stack-s" aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl className="facts">
        {rows.map(({ id, name, value }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd className="as-written">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
