import { sql } from "kysely"
import { plannedOnce } from "~db/planned-once.server"
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
  const found = await sql<TypedWord>`
    ${plannedOnce} with pieces as materialized (
      select left(word, ${sql.lit(LONGEST_WORD)}) as word, search_stem(left(word, ${sql.lit(LONGEST_WORD)})) as stem,
        left(word || lead(word) over (order by place), ${sql.lit(LONGEST_WORD)}) as with_next, place
      from string_to_table(search_text(${keyword}), ' ') with ordinality as piece (word, place)
      where word <> ''
      order by place limit ${sql.lit(MOST_WORDS)}),
    typed as materialized (
      select *, exists (select from search_words where search_words.stem = pieces.stem) as known from pieces)
    select word, stem, coalesce((tsvector_to_array(to_tsvector('names', word)))[1], word) as name_stem, known,
      exists (select from search_words where ${beginsLike("stem")}) as begins, ${begun} as begun,
      (select ${known("search_words")} from search_words
        where search_words.word = typed.with_next and search_words.stem is not null) as joined,
      case when known and not ${all} then '[]' else ${alike} end as alike,
      case when known and not ${all} then '[]' else ${halves} end as halves
    from typed
    order by place`.execute(books.db)
  return found.rows
}

/** Between a text and the last that begins like it. */
const beginsLike = (column: "word" | "stem") =>
  sql`${sql.ref(column)} >= typed.stem and ${sql.ref(column)} < typed.stem || U&'\\+10FFFF'`

/** Words too common to mean anything count as well: in names they are found. */
const begun = sql`(
  select case when count(*) <= ${sql.lit(MOST_BEGUN)} then coalesce(array_agg(distinct stem), '{}') else '{}' end
  from (
    (select stem from search_words
    where ${beginsLike("stem")} and length(typed.stem) >= ${sql.lit(SHORTEST_LISTED)} limit ${sql.lit(MOST_BEGUN)} + 1)
    union all
    (select (tsvector_to_array(to_tsvector('names', word)))[1] from search_words
    where ${beginsLike("word")} and stem is null and length(typed.stem) >= ${sql.lit(SHORTEST_LISTED)})) listed)`

const known = (alias: string) =>
  sql`json_build_object('word', ${sql.ref(`${alias}.word`)}, 'stem', ${sql.ref(`${alias}.stem`)},
    'weight', ${sql.ref(`${alias}.weight`)})`

/**
 * One slip away by what remains without a letter, further away by the share of common trigrams; and the shelf of shelves,
 * the knife of knives.
 */
const alike = sql`(
  select coalesce(json_agg(${known("candidate")}), '[]')
  from (
    (select word, stem, weight from search_words
    where near && one_letter_less(typed.word) and length(typed.word) > 1
    order by weight desc limit ${sql.lit(MOST_ALIKE)})
    union
    (select word, stem, weight from search_words
    where word % typed.word and length(typed.word) >= ${sql.lit(SHORTEST_BY_TRIGRAM)}
    order by similarity(word, typed.word) desc limit 8)
    union
    (select word, stem, weight from search_words
    where typed.word like '%ves' and word in (left(typed.word, -3) || 'f', left(typed.word, -3) || 'fe'))) candidate)`

const halves = sql`(
  select coalesce(json_agg(pair), '[]')
  from (
    select json_build_array(${known("first")}, ${known("second")}) as pair
    from generate_series(2, length(typed.word) - 2) cut,
      lateral (select * from search_words where word = left(typed.word, cut) limit 1) first,
      lateral (select * from search_words where word = substr(typed.word, cut + 1) limit 1) second
    where first.stem is not null or second.stem is not null
    order by least(first.weight, second.weight) desc limit 2) cuts)`
