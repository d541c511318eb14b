import type { StoredPicture } from "./picture"

/** The columns of a joined `pictures` row, under names that do not collide. */
export const pictureColumns = [
  "pictures.id as picture_id",
  "pictures.key as picture_key",
  "pictures.width as picture_width",
  "pictures.height as picture_height",
  "pictures.widths as picture_widths",
  "pictures.placeholder as picture_placeholder",
] as const

export interface PictureRow {
  picture_id: string | null
  picture_key: string | null
  picture_width: number | null
  picture_height: number | null
  picture_widths: number[] | null
  picture_placeholder: string | null
}

/** The picture of a row that selected `pictureColumns`, or `null` when the join found none. */
export function toPicture(row: PictureRow): StoredPicture | null {
  if (row.picture_id === null || row.picture_key === null || row.picture_widths === null) return null
  return {
    id: row.picture_id,
    key: row.picture_key,
    width: row.picture_width ?? 1,
    height: row.picture_height ?? 1,
    widths: row.picture_widths,
    placeholder: row.picture_placeholder ?? "",
  }
}
