import type { ColumnType, Generated } from "kysely"

export interface MediaTables {
  pictures: {
    id: string
    key: string
    width: number
    height: number
    widths: number[]
    placeholder: string
    sums: ColumnType<Record<string, { size: number; sha256: string }> | null, string | null | undefined, string>
    created_at: Generated<Date>
  }
  product_images: {
    id: string
    product_id: string
    picture_id: string
    position: number
    alt: Generated<string>
  }
}
