import type { CardTerminal, PaymentGateway } from "~/domain/payments/gateway"
import { assertLive } from "~/domain/standby.server"
import type { Database } from "~db/database.server"

/** Restricts a shop on standby to reading payments. */
export function liveOnlyGateway(gateway: PaymentGateway, db: Database): PaymentGateway {
  const live =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await assertLive({ db })
      return call(...given)
    }
  const liveTerminal = (terminal: CardTerminal): CardTerminal => ({
    ...terminal,
    confirm: live(terminal.confirm),
    resolveApproval: live(terminal.resolveApproval),
    startMethod: live(terminal.startMethod),
    answer: live(terminal.answer),
  })
  return {
    ...gateway,
    terminal: gateway.terminal && liveTerminal(gateway.terminal),
    open: live(gateway.open),
    openHosted: live(gateway.openHosted),
    cancel: live(gateway.cancel),
    refund: live(gateway.refund),
  }
}
