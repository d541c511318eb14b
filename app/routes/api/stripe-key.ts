// GET /api/v1/stripekey
import { z } from "zod"
import { publicRead } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Payment",
      summary: "Read the card provider's public key",
      cache: { store: "memory", ignoresUnknown: true },
      response: { stripeKey: z.string() },
    },
    async ({ shop }) => ({ stripeKey: shop.payments.publishableKey }),
  ),
})

export const action = loader
