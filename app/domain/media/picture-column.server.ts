import { sql } from "kysely"
import type { StoredPicture } from "./picture"

export const pictureFields = sql`
  'id', pictures.id, 'key', key, 'width', width, 'height', height, 'widths', widths, 'placeholder', placeholder`

export function pictureOf(column: string) {
  return sql<StoredPicture | null>`(
    select json_build_object(${pictureFields}) from pictures where pictures.id = ${sql.ref(column)})`
}
