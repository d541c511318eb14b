import type { Generated } from "kysely"

export interface SearchTables {
  popular_searches: {
    keyword: string
    score: number
    times: Generated<number>
    /** The number of distinct clients in the last month */
    clients: Generated<number>
    searched_at: Date
    blocked_at: Date | null
  }
  popular_search_clients: {
    keyword: string
    /** A keyed hash of the client's address */
    client: string
    searched_on: string
  }
  option_names: {
    /** The name without case, accents and spaces */
    key: string
    name: string
    /** The key of the option that it was merged into */
    merged_into: string | null
  }
  search_reindexing: {
    after_id: string
    only_one: Generated<boolean>
  }
}
