import { parseWithZod } from "@conform-to/zod/v4"
import { expect, test } from "vitest"
import { daysIn } from "~/domain/days/days-in.server"
import { PERCENT } from "~/domain/pricing/rules"
import { codeText } from "~/domain/text/code-text"
import { count, day, flag, line, lines, money, oneOf, someOf, text, unstored } from "./fields"
import { record } from "./record"

const days = daysIn("Europe/Berlin")

const Share = codeText(10, "Enter a share", "Enter a share").transform((typed) => Number(typed) * PERCENT)

const gift = record(
  {
    name: line({ label: "Name", hint: "As shoppers see it.", about: "what it is called" }, 20),
    kind: oneOf({ wrapped: "Wrapped", plain: "Plain" }, { label: "Kind", missing: "Choose a kind" }),
    paperPrice: money({ label: "Paper" }, { least: 1 }),
    share: text({ label: "Share" }, Share, { kind: "percent", toText: (share) => String(share / PERCENT) }),
    ribbons: someOf({ label: "Ribbons" }),
    note: lines({ label: "Note" }, codeText(100, "Enter a note", "Too long").default("")),
    maxUses: count({ label: "Uses" }, 1),
    isOpen: flag({ label: "Open at once" }),
    until: day({ label: "Until", auditLabel: true }, "endsAt", "last"),
    side: unstored(
      text({ label: "Side" }, codeText(5, "Side", "Side").default("")),
      ({ name }: { name: string }) => name,
    ),
  },
  {
    only: { paperPrice: ["kind", "wrapped", "Enter what the paper costs"] },
    rules: [
      {
        across: ["kind", "ribbons"],
        holds: ({ kind, ribbons }) => kind === "wrapped" || ribbons.length === 0,
        message: "Only what is wrapped has ribbons",
      },
    ],
  },
)

const sent = { name: "Birthday", kind: "wrapped", paperPrice: "1.50", share: "12.5", ribbons: ["red", "blue"] }

function read(fields: Record<string, string | string[]>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return parseWithZod(form, { schema: gift.form })
}

function faults(fields: Record<string, string | string[]>) {
  const submission = read(fields)
  return submission.status === "error" ? submission.error : null
}

test("what a form sends becomes columns, and columns become the texts that the form shows", () => {
  const submission = read({ ...sent, until: "2026-12-24", side: "left", isOpen: "on", maxUses: "3" })
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error))
  const columns = gift.columnsOf(submission.value, days)
  expect(columns).toEqual({
    ...{ name: "Birthday", kind: "wrapped", paper_price: 150, share: 125_000, ribbons: ["red", "blue"], note: "" },
    ...{ max_uses: 3, is_open: true, ends_at: new Date("2026-12-24T23:00:00Z") },
  })
  expect(gift.textsOf(gift.valuesOf(columns), days)).toEqual({
    ...{ name: "Birthday", kind: "wrapped", paperPrice: "1.50", share: "12.5", ribbons: "blue\nred", note: "" },
    ...{ maxUses: "3", isOpen: "on", until: "2026-12-24", side: "Birthday" },
  })
  expect(gift.auditOf(gift.valuesOf(columns), days)).toEqual({
    ...{ name: "Birthday", kind: "wrapped", paperPrice: 150, share: 12.5, ribbons: ["red", "blue"], note: "" },
    ...{ maxUses: 3, isOpen: true, endsAt: "2026-12-24" },
  })
})

test("a field that counts only beside a value of another is needed beside it, and empty otherwise", () => {
  expect(faults({ ...sent, paperPrice: "" })).toEqual({ paperPrice: ["Enter what the paper costs"] })
  const plain = read({ ...sent, kind: "plain", ribbons: [] })
  expect(plain.status === "success" && plain.value.paperPrice).toBe(null)
})

test("a rule about several fields is checked when all of them are valid, and stands at the last", () => {
  expect(faults({ ...sent, kind: "plain" })).toEqual({ ribbons: ["Only what is wrapped has ribbons"] })
  expect(faults({ ...sent, kind: "none" })).toEqual({ kind: ["Choose a kind"] })
})

test("a screen gets labels, hints and choices as data, and the texts that a stale edit is compared by", () => {
  const options = { ribbons: [{ value: "red", label: "Red" }] }
  const view = gift.view({ name: "Birthday" }, { options })
  expect(view).toMatchObject({ texts: { name: "Birthday" }, snapshot: { name: "Birthday" } })
  expect(view.controls.name).toEqual({
    ...{ kind: "text", label: "Name", hint: "As shoppers see it.", required: true, maxLength: 20 },
  })
  expect(view.controls.ribbons).toEqual({ kind: "choices", label: "Ribbons", ...{ options: options.ribbons } })
  expect(view.controls.kind.options).toEqual([
    { value: "wrapped", label: "Wrapped" },
    { value: "plain", label: "Plain" },
  ])
  expect(gift.view({}, { formKey: "new" })).not.toHaveProperty("snapshot")
})
