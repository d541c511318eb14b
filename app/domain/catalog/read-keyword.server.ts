import { sql } from "kysely"
import type { Books } from "../shop"
import type { TypedWord } from "./typed-word"

/** Nobody means more words than this. */
const MOST_WORDS = 8
const LONGEST_WORD = 40
const MOST_ALIKE = 60
/** Shorter words have too few trigrams to be recognised by them. */
const SHORTEST_BY_TRIGRAM = 7
/** The stems that begin like a word are listed up to so many words, for words of some length. */
const MOST_BEGUN = 32
const SHORTEST_LISTED = 4

/**
 * Looks a keyword's words up in the catalogue's vocabulary; none when it has no letter and no digit. What may have been
 * meant is looked up for the words that are not in the catalogue, or for `all`.
 */
export async function readKeyword(books: Books, keyword: string, { all = false } = {}): Promise<TypedWord[]> {
  const words = await readWords(books, keyword)
  const suspected = words.filter((word) => all || !word.known).map((word) => word.word)
  const meant = await readMeanings(books, suspected)
  return words.map((word) => ({ ...word, alike: [], halves: [], ...meant.get(word.word) }))
}

type Meaning = Pick<TypedWord, "alike" | "halves">

async function readWords(books: Books, keyword: string): Promise<Omit<TypedWord, keyof Meaning>[]> {
  const found = await sql<Omit<TypedWord, keyof Meaning>>`
    with typed as materialized (
      select left(word, ${LONGEST_WORD}) as word, search_stem(left(word, ${LONGEST_WORD})) as stem, place,
        left(word || lead(word) over (order by place), ${LONGEST_WORD}) as with_next
      from string_to_table(search_text(${keyword}), ' ') with ordinality as piece (word, place)
      where word <> ''
      order by place limit ${MOST_WORDS})
    select word, stem,
      exists (select from search_words where stem = typed.stem) as known,
      exists (select from search_words where ${beginsLike("stem")}) as begins, ${begun} as begun,
      (select ${known("search_words")} from search_words
        where search_words.word = typed.with_next and search_words.stem is not null) as joined
    from typed
    order by place`.execute(books.db)
  return found.rows
}

async function readMeanings(books: Books, words: readonly string[]): Promise<Map<string, Meaning>> {
  if (words.length === 0) return new Map()
  const found = await sql<Meaning & { word: string }>`
    select word, ${alike} as alike, ${halves} as halves
    from unnest(${words}::text[]) typed (word)`.execute(books.db)
  return new Map(found.rows.map(({ word, ...meaning }) => [word, meaning]))
}

/** Between a text and the last that begins like it. */
const beginsLike = (column: "word" | "stem") =>
  sql`${sql.ref(column)} >= typed.stem and ${sql.ref(column)} < typed.stem || U&'\\+10FFFF'`

/** Words too common to mean anything count as well: in names they are found. */
const begun = sql`(
  select case when count(*) <= ${MOST_BEGUN} then coalesce(array_agg(distinct stem), '{}') else '{}' end
  from (
    (select stem from search_words
    where ${beginsLike("stem")} and length(typed.stem) >= ${SHORTEST_LISTED} limit ${MOST_BEGUN} + 1)
    union all
    (select (tsvector_to_array(to_tsvector('names', word)))[1] from search_words
    where ${beginsLike("word")} and stem is null and length(typed.stem) >= ${SHORTEST_LISTED})) listed)`

const known = (alias: string) =>
  sql`json_build_object('word', ${sql.ref(`${alias}.word`)}, 'stem', ${sql.ref(`${alias}.stem`)},
    'weight', ${sql.ref(`${alias}.weight`)})`

/** One slip away by what remains without a letter, further away by the share of common trigrams. */
const alike = sql`(
  select coalesce(json_agg(${known("candidate")}), '[]')
  from (
    (select word, stem, weight from search_words
    where near && one_letter_less(typed.word) and length(typed.word) > 1
    order by weight desc limit ${MOST_ALIKE})
    union
    (select word, stem, weight from search_words
    where word % typed.word and length(typed.word) >= ${SHORTEST_BY_TRIGRAM}
    order by similarity(word, typed.word) desc limit 8)) candidate)`

const halves = sql`(
  select coalesce(json_agg(pair), '[]')
  from (
    select json_build_array(${known("first")}, ${known("second")}) as pair
    from generate_series(2, length(typed.word) - 2) cut,
      lateral (select * from search_words where word = left(typed.word, cut) limit 1) first,
      lateral (select * from search_words where word = substr(typed.word, cut + 1) limit 1) second
    where first.stem is not null or second.stem is not null
    order by least(first.weight, second.weight) desc limit 2) cuts)`
