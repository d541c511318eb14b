import { LRUCache } from "lru-cache"
import type { Visitor } from "../accounts/actor"
import type { Shop } from "../shop"
import { ShopError, tooMany } from "../shop-error"
import type { GatewayPayment, PaymentGateway } from "./gateway"
import { paymentLimits } from "./payment-limits"

/** Limits a user's gateway calls; webhooks and jobs are not limited and still finish what the user paid. */
export function limitGatewayCalls(shop: Shop, user: Visitor): Shop {
  const isOwn = shop.payments.terminal !== null
  if (user === null || isOwn) return shop
  const count = (calls: number) => shop.limits.consume(paymentLimits.gatewayCallsOfMember, user.id, calls)
  const limited = limitedGateway(shop, count)
  origins.set(limited, { shop, userId: user.id, count })
  return { ...shop, payments: limited }
}

type Count = (calls: number) => Promise<void>

const origins = new WeakMap<PaymentGateway, { shop: Shop; userId: string; count: Count }>()

/** Returns a shop whose calls for this payment have a reserve: no limit stands between a customer and a paid order. */
export function withClaimReserve(limitedShop: Shop, paymentId: string): Shop {
  const origin = origins.get(limitedShop.payments)
  if (!origin) return limitedShop
  const { shop, userId, count } = origin
  let reserved: Promise<void> | undefined
  const takeReserve = async () => {
    await shop.limits.consume(paymentLimits.claimsOfPayment, `${userId} ${paymentId}`)
    await shop.limits.consume(paymentLimits.claimsOfMember, userId)
  }
  const countOrReserve = (calls: number) =>
    count(calls).catch((error) => {
      if (!isTooMany(error)) throw error
      reserved ??= takeReserve()
      return reserved
    })
  return { ...limitedShop, payments: limitedGateway(shop, countOrReserve) }
}

function limitedGateway({ payments, now }: Shop, consume: Count): PaymentGateway {
  const recent = recentPaymentsOf(payments)
  const count = (calls = 1) => consume(calls).catch(refuse)
  const counted =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await count()
      return call(...given)
    }
  return {
    ...payments,
    open: counted(payments.open),
    openHosted: counted(payments.openHosted),
    refund: counted(payments.refund),
    findRefund: counted(payments.findRefund),
    async find(id, { maxAge = 0 } = {}) {
      const known = recent.get(id)
      if (known && now().getTime() - known.time < maxAge) return known.payment
      const payment = count().then(() => payments.find(id))
      recent.set(id, { payment, time: now().getTime() })
      payment.catch(() => recent.delete(id))
      return payment
    },
    async cancel(id) {
      await count(2)
      recent.delete(id)
      return payments.cancel(id)
    },
  }
}

interface RecentPayment {
  payment: Promise<GatewayPayment | null>
  time: number
}

const recentPayments = new WeakMap<PaymentGateway, LRUCache<string, RecentPayment>>()

function recentPaymentsOf(gateway: PaymentGateway): LRUCache<string, RecentPayment> {
  const known = recentPayments.get(gateway)
  if (known) return known
  const recent = new LRUCache<string, RecentPayment>({ max: 1_000 })
  recentPayments.set(gateway, recent)
  return recent
}

function isTooMany(error: unknown): error is ShopError {
  return error instanceof ShopError && error.kind === "tooMany"
}

function refuse(error: unknown): never {
  if (!isTooMany(error)) throw error
  const seconds = error.retryAfter ?? 60
  const message = `You have asked about payments very often. What you paid is safe: please try again in ${seconds} seconds.`
  throw tooMany(message, seconds, error.limit)
}
