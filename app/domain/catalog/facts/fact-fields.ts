import { z } from "zod"
import { ifRight } from "~/domain/form-rules"
import { cleanCode } from "~/domain/text/clean-code"
import { arePrintableLines, describeUnprintable, isPrintable, unprintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import { textLines } from "~/domain/text/text-lines"
import { type FactName, type FactTexts, factLabels, MAX_OWN_FACTS, ownFactsOf } from "./facts"

const UNUSABLE = "contains a character that cannot be used"

const asTyped = (text: string) => text

function text(name: FactName, most: number, clean = asTyped) {
  const label = factLabels[name]
  return textLines(most, `${label} must be a text`, `${label} has at most ${most} characters`)
    .overwrite(clean)
    .refine(arePrintableLines, unprintable(`${label} ${UNUSABLE}`))
}

function line(name: FactName, most: number, clean = asTyped) {
  return text(name, most, clean).refine((text) => !text.includes("\n"), {
    error: `${factLabels[name]} is one line`,
    ...ifRight,
  })
}

const isReachable = (text: string) => text === "" || (!/\s/.test(text) && /@|^https?:\/\/./i.test(text))

const OwnFacts = textLines(20_000, "Facts must be a text", "These are too many facts")
  .superRefine((text, context) => {
    const problem = problemOf(ownFactsOf(text))
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })
  .overwrite((text) =>
    ownFactsOf(text)
      .map(({ name, value }) => `${name}: ${value}`)
      .join("\n"),
  )

function problemOf(facts: ReturnType<typeof ownFactsOf>): string | null {
  if (facts.length > MAX_OWN_FACTS) return `A product has at most ${MAX_OWN_FACTS} facts of your own`
  const names = new Set<string>()
  for (const { name, value } of facts) {
    if (name === "" || value === "")
      return `Please write “${(name || value).slice(0, 60)}” as a name, a colon and a value`
    if (name.length > 60) return "The name of a fact has at most 60 characters"
    if (value.length > 300) return "A fact has at most 300 characters"
    if (!isPrintable(name + value)) return `This fact ${UNUSABLE}: ${describeUnprintable(`${name}: ${value}`)}`
    if (names.has(textKey(name))) return `${name} is listed twice`
    names.add(textKey(name))
  }
  return null
}

/** An empty text removes a fact. */
export const FactFields = z.object({
  brand: line("brand", 100),
  material: line("material", 200),
  countryOfOrigin: line("countryOfOrigin", 100),
  manufacturer: line("manufacturer", 200),
  manufacturerAddress: text("manufacturerAddress", 500),
  manufacturerContact: line("manufacturerContact", 200, cleanCode).refine(isReachable, {
    error: "Please enter an email address, or a web address that begins with https://",
    ...ifRight,
  }),
  warnings: text("warnings", 2_000),
  withdrawalExemption: line("withdrawalExemption", 200),
  ownFacts: OwnFacts,
} satisfies Record<keyof FactTexts, z.ZodType>)

/** For forms, where an empty field is left out */
export const FactInputs = z.object(
  Object.fromEntries(Object.entries(FactFields.shape).map(([name, schema]) => [name, schema.default("")])) as {
    [Name in keyof FactTexts]: z.ZodDefault<(typeof FactFields.shape)[Name]>
  },
)
