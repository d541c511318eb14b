import { Icon } from "./icon"

/** Stock in words: "In stock", "Only 3 left", "Out of stock". */
export function stockWords(stock: number): string {
  if (stock < 1) return "Out of stock"
  return stock <= 5 ? `Only ${stock} left` : "In stock"
}

export function StockStatus({ stock }: { stock: number }) {
  return (
    <p className={stock < 1 ? "stock-status stock-status-out" : "stock-status"}>
      <Icon name={stock < 1 ? "close" : "check"} />
      {stockWords(stock)}
    </p>
  )
}
