import { type RawBuilder, sql } from "kysely"
import type { StoredPicture } from "./picture"

export const pictureFields = sql`
  'id', pictures.id, 'key', key, 'width', width, 'height', height, 'widths', widths, 'placeholder', placeholder`

export function pictureOf(id: string | RawBuilder<unknown>) {
  return sql<StoredPicture | null>`(
    select json_build_object(${pictureFields}) from pictures where pictures.id = ${typeof id === "string" ? sql.ref(id) : id})`
}
