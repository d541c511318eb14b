// /admin/searches
import { useLoaderData } from "@remix-run/react"
import { PageFilter } from "~/domain/lists/page-number"
import { BlockedSearch } from "~/domain/search/popular/blocked-search"
import {
  listPopularSearches,
  type PopularSearch,
  setSearchBlocked,
} from "~/domain/search/popular/blocked-searches.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { pageAddress } from "~/http/request/request-path"
import { Badge } from "~/ui/badge"
import { DateTime } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { ListPage } from "../tables/list-page"
import { RowButton } from "../tables/row-button"

const LIST = "/admin/searches"

export const meta = title("Popular searches")

export const loader = adminPage("searches.moderate", async ({ shop, actor, url }) => {
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  return { ...(await listPopularSearches(shop, actor, filter)), filter }
})

export const action = adminForm(
  "searches.moderate",
  BlockedSearch,
  async ({ shop, actor, url, redirectWithSuccess }, { keyword, blocked }) => {
    await setSearchBlocked(shop, actor, { keyword, blocked })
    const list = pageAddress(url)
    if (!blocked) return redirectWithSuccess(list, `“${keyword}” can be shown again`)
    return redirectWithSuccess(list, `“${keyword}” is no longer shown`, {
      action: list,
      fields: { keyword, blocked: "no" },
    })
  },
  { screen: LIST, refused: asToast(({ url }) => pageAddress(url)) },
)

export default function Searches() {
  const { searches, count, filter } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Popular searches"
      lead="Searches by at least five shoppers. They appear on the search page and as suggestions."
      list={{ path: LIST, filter }}
      count={count}
      empty={{ title: "No popular searches yet", icon: "search" }}
      columns={[
        { key: "keyword", label: "Search", narrow: "title" },
        { key: "clients", label: "Shoppers in 30 days", align: "end", narrow: "plain" },
        { key: "when", label: "Last searched", narrow: "plain" },
        { key: "state", label: "State", narrow: "plain" },
      ]}
      rows={searches.map((search) => ({
        id: search.keyword,
        keyword: search.keyword,
        clients: search.clients,
        when: <DateTime date={search.searchedAt} />,
        state: <Badge tone={search.isBlocked ? "bad" : "good"}>{search.isBlocked ? "Blocked" : "Shown"}</Badge>,
        actions: <BlockButton search={search} />,
      }))}
    />
  )
}

function BlockButton({ search: { keyword, isBlocked } }: { search: Pick<PopularSearch, "keyword" | "isBlocked"> }) {
  return (
    <RowButton
      fields={{ keyword, blocked: isBlocked ? "no" : "yes" }}
      name={isBlocked ? `Show ${keyword} again` : `Block ${keyword}`}
    >
      {isBlocked ? "Show again" : "Block"}
    </RowButton>
  )
}
