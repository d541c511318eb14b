import type { Request, RequestHandler } from "express"
import { sql } from "kysely"
import { describeSkew, isWrong } from "~/domain/dashboard/clock-skew"
import { checkHealth } from "~/metrics/health.server"
import type { Metrics } from "~/metrics/metrics.server"
import type { OpenShop } from "~/open-shop.server"

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
      await sql`select 1`.execute(shop.db)
      response
        .type("text")
        .send(isWrong(skew) ? `ready, but the clock of this machine is ${describeSkew(skew)}` : "ready")
    } catch {
      response.status(503).type("text").send("the database does not answer")
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
