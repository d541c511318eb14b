import { LRUCache } from "lru-cache"
import type { Visitor } from "~/domain/accounts/actor"
import { siteKey } from "~/domain/accounts/rate-limit-keys.server"
import type { Shop } from "~/domain/shop"
import { ShopError, tooMany } from "~/domain/shop-error"
import type { GatewayPayment, PaymentGateway } from "./gateway"
import { paymentLimits } from "./payment-limits"

/**
 * Limits the gateway calls of a user, and of all users and visitors of a network; webhooks and jobs are not limited and
 * still finish paid orders.
 */
export function limitGatewayCalls(shop: Shop, user: Visitor, address: string): Shop {
  const isOwn = shop.payments.terminal !== null
  if (isOwn) return shop
  const network = siteKey(address)
  const ofNetwork = [paymentLimits.gatewayCallsFromNetwork, network] as const
  const count = (calls: number) =>
    user
      ? shop.limits.consumeBoth([paymentLimits.gatewayCallsOfMember, user.id], ofNetwork, calls)
      : shop.limits.consume(...ofNetwork, calls)
  const limited = limitedGateway(shop, count)
  if (user) origins.set(limited, { shop, userId: user.id, network, count })
  return { ...shop, payments: limited }
}

type Count = (calls: number) => Promise<void>

const origins = new WeakMap<PaymentGateway, { shop: Shop; userId: string; network: string; count: Count }>()

/**
 * Returns a shop whose calls for this payment have a reserve, so that no limit comes between a customer and a paid
 * order.
 */
export function withClaimReserve(limitedShop: Shop, paymentId: string): Shop {
  const origin = origins.get(limitedShop.payments)
  if (!origin) return limitedShop
  const { shop, userId, network, count } = origin
  let reserved: Promise<void> | undefined
  const takeReserve = async () => {
    await shop.limits.consume(paymentLimits.claimsOfPayment, `${userId} ${paymentId}`)
    await shop.limits.consume(paymentLimits.claimsOfMember, userId)
  }
  const countOrReserve = (calls: number) =>
    count(calls).catch(async (error) => {
      if (!isTooMany(error)) throw error
      reserved ??= takeReserve()
      await reserved
      await shop.limits.consume(paymentLimits.claimCallsFromNetwork, network, calls)
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
  const isOfNetwork = error.limit?.endsWith("-network")
  const cause = isOfNetwork ? "There are too many payments from your network" : "You have checked payments too often"
  const message = `${cause}. Your payment is safe: please try again in ${seconds} seconds.`
  throw tooMany(message, seconds, error.limit)
}
