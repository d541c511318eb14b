import { ifValid } from "~/domain/form-rules"
import { type AnyField, choice, lines, text } from "~/domain/records/fields"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { arePrintableLines, describeUnprintable, isPrintable, unprintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import { textLines } from "~/domain/text/text-lines"
import { type FactName, type FactTexts, factLabels, MAX_OWN_FACTS, ownFactsOf } from "./facts"

const UNUSABLE = "contains a character that cannot be used"

const unchanged = (text: string) => text

function factText(name: FactName, most: number, clean = unchanged) {
  const label = factLabels[name]
  return textLines(most, `${label} must be a text`, `${label} has at most ${most} characters`)
    .overwrite(clean)
    .refine(arePrintableLines, unprintable(`${label} ${UNUSABLE}`))
}

const isOneLine = (text: string) => !text.includes("\n")
const oneLine = (name: FactName) => ({ error: `${factLabels[name]} is one line`, ...ifValid })

function line(name: FactName, most: number, shown: { hint?: string } = {}) {
  const schema = factText(name, most).refine(isOneLine, oneLine(name))
  return text({ label: factLabels[name], maxLength: most, ...shown }, schema.default(""))
}

function severalLines(name: FactName, most: number) {
  return lines({ label: factLabels[name], rows: 3, maxLength: most }, factText(name, most).default(""))
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

const Contact = factText("manufacturerContact", 200, cleanCode)
  .refine(isOneLine, oneLine("manufacturerContact"))
  .refine(isReachable, {
    error: "Please enter an email address, or a web address that begins with https://",
    ...ifValid,
  })

const HS_RULE = "An HS code has 6 to 10 digits, such as 691200"

/** The first six digits are the same in all countries: https://www.wcoomd.org/en/topics/nomenclature/overview/what-is-the-harmonized-system.aspx */
const HsCode = codeText(40, HS_RULE, HS_RULE, (typed) => cleanNumber(typed).replace(/[. ]/g, "")).regex(
  /^(\d{6,10})?$/,
  foreign(HS_RULE, /^\d$/),
)

/** An empty text removes a fact. */
export const factFields = {
  brand: line("brand", 100),
  material: line("material", 200),
  countryOfOrigin: line("countryOfOrigin", 100),
  hsCode: text(
    {
      label: factLabels.hsCode,
      hint: "The number of the customs tariff, for parcels to other countries. Shoppers do not see it.",
      inputMode: "numeric",
      width: "medium",
    },
    HsCode.default(""),
  ),
  manufacturer: line("manufacturer", 200, {
    hint: "The EU requires its name, postal address, and email or web address on every product page.",
  }),
  manufacturerAddress: severalLines("manufacturerAddress", 500),
  manufacturerContact: text({ label: factLabels.manufacturerContact, maxLength: 200 }, Contact.default("")),
  responsiblePerson: choice(
    {
      label: factLabels.responsiblePerson,
      hint: "Needed if the manufacturer is not in the EU. Enter persons in the settings.",
      required: false,
    },
    factText("responsiblePerson", 100).refine(isOneLine, oneLine("responsiblePerson")).default(""),
  ),
  warnings: severalLines("warnings", 2_000),
  withdrawalExemption: line("withdrawalExemption", 200, {
    hint: "The reason why there is no right of withdrawal, such as “Made to order”. Leave empty if customers may withdraw.",
  }),
  ownFacts: lines(
    {
      label: "More facts",
      hint: `One on each line, such as Height: 12 cm. At most ${MAX_OWN_FACTS}.`,
      rows: 5,
      maxLength: 20_000,
    },
    OwnFacts.default(""),
  ),
} satisfies Record<keyof FactTexts, AnyField>
