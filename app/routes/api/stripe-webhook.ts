// POST /api/v1/stripe/webhook
import { z } from "zod"
import { receiveNotice } from "~/domain/checkout/receive-notice.server"
import { notFound } from "~/domain/shop-error"
import { readChunks } from "~/http/body-stream.server"
import { visitorCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { onlyWith } from "~/http/only-with.server"

/** Stripe's events are a few kilobytes. */
const LONGEST_MESSAGE = 1024 * 1024

export const loader = onlyWith(
  "stripe",
  endpoints({
    POST: visitorCall(
      {
        chapter: "Payment",
        summary: "Hear from Stripe",
        notes: "Signed by Stripe over the raw body. Answered 5xx as long as the message should be sent again.",
        answer: { received: z.literal(true) },
      },
      async ({ shop, request }) => {
        const { post } = shop.payments
        if (!post) throw notFound("There is no such call")
        const notice = post.read(await readMessage(request), request.headers.get("Stripe-Signature"))
        await receiveNotice(shop, notice)
        return { received: true }
      },
    ),
  }),
)

export const action = loader

/** The bytes as they came: the signature is over these. */
async function readMessage({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  if (body) for await (const chunk of readChunks(body, LONGEST_MESSAGE)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
