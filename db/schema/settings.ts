import type { Generated, JSONColumnType } from "kysely"

export interface SettingsTables {
  page_versions: VersionColumns & {
    page: string
    title: string
    body: string
  }
  settings_versions: VersionColumns & {
    facts: JSONColumnType<Record<string, string>>
    logo_picture_id: string | null
    notice_picture_id: string | null
  }
  pricing_versions: {
    version: number
    id: string
    /** See `app/domain/pricing/rules.ts`. */
    rules: JSONColumnType<object>
    author_id: string
    created_at: Generated<Date>
  }
  /** Has at most one row, in a restored copy that is not live. */
  standby: {
    one: Generated<boolean>
    since: Generated<Date>
    backup_made_at: Date
  }
  wrong_clocks: {
    process: string
    /** Milliseconds by which the process is ahead of the database */
    skew: number
    measured_at: Generated<Date>
  }
}

interface VersionColumns {
  id: string
  version: number
  restored_from: number | null
  author_id: string
  author_name: string
  created_at: Generated<Date>
}
