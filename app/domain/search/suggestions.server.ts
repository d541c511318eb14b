import { sql } from "kysely"
import { productPath } from "~/domain/catalog/product-path"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Queryable } from "~/domain/shop"
import { allOf } from "./condition.server"
import { matchesNameWords, matchesWords } from "./filter-conditions.server"
import { keywordPath, normalizeKeyword } from "./keyword"
import { KOREAN_ENDING } from "./korean-particles"
import { popularSearches } from "./popular/popular-searches.server"
import { emptyFilter, productsPath } from "./product-filter"
import { completionQuery, skuTerm } from "./search-query"
import { anyTerm, joinWords, MIN_SUSPECTED_LENGTH, type SearchToken } from "./search-token"
import { findCorrections, findMisspeltBeginnings, type VocabularyWord } from "./spelling"
import { tokenizeKeyword } from "./tokenize-keyword.server"

interface Suggestion {
  kind: "search" | "category" | "product"
  text: string
  href: string
}

const MAX_SEARCHES = 3
const MAX_CATEGORIES = 3
const MAX_PRODUCTS = 6
const MAX_COMPLETIONS = 8
/** The words before the last one leave few products, and most of these words match none. */
const MAX_COMPLETIONS_AFTER_OTHERS = 64
/** A misspelt prefix keeps its first letter, which many common words share. */
const MAX_CANDIDATES = 500
/** Most prefixes occur in a name among so many newest products; only the others need an index. */
const NEWEST_CONSIDERED = 3_000

export async function suggest(shop: Queryable, typed: string): Promise<Suggestion[]> {
  const keyword = normalizeKeyword(typed).toLowerCase()
  const words = await tokenizeKeyword(shop, keyword)
  const last = words.at(-1)
  if (!last) return []
  const completions = await completeWord(
    shop,
    last,
    words.length === 1 ? MAX_COMPLETIONS : MAX_COMPLETIONS_AFTER_OTHERS,
  )
  const query = completionQuery(words, completions)
  const [popular, categories, products] = await Promise.all([
    popularSearches(shop, MAX_SEARCHES, joinWords(words)),
    findCategoryNames(shop, keyword, query),
    findProducts(shop, keyword, query),
  ])
  const searches = words.length === 1 ? [...popular, ...uniqueByStem(completions)] : popular
  return [
    ...[...new Set(searches)].slice(0, MAX_SEARCHES).map((text) => suggestion("search", text, keywordPath(text))),
    ...categories.map((name) => suggestion("category", name, productsPath({ ...emptyFilter, category: name }))),
    ...products.map((product) => suggestion("product", product.name, productPath(product))),
  ]
}

function suggestion(kind: Suggestion["kind"], text: string, href: string): Suggestion {
  return { kind, text, href }
}

/** Falls back to words that are similar to this one, or that have a similar prefix. */
async function completeWord(
  shop: Queryable,
  { word, repeated, similarWords }: SearchToken,
  most: number,
): Promise<VocabularyWord[]> {
  if (repeated !== null) return []
  const found = await commonestWords(shop, word, most)
  if (found.length > 0 || word.length < MIN_SUSPECTED_LENGTH) return found
  const candidates = await commonestWords(shop, word.slice(0, 1), MAX_CANDIDATES)
  const similar = [...findCorrections(word, similarWords), ...findMisspeltBeginnings(word, candidates)]
  return similar.filter(({ stem }) => stem !== null).slice(0, most)
}

async function commonestWords(shop: Queryable, beginning: string, most: number): Promise<VocabularyWord[]> {
  const found = await sql<VocabularyWord>`
    select word, stem, weight from search_words
    where word >= ${beginning} and word < ${`${beginning}\u{10FFFF}`} and stem is not null${notKoreanEnding(beginning)}
    order by weight desc, word limit ${most}`.execute(shop.db)
  return found.rows
}

function notKoreanEnding(beginning: string) {
  return /^[\u1100-\u1112]/.test(beginning) ? sql` and word !~ ${KOREAN_ENDING}` : sql``
}

/** "headphone" and "headphones" find the same, so the more common one is enough. */
function uniqueByStem(words: readonly VocabularyWord[]): string[] {
  const first = words.filter(({ stem }, place) => words.findIndex((word) => word.stem === stem) === place)
  return first.map(({ word }) => word.normalize())
}

/** Names with a word that has the keyword as a prefix, or with its corrections */
async function findCategoryNames(shop: Queryable, keyword: string, query: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${shop.categories.current.names}::text[]) with ordinality category (name, place)
    where position(' ' || search_letters(${keyword}) in ' ' || search_letters(name)) > 0
      or to_tsvector('names', search_text(name)) @@ ${query}::tsquery
    order by place limit ${MAX_CATEGORIES}`.execute(shop.db)
  return rows.map(({ name }) => name)
}

interface NamedProduct {
  id: string
  name: string
}

/** Searches by name; otherwise by an option's value with it, or by SKU. */
async function findProducts(shop: Queryable, keyword: string, query: string | null): Promise<NamedProduct[]> {
  const named = query === null ? [] : await findNames(shop, query)
  if (named.length > 0) return named
  const words = query === null ? skuTerm(keyword) : anyTerm([query, skuTerm(keyword)])
  const found = await sql<NamedProduct>`
    with found as materialized (
      select id, name, created_at from products where ${allOf([isPublic, matchesWords(words)])} limit ${NEWEST_CONSIDERED})
    select id, name from found order by created_at desc, id desc limit ${MAX_PRODUCTS}`.execute(shop.db)
  return found.rows
}

async function findNames(shop: Queryable, query: string): Promise<NamedProduct[]> {
  const named = matchesNameWords(query)
  const newest = await sql<NamedProduct>`
    select id, name from (
      select id, name, name_words, created_at from products
      where ${isPublic} order by created_at desc, id desc limit ${NEWEST_CONSIDERED}) products
    where ${named} order by created_at desc, id desc limit ${MAX_PRODUCTS}`.execute(shop.db)
  if (newest.rows.length === MAX_PRODUCTS) return newest.rows
  const all = await sql<NamedProduct>`
    with found as materialized (
      select id, name, created_at from products where ${allOf([isPublic, named])})
    select id, name from found order by created_at desc, id desc limit ${MAX_PRODUCTS}`.execute(shop.db)
  return all.rows
}
