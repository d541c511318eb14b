import type { Day } from "~/domain/days/days"
import { STANDARD_CLASS, ZERO_CLASS } from "~/domain/pricing/rules"
import { textKey } from "~/domain/text/text-key"

/** A question about a file whose answer decides how it is read */
export interface ImportQuestion {
  /** Such as `number:Price`; the name of its field */
  id: string
  label: string
  hint: string
  /** No choices: a whole number */
  choices: { value: string; label: string }[]
  /** Used until there is another answer; null if nothing can be read without one */
  usual: string | null
}

export type ImportAnswers = Readonly<Record<string, string>>

interface Known {
  /** Today in the shop's time zone */
  today: Day
  timeZone: string
  currency: string
  taxClasses: readonly string[]
  answers: ImportAnswers
}

/** Names that other shops give to the classes that every shop has, as keys */
const usualTaxClasses: Readonly<Record<string, string>> = {
  "": STANDARD_CLASS,
  standard: STANDARD_CLASS,
  "standard-rate": STANDARD_CLASS,
  "taxable goods": STANDARD_CLASS,
  "default tax class": STANDARD_CLASS,
  "reduced-rate": "reduced",
  reduced: "reduced",
  "zero-rate": ZERO_CLASS,
  zero: ZERO_CLASS,
  none: ZERO_CLASS,
  "tax exempt": ZERO_CLASS,
  "non-taxable products": ZERO_CLASS,
}

/** What a reader of another shop's file knows, and tells and asks about the file as a whole */
export class ReadContext<Key extends string = string> {
  readonly questions = new Map<string, ImportQuestion>()
  readonly notes = new Set<string>()

  constructor(
    readonly known: Known,
    private readonly headings: ReadonlyMap<Key, string>,
  ) {}

  /** The file's own heading */
  headingOf(key: Key): string {
    return this.headings.get(key) ?? key
  }

  has(key: Key): boolean {
    return this.headings.has(key)
  }

  note(sentence: string): void {
    this.notes.add(sentence)
  }

  ask(question: ImportQuestion): string {
    this.questions.set(question.id, question)
    return this.known.answers[question.id] ?? question.usual ?? ""
  }

  /** Returns the shop's class for the name of another shop's. */
  taxClass(name: string): string {
    const key = textKey(name.trim())
    const usual = usualTaxClasses[key]
    if (usual !== undefined) return usual
    const own = this.known.taxClasses.find((taxClass) => textKey(taxClass) === key)
    if (own !== undefined) return own
    const answer = this.ask({
      id: `tax:${key.slice(0, 60)}`,
      label: `Tax class “${name.trim().slice(0, 60)}”`,
      hint: "This shop has no class with this name.",
      choices: this.known.taxClasses.map((value) => ({ value, label: value })),
      usual: STANDARD_CLASS,
    })
    return this.known.taxClasses.includes(answer) ? answer : STANDARD_CLASS
  }

  /** Returns the units of a version that the other shop did not count, but had. */
  uncountedUnits(): string {
    return this.#units("stock", "Stock of products that the other shop did not count")
  }

  /** Returns the units of a version that the other shop counted together with others. */
  sharedUnits(): string {
    return this.#units("shared-stock", "Stock of versions that the other shop counted together")
  }

  #units(id: string, label: string): string {
    const answer = this.ask({ id, label, hint: "Each version begins with this number.", choices: [], usual: "0" })
    return /^\d{1,6}$/.test(answer) ? answer : "0"
  }
}
