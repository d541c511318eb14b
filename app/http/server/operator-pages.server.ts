import type { Request, RequestHandler } from "express"
import { describeSkew, isWrong } from "~/domain/dashboard/clock-skew"
import { assertWritable, checkHealth } from "~/metrics/health.server"
import type { Metrics } from "~/metrics/metrics.server"
import type { OpenShop } from "~/open-shop.server"
import { READ_ONLY } from "~db/read-only-server-error"

export const READ_ONLY_REASON = "the database server is a standby, or read-only"

/** Reports the database to balancers, and the health of every part to operators. */
export function readiness(
  { shop, clock }: Pick<OpenShop, "shop"> & { clock: Pick<OpenShop["clock"], "skew"> },
  metrics: Metrics | null,
  isOperator: (request: Request) => boolean,
): RequestHandler {
  return async (request, response) => {
    const { skew } = clock
    response.set("Cache-Control", "no-store")
    const wantsDetails = request.headers.authorization !== undefined && isOperator(request)
    if (wantsDetails && metrics) {
      const health = await checkHealth(shop, metrics, skew)
      return void response.status(health.ready ? 200 : 503).json(health)
    }
    try {
      await assertWritable(shop.db)
      response
        .type("text")
        .send(isWrong(skew) ? `ready, but the clock of this machine is ${describeSkew(skew)}` : "ready")
    } catch (error) {
      const isReadOnly = (error as NodeJS.ErrnoException).code === READ_ONLY
      const reason = isReadOnly ? READ_ONLY_REASON : "the database does not answer"
      response.status(503).type("text").send(reason)
    }
  }
}

export function metricsPage(metrics: Metrics, isOperator: (request: Request) => boolean): RequestHandler {
  return async (request, response, next) => {
    if (!isOperator(request)) return next()
    const { contentType, text } = await metrics.scrape()
    response.set({ "Content-Type": contentType, "Cache-Control": "no-store" }).send(text)
  }
}
