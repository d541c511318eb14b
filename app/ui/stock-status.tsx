import { classNames } from "./class-names"
import { Icon } from "./icon"

/** Up to this many units the shop says how many are left. */
const few = 5

/** Stock in words: "In stock", "Only 3 left", "Out of stock". */
export function stockWords(stock: number): string {
  if (stock < 1) return "Out of stock"
  return stock <= few ? `Only ${stock} left` : "In stock"
}

export function StockStatus({ stock }: { stock: number }) {
  const out = stock < 1
  const low = !out && stock <= few
  return (
    <p className={classNames("stock-status", out && "stock-status-out", low && "stock-status-low")}>
      <Icon name={out ? "close" : low ? "info" : "check"} />
      {stockWords(stock)}
    </p>
  )
}
