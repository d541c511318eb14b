import { sql } from "kysely"
import type { StoredPicture } from "./picture"

/** What a statement selects of `pictures` for a stored picture, as the fields of a JSON object. */
export const pictureFields = sql`
  'id', pictures.id, 'key', key, 'width', width, 'height', height, 'widths', widths, 'placeholder', placeholder`

/** The picture that a column names; null where it names none. */
export function pictureOf(column: string) {
  return sql<StoredPicture | null>`(
    select json_build_object(${pictureFields}) from pictures where pictures.id = ${sql.ref(column)})`
}
