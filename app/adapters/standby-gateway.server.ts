import type { CardTerminal, PaymentGateway } from "~/domain/payments/gateway"
import { assertLive } from "~/domain/standby.server"
import type { Database } from "~db/database.server"

/** The same gateway, at which a shop on standby can look at payments but open, change and give back none. */
export function liveOnlyGateway(gateway: PaymentGateway, db: Database): PaymentGateway {
  /** The same call, of a live shop alone. */
  const live =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await assertLive({ db })
      return call(...given)
    }
  const liveTerminal = (terminal: CardTerminal): CardTerminal => ({
    ...terminal,
    confirm: live(terminal.confirm),
    answerApproval: live(terminal.answerApproval),
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
