import { setTimeout as sleep } from "node:timers/promises"
import type { PaymentGateway } from "~/domain/payments/gateway"

/** Delays every call, in milliseconds, as the network and the bank of a real gateway do. */
export function slowGateway(gateway: PaymentGateway, delay: number): PaymentGateway {
  if (delay === 0) return gateway
  const slow =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await sleep(delay)
      return call(...given)
    }
  const { terminal } = gateway
  return {
    ...gateway,
    terminal: terminal && {
      confirm: slow(terminal.confirm),
      resolveApproval: slow(terminal.resolveApproval),
      startMethod: slow(terminal.startMethod),
      answer: slow(terminal.answer),
      findBySecret: slow(terminal.findBySecret),
    },
    open: slow(gateway.open),
    openHosted: slow(gateway.openHosted),
    find: slow(gateway.find),
    paymentsBetween: slow(gateway.paymentsBetween),
    cancel: slow(gateway.cancel),
    refund: slow(gateway.refund),
    findRefund: slow(gateway.findRefund),
    refundsOf: slow(gateway.refundsOf),
    refundsSince: slow(gateway.refundsSince),
    feesBetween: slow(gateway.feesBetween),
  }
}
