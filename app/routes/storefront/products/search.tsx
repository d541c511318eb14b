// /search
import { Link, useLoaderData } from "@remix-run/react"
import { keywordPath, normalizeKeyword } from "~/domain/search/keyword"
import { popularSearches } from "~/domain/search/popular/popular-searches.server"
import { cachedPage } from "~/http/doorways/page.server"
import type { CachePolicy } from "~/http/response-cache/cache-policy"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { PageHeading } from "~/ui/shell/page-heading"
import { SearchForm } from "~/ui/shell/search-form"
import { title } from "~/ui/shell/title"
import { useRecentSearches } from "./recent-searches"

export const meta = title("Search")

const cache: CachePolicy = { store: "memory", parameters: ["q", "keyword"], ignoresUnknown: true, sharesMain: true }

export const loader = cachedPage(cache, async ({ shop, url, redirect }) => {
  const keyword = normalizeKeyword(url.searchParams.get("q") ?? url.searchParams.get("keyword") ?? "")
  if (keyword !== "") return redirect(paths.products({ keyword }))
  return { popular: await popularSearches(shop), categories: shop.categories.current.names }
})

export default function Search() {
  const { popular, categories } = useLoaderData<typeof loader>()
  const { searches, forget } = useRecentSearches()
  return (
    <div className="page page-narrow search-page">
      <PageHeading
        title="Search"
        lead="Searches names, categories and descriptions, and finds words with spelling mistakes, too."
      />
      <SearchForm label="Search the whole shop" />
      {searches.length > 0 && (
        <section className="stack" aria-labelledby="recent">
          <div className="section-head">
            <h2 id="recent">Your recent searches</h2>
            <Button type="button" variant="quiet" small onClick={forget}>
              Clear them
            </Button>
          </div>
          <SearchLinks words={searches} />
        </section>
      )}
      {popular.length > 0 && (
        <section className="stack" aria-labelledby="popular">
          <h2 id="popular">Popular searches</h2>
          <SearchLinks words={popular} />
        </section>
      )}
      {categories.length > 0 && (
        <section className="stack" aria-labelledby="browse">
          <h2 id="browse">Or browse the shop</h2>
          <ul className="search-words">
            {categories.map((category) => (
              <li key={category}>
                <Link to={paths.products({ category })}>{category}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function SearchLinks({ words }: { words: string[] }) {
  return (
    <ul className="search-words">
      {words.map((word) => (
        <li key={word}>
          <Link to={keywordPath(word)}>{word}</Link>
        </li>
      ))}
    </ul>
  )
}
