import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { searchText } from "~/domain/text/search-text"
import type { ImportAnswers } from "../moving-in/read-context"
import { MAX_CHOSEN_COLUMNS } from "./import-limits"
import { BY_NUMBER, importTopics, outcomeNames, type RowOutcome } from "./product-import"

const outcomes = Object.keys(outcomeNames) as [RowOutcome, ...RowOutcome[]]

/** Invalid values count as absent. */
export const ImportRowFilter = z.object({
  outcome: z.enum(outcomes).or(z.literal("")).catch("").default(""),
  /** A topic, the first rows of products, or the columns that are ignored */
  about: z
    .enum([...importTopics, "products", "columns"])
    .or(z.literal(""))
    .catch("")
    .default(""),
  /** The reason to list a row under its topic */
  why: z.string().max(200).catch("").default(""),
  /** A part of the name, or a line */
  search: searchText(100),
  page: PageNumber,
})
export type ImportRowFilter = z.output<typeof ImportRowFilter>

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
