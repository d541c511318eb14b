import type { AuditRecord } from "~/domain/audit/audit"
import type { Queryable } from "~/domain/shop"

/** The fields whose values are keys or ids of something with a name */
const references: Partial<Record<AuditRecord["kind"], readonly string[]>> = {
  discount: ["categories", "products", "zones"],
  settings: ["option"],
}

type Facts = AuditRecord["before"]

/** Replaces keys and ids by current names; purged records keep their recorded name. */
export async function withReferenceNames(shop: Queryable, records: AuditRecord[]): Promise<AuditRecord[]> {
  const ids = new Set(records.flatMap((record) => referencesIn(record)))
  if (ids.size === 0) return records
  const names = await findNames(shop, [...ids])
  return records.map((record) => ({
    ...record,
    before: withNames(record, record.before, names),
    after: withNames(record, record.after, names),
  }))
}

function referencesIn({ kind, before, after }: AuditRecord): string[] {
  const fields = references[kind] ?? []
  return [before, after].flatMap((facts) => fields.flatMap((field) => facts?.[field] ?? [])) as string[]
}

async function findNames({ db, settings }: Queryable, ids: string[]): Promise<Map<string, string>> {
  const [categories, products, options] = await Promise.all([
    db.selectFrom("categories").select(["key", "name"]).where("key", "in", ids).execute(),
    db.selectFrom("products").select(["id as key", "name"]).where("id", "in", ids).execute(),
    db.selectFrom("option_names").select(["key", "name"]).where("key", "in", ids).execute(),
  ])
  const zones = settings.current.pricing.zones.map(({ id, name }) => ({ key: id, name }))
  return new Map([...options, ...products, ...zones, ...categories].map(({ key, name }) => [key, name]))
}

function withNames({ kind }: AuditRecord, facts: Facts, names: ReadonlyMap<string, string>): Facts {
  const nameOf = (one: unknown) => names.get(String(one)) ?? one
  const entries = Object.entries(facts ?? {}).map(([field, value]) => {
    if (!references[kind]?.includes(field) || value === null) return [field, value]
    return [field, Array.isArray(value) ? value.map(nameOf) : nameOf(value)]
  })
  return facts && Object.fromEntries(entries)
}
