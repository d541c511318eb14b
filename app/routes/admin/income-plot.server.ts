import { scaleBand, scaleLinear } from "d3-scale"
import type { IncomeSpan, IncomeStep } from "~/domain/dashboard/income"
import { formatCents } from "~/domain/money"

/** A bar chart as numbers and words: everything the page draws, worked out on the server. */
export interface IncomePlot {
  width: number
  height: number
  bars: { x: number; y: number; width: number; height: number; label: string }[]
  /** Where the lines lie and what they mean, lowest first. */
  ticks: { y: number; label: string }[]
  /** Beneath the first, the middle and the last bar. */
  dates: string[]
  rows: { date: string; income: number; orders: number }[]
}

const WIDTH = 600
const HEIGHT = 200

export function plotIncome(steps: IncomeStep[], span: IncomeSpan): IncomePlot {
  const highest = Math.max(...steps.map((step) => step.income), 100)
  const across = scaleBand<number>().domain(steps.keys()).range([0, WIDTH]).paddingInner(0.3)
  const up = scaleLinear().domain([0, highest]).nice(4).range([HEIGHT, 0])
  const rows = steps.map(({ from, income, orders }) => ({ date: dateOf(from, span), income, orders }))
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: rows.map(({ date, income, orders }, index) => ({
      x: round(across(index) ?? 0),
      y: round(up(income)),
      width: round(across.bandwidth()),
      height: round(HEIGHT - up(income)),
      label: `${date}: ${formatCents(income)}, ${orders === 1 ? "1 order" : `${orders} orders`}`,
    })),
    ticks: up.ticks(4).map((value) => ({ y: round(up(value)), label: short(value) })),
    dates: [0, Math.floor(rows.length / 2), rows.length - 1].map((index) => rows[index]?.date ?? ""),
    rows,
  }
}

const round = (value: number) => Math.round(value * 100) / 100

const shortDollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
const short = (cents: number) => shortDollars.format(cents / 100)

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
const month = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" })

function dateOf(from: string, span: IncomeSpan): string {
  return (span === "30 days" ? day : month).format(new Date(from))
}
