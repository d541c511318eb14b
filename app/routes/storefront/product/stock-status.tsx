import { classNames } from "~/ui/class-names"
import { TimeOfDay } from "~/ui/date-time"
import { Icon } from "~/ui/icon"

/** The highest number of units for which the exact stock is shown */
const LOW_STOCK = 5

export function stockLabel(stock: number): string {
  if (stock < 1) return "Out of stock"
  return stock <= LOW_STOCK ? `Only ${stock} left` : "In stock"
}

interface StockStatusProps {
  stock: number
  /** The units that the shopper's own checkout holds */
  hold?: { units: number; until: Date | string } | null
}

export function StockStatus({ stock, hold }: StockStatusProps) {
  const out = stock < 1 && !hold
  const low = !out && stock <= LOW_STOCK
  return (
    <p className={classNames("stock-status", out && "stock-status-out", low && "stock-status-low")}>
      <Icon name={out ? "close" : low ? "info" : "check"} />
      <span>
        {(stock > 0 || !hold) && stockLabel(stock)}
        {hold && (
          <>
            {stock > 0 && ", and "}
            {holdLabel(stock, hold.units)} reserved for you until <TimeOfDay date={hold.until} />
          </>
        )}
      </span>
    </p>
  )
}

function holdLabel(stock: number, units: number): string {
  if (stock > 0) return units === 1 ? "1 is" : `${units} are`
  return units === 1 ? "The last one is" : `The last ${units} are`
}
