import { expect, test } from "vitest"
import { z } from "zod"
import fc from "~/testing/hostile/fast-check"
import { declaredName, readDeclaredFields } from "./form-fields"

const Schema = z
  .object({
    email: z.string().trim().max(254),
    age: z.coerce.number().optional(),
    tags: z.array(z.string()).default([]),
    kept: z.array(z.object({ alt: z.string(), remove: z.literal("on").optional() })).default([]),
    card: z.object({ number: z.string() }).optional(),
  })
  .transform((form) => form)

type Sent = [name: string, value: string | File]

function read(...fields: Sent[]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const read = readDeclaredFields(data, Schema, "images")
  return { fields: [...read.data], shapeErrors: Object.keys(read.shapeErrors) }
}

const picture = new File(["x"], "x.png")

test("declared fields are read, under the names in the page", () => {
  const sent: Sent[] = [
    ["email", "ada@shop.example"],
    ["age", "36"],
    ["kept[0].alt", "front"],
    ["kept[1].alt", "back"],
    ["kept[1].remove", "on"],
    ["card.number", "4242"],
    ["images", picture],
  ]
  expect(read(...sent)).toEqual({ fields: sent, shapeErrors: [] })
})

test("a list of texts can be sent in any supported notation", () => {
  expect(read(["tags", "a"], ["tags", "b"], ["tags[]", "c"], ["tags[7]", "d"]).fields).toEqual([
    ["tags", "a"],
    ["tags", "b"],
    ["tags", "c"],
    ["tags", "d"],
  ])
})

test.each([
  "role",
  "emails",
  "x[4294967294]",
  "kept[4294967294].alt",
  "kept[500].alt",
  "kept[0].alt.deeper[0].than[0].anything",
  "kept[0].role",
  "__intent__",
  "__state__",
  "__proto__",
  "__proto__.email",
  "constructor.prototype",
  "email ",
  "",
  ".",
  "..email",
  "[0]",
  "kept[-1].alt",
  "kept[1e3].alt",
  `email${".a".repeat(50_000)}`,
  "e".repeat(1_000_000),
])("undeclared fields are left out: %.40s", (name) => {
  expect(read([name, "v"], ["email", "kept"])).toEqual({ fields: [["email", "kept"]], shapeErrors: [] })
})

test.each<[string, Sent[], string[]]>([
  [
    "email",
    [
      ["email", "a"],
      ["email", "b"],
    ],
    ["email"],
  ],
  [
    "email",
    [
      ["email[]", "a"],
      ["email.a", "b"],
    ],
    ["email"],
  ],
  ["email", [["email[0]", "a"]], ["email"]],
  ["email", [["email.a", "b"]], ["email"]],
  ["email", [["email", picture]], ["email"]],
  ["tags", [["tags.a", "b"]], ["tags"]],
  ["tags", [["tags", picture]], ["tags"]],
  ["kept", [["kept", "b"]], ["kept"]],
  ["kept", [["kept.alt", "b"]], ["kept"]],
  ["kept[0]", [["kept[0]", "b"]], ["kept[0]"]],
  ["kept[0].alt", [["kept[0].alt.a", "b"]], ["kept[0].alt"]],
  ["card", [["card", "b"]], ["card"]],
  ["card", [["card[0]", "b"]], ["card"]],
  ["images", [["images", "b"]], ["images"]],
])("a field in another shape than %s gets an error", (_, sent, shapeErrors) => {
  expect(read(...sent).shapeErrors).toEqual(shapeErrors)
})

test("of a text sent twice the first is used", () => {
  expect(read(["email", "a"], ["email", "b"]).fields).toEqual([["email", "a"]])
})

test("an empty file input is no error, with or without files", () => {
  expect(read(["images", ""])).toEqual({ fields: [], shapeErrors: [] })
})

test("an error is found under the field's own name only", () => {
  expect(declaredName("kept[3].alt", Schema, "images")).toBe("kept[3].alt")
  expect(declaredName("images", Schema, "images")).toBe("images")
  expect(declaredName("<b>", Schema, "images")).toBeNull()
})

test("no name causes an exception or adds an undeclared field", () => {
  const step = fc.constantFrom("email", "kept", "tags", "0", "9", "__proto__", "", ".", "[", "]", "[]", "[0]", "a")
  const name = fc.oneof(
    fc.array(step, { maxLength: 8 }).map((steps) => steps.join("")),
    fc.string(),
  )
  const known = /^(email|age|tags|kept\[\d+\]\.(alt|remove)|card\.number|images)$/
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 12 }), (sent) => {
      expect(read(...sent).fields.every(([field]) => known.test(field))).toBe(true)
    }),
  )
})
