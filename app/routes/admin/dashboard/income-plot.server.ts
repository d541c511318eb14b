import { scaleBand, scaleLinear } from "d3-scale"
import { type IncomePeriod, type IncomeSpan, type IncomeSummary, summarizeIncome } from "~/domain/dashboard/income"
import { shortDay } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { formatMoney, formatShortMoney } from "~/domain/money/format-money"
import { pluralize } from "~/domain/text/pluralize"

export interface IncomePlot {
  width: number
  height: number
  bars: IncomeBar[]
  /** The line of the previous period, as an SVG path */
  earlier: string
  ticks: { y: number; label: string }[]
  /** Labels for the first, the middle and the last bar */
  dates: string[]
  /** A sentence about bars that exceed the scale */
  beyond?: string
  rows: (Omit<IncomePeriod, "from"> & { date: string })[]
  summary: IncomeSummary
}

export interface IncomeBar {
  x: number
  y: number
  width: number
  height: number
  /** Whether it exceeds the scale */
  cut: boolean
  /** Date, income, refunds if there are any, and earlier income */
  label: string[]
}

const WIDTH = 600
const HEIGHT = 200

export function plotIncome(periods: IncomePeriod[], span: IncomeSpan, currency: string): IncomePlot {
  const across = scaleBand<number>().domain(periods.keys()).range([0, WIDTH]).paddingInner(0.3)
  const top = scaleTop(periods.flatMap(({ income, earlierIncome }) => [income, earlierIncome]))
  const up = scaleLinear().domain([0, top]).nice(4).range([HEIGHT, 0]).clamp(true)
  const end = up.domain()[1] ?? top
  const rows = periods.map(({ from, ...period }) => ({ ...period, date: dateOf(from, span) }))
  const cut = rows.filter(({ income }) => income > end)
  const middle = across.bandwidth() / 2
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: rows.map(({ date, income, refunded, orders, earlierIncome }, index) => ({
      x: round(across(index) ?? 0),
      y: round(up(income)),
      width: round(across.bandwidth()),
      height: round(HEIGHT - up(income)),
      cut: income > end,
      label: [
        date,
        `${formatMoney(income, currency)}, ${pluralize(orders, "order")}`,
        ...(refunded > 0 ? [`${formatMoney(refunded, currency)} refunded`] : []),
        `${formatMoney(earlierIncome, currency)} ${before(span)}`,
      ],
    })),
    earlier: rows
      .map(({ earlierIncome }, index) => `${round((across(index) ?? 0) + middle)},${round(up(earlierIncome))}`)
      .join(" "),
    ticks: up.ticks(4).map((value) => ({ y: round(up(value)), label: formatShortMoney(value, currency) })),
    dates: [0, Math.floor(rows.length / 2), rows.length - 1].map((index) => rows[index]?.date ?? ""),
    ...(cut.length > 0 && { beyond: describeBeyond(cut, end, currency) }),
    rows,
    summary: summarizeIncome(periods),
  }
}

/** An income that exceeds the next one by this factor is cut off by the scale. */
const OUTLIER = 4
const MAX_OUTLIERS = 3

/** Ends the scale below up to three outliers, next to which all other bars would be hairlines. */
export function scaleTop(incomes: number[]): number {
  const sorted = [...incomes].sort((one, other) => other - one)
  for (let outliers = MAX_OUTLIERS; outliers > 0; outliers--) {
    const [lowest = 0, next = 0] = sorted.slice(outliers - 1)
    if (next > 0 && lowest > OUTLIER * next) return next
  }
  return Math.max(sorted[0] ?? 0, 100)
}

function describeBeyond(cut: { date: string; income: number }[], end: number, currency: string): string {
  const bars = cut.map(({ date, income }) => `${date} (${formatMoney(income, currency)})`).join(", ")
  return `The scale ends at ${formatMoney(end, currency)}. Beyond it: ${bars}.`
}

function before(span: IncomeSpan): string {
  return span === "30 days" ? "30 days before" : "a year before"
}

const round = (value: number) => Math.round(value * 100) / 100

function dateOf(from: Day, span: IncomeSpan): string {
  return span === "30 days" ? shortDay(from).slice(0, -" 2026".length) : shortDay(from).replace(/^\d+ /, "")
}
