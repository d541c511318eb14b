import { expect, test } from "vitest"
import type { z } from "zod"
import { testBuild } from "~/testing/processes/test-build.server"
import { openTestShop } from "~/testing/shop/test-shop.server"

type Schema = z.core.$ZodTypes
type Check = { _zod: { def: { when?: unknown; abort?: boolean } } }

const defOf = (schema: unknown) => (schema as Schema)._zod.def
const checksOf = (schema: unknown) => (defOf(schema).checks ?? []) as unknown as Check[]

function partsOf(schema: unknown): unknown[] {
  const { shape = {}, options = [], ...def } = defOf(schema) as unknown as Partial<Record<string, object>>
  const single = [def.element, def.innerType, def.in, def.out]
  return [...Object.values(shape), ...Object.values(options), ...single.filter(Boolean)]
}

const withParts = (schema: unknown): unknown[] => [schema, ...partsOf(schema).flatMap(withParts)]

/** Rules about several fields, which are skipped if one of the fields is invalid */
function skippedRules(schema: unknown): boolean {
  return withParts(schema).some((part) => {
    if (defOf(part).type !== "object" || checksOf(part).length === 0) return false
    const fields = partsOf(part).flatMap(withParts)
    return (
      checksOf(part).some((check) => check._zod.def.when === undefined) ||
      fields.flatMap(checksOf).some((check) => check._zod.def.abort)
    )
  })
}

test("no error of one field hides an error of another", async () => {
  const { shop, close } = await openTestShop()
  const { routes } = await testBuild()
  const forms = Object.entries(routes).flatMap(([id, route]) => {
    const { schema } = (route?.module.action ?? {}) as { schema?: unknown }
    return schema ? [{ id, schema: typeof schema === "function" ? schema(shop) : schema }] : []
  })
  await close()
  expect(forms.length).toBeGreaterThan(50)
  expect(forms.filter(({ schema }) => skippedRules(schema)).map(({ id }) => id)).toEqual([])
})
