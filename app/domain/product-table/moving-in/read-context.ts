import type { Day } from "~/domain/days/days"
import { STANDARD_CLASS, ZERO_CLASS } from "~/domain/pricing/rules"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"

/** A question about a file whose answer decides how it is read */
export interface ImportQuestion {
  /** Such as `number:Price`; the name of its field */
  id: string
  label: string
  hint: string
  /** No choices: a whole number */
  choices: { value: string; label: string }[]
  /** Whether a whole number is an answer as well as one of the choices */
  takesNumber?: boolean
  /** Used until there is another answer; null if nothing can be read without one */
  usual: string | null
}

/** Why a version has not the tax class of its own cell */
export const ONE_TAX_CLASS = "All versions of a product have its tax class"

/** The shop's tax class of a product, and its name in the other shop */
export interface NamedTaxClass {
  taxClass?: string
  taxClassName?: string
}

const MAX_TAX_QUESTIONS = 50
const MAX_PLACES = 20

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

const UNCOUNTED = "uncounted"
const SELL_UNCOUNTED = "Sell without counting"

/** The cells of a version's units */
export type UnitCells = { stock: string; uncounted?: never } | { uncounted: "yes"; stock?: never }

/** What a reader of another shop's file knows, and tells and asks about the file as a whole */
export class ReadContext<Key extends string = string> {
  readonly questions = new Map<string, ImportQuestion>()
  readonly #notes = new Set<string>()
  /** Places whose stock was added up, one more than are shown */
  readonly #places = new Set<string>()
  #taxQuestions = 0

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
    this.#notes.add(sentence)
  }

  /** Notes the names of places whose stock becomes one number. */
  addUp(places: Iterable<string>): void {
    for (const place of places) if (this.#places.size <= MAX_PLACES) this.#places.add(cut(place, 100))
  }

  get notes(): ReadonlySet<string> {
    if (this.#places.size < 2) return this.#notes
    const shown = [...this.#places].slice(0, MAX_PLACES).join(", ")
    const others = this.#places.size > MAX_PLACES ? ", and others" : ""
    return new Set([...this.#notes, `The stock of several places was added up: ${shown}${others}`])
  }

  ask(question: ImportQuestion): string {
    this.questions.set(question.id, question)
    return this.known.answers[question.id] ?? question.usual ?? ""
  }

  /** Returns the shop's class for the name of another shop's; `cell` is what the file has for it. */
  namedTaxClass(name: string, cell = name): NamedTaxClass {
    const taxClass = this.taxClass(name)
    return cell === "" || textKey(cell) === textKey(taxClass) ? { taxClass } : { taxClass, taxClassName: cut(cell, 60) }
  }

  /** Returns the shop's class for the name of another shop's. */
  taxClass(name: string): string {
    const key = textKey(name.trim())
    const usual = usualTaxClasses[key]
    if (usual !== undefined) return usual
    const own = this.known.taxClasses.find((taxClass) => textKey(taxClass) === key)
    if (own !== undefined) return own
    const id = `tax:${cut(key, 60)}`
    if (!this.questions.has(id) && ++this.#taxQuestions > MAX_TAX_QUESTIONS) {
      this.note(`The file has more than ${MAX_TAX_QUESTIONS} tax classes: the others became “${STANDARD_CLASS}”`)
      return STANDARD_CLASS
    }
    const answer = this.ask({
      id,
      label: `Tax class “${cut(name.trim(), 60)}”`,
      hint: "This shop has no class with this name.",
      choices: this.known.taxClasses.map((value) => ({ value, label: value })),
      usual: STANDARD_CLASS,
    })
    return this.known.taxClasses.includes(answer) ? answer : STANDARD_CLASS
  }

  /** Returns the units of a version that the other shop did not count, but had. */
  uncountedUnits(): UnitCells {
    return this.#units("stock", "Stock of products that the other shop did not count", UNCOUNTED)
  }

  /** Returns the units of a version that the other shop counted together with others. */
  sharedUnits(): UnitCells {
    return this.#units("shared-stock", "Stock of versions that the other shop counted together", "0")
  }

  /** Returns the units of a version of which the file says nothing. */
  unstatedUnits(): UnitCells {
    return this.#units("unstated-stock", "Stock of products without a stock in the file", "0")
  }

  /** Returns whether a version that the other shop sells when its stock is used up is sold without counting. */
  sellsWhenOut(): boolean {
    const answer = this.ask({
      id: "backorders",
      label: "Products that the other shop sells when their stock is used up",
      hint: "This shop sells what it counts only while it is in stock.",
      choices: [
        { value: UNCOUNTED, label: SELL_UNCOUNTED },
        { value: "counted", label: "Start with the number in the file" },
      ],
      usual: UNCOUNTED,
    })
    return answer !== "counted"
  }

  #units(id: string, label: string, usual: string): UnitCells {
    const answer = this.ask({
      id,
      label,
      hint: "They are always in stock, or each version begins with this number.",
      choices: [{ value: UNCOUNTED, label: SELL_UNCOUNTED }],
      takesNumber: true,
      usual,
    })
    if (answer === UNCOUNTED) return { uncounted: "yes" }
    return { stock: /^\d{1,6}$/.test(answer) ? answer : "0" }
  }
}
