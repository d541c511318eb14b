import { arc, pie } from "d3-shape"
import type { StockSplit } from "~/domain/dashboard/stock-split.server"
import { type StockLevel, stockLevelNames } from "~/domain/inventory/inventory"

/** A ring as paths and words, worked out on the server. */
export interface StockPlot {
  size: number
  total: number
  slices: { level: StockLevel; name: string; count: number; percent: number; path: string }[]
}

const SIZE = 160

export function plotStock(split: StockSplit): StockPlot {
  const levels: StockLevel[] = ["plenty", "few", "out"]
  const total = split.plenty + split.few + split.out
  const around = pie<StockLevel>()
    .value((level) => split[level])
    .sort(null)
    .padAngle(levels.filter((level) => split[level] > 0).length > 1 ? 0.03 : 0)
  const ring = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
    .innerRadius(SIZE * 0.33)
    .outerRadius(SIZE / 2)
    .digits(2)
  const slices = around(levels).map((slice) => ({
    level: slice.data,
    name: stockLevelNames[slice.data],
    count: slice.value,
    percent: total === 0 ? 0 : Math.round((100 * slice.value) / total),
    path: slice.value > 0 ? (ring(slice) ?? "") : "",
  }))
  return { size: SIZE, total, slices }
}
