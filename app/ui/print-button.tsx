import { Button } from "./button"
import { useHydrated } from "./use-hydrated"

/** Opens the print dialog; without scripts the browser's own menu has to do. */
export function PrintButton() {
  if (!useHydrated()) return <p className="muted no-print">To print this page, use your browser's menu.</p>
  return (
    <Button type="button" variant="secondary" icon="print" onClick={() => window.print()}>
      Print
    </Button>
  )
}
