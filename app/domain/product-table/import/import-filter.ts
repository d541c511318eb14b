import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import type { ImportAnswers } from "../moving-in/read-context"
import { MAX_CHOSEN_COLUMNS } from "./import-limits"
import { BY_NUMBER, outcomeNames, type RowOutcome } from "./product-import"

const outcomes = Object.keys(outcomeNames) as [RowOutcome, ...RowOutcome[]]

/** Invalid values count as absent. */
export const ImportRowFilter = z.object({
  outcome: z.enum(outcomes).or(z.literal("")).catch("").default(""),
  page: PageNumber,
})

/** Kinds of rows only in files of other shops */
export const ImportChoices = z.object({
  makesCategories: z.boolean().optional(),
  fetchesPictures: z.boolean().optional(),
})
export type ImportChoices = z.output<typeof ImportChoices> & { answers?: ImportAnswers }

const Texts = z.array(z.string().max(300).default("")).max(MAX_CHOSEN_COLUMNS).default([])

/** What the page of an import is sent */
export const ImportStep = z.object({
  step: z.enum(["start", "answers", "columns"]).catch("start").default("start"),
  /** Ids of questions, and their answers in the same order */
  question: Texts,
  answer: Texts,
  /** The numbers of questions whose answer is `BY_NUMBER` */
  number: Texts,
  /** The use of each column */
  column: Texts,
})
export type ImportStep = z.output<typeof ImportStep>

export function answersOf({ question, answer, number }: ImportStep): ImportAnswers {
  const given = question.map((id, place) => {
    const [chosen = "", units = ""] = [answer[place]?.trim(), number[place]?.trim()]
    return [id, chosen === BY_NUMBER ? units || "0" : chosen] as const
  })
  return Object.fromEntries(given.filter(([, text]) => text !== ""))
}
