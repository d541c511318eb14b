// POST /api/v1/stripe/webhook
import type { AppLoadContext } from "@remix-run/node"
import { z } from "zod"
import { handleWebhookEvent } from "~/domain/checkout/reconciliation/handle-webhook-event.server"
import { notFound } from "~/domain/shop-error"
import { readBytes } from "~/http/bodies/body.server"
import { withBodyMemory } from "~/http/bodies/body-memory.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

/** Stripe's events are a few kilobytes. */
const LONGEST_MESSAGE = 1024 * 1024

export const loader = endpoints(
  {
    POST: visitorCall(
      {
        chapter: "Payment",
        summary: "Receive webhook events from Stripe",
        notes: "Signed by Stripe over the raw body. The response is 5xx if Stripe should send the message again.",
        response: { received: z.literal(true) },
      },
      async ({ shop, request, context }) => {
        const { webhook: post } = shop.payments
        if (!post) throw notFound("There is no such endpoint")
        const notice = post.parse(await readMessage(request, context), request.headers)
        await handleWebhookEvent(shop, notice)
        return { received: true }
      },
    ),
  },
  { gateway: "stripe" },
)

export const action = loader

/** The raw bytes, which the signature covers */
async function readMessage(request: Request, context: AppLoadContext): Promise<Uint8Array> {
  const { body } = request
  if (!body) return new Uint8Array()
  return withBodyMemory("gateway", context, request, (lease) => readBytes(body, lease, LONGEST_MESSAGE))
}
