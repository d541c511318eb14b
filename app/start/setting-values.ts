import { z } from "zod"
import { describeEmailFault, isEmail, normalizeMailAddress } from "~/domain/mail/mail-address"
import { isLoopbackName } from "~/http/origin/loopback"
import { parseServerAddresses } from "~db/server-addresses"

export const text = z.string().trim().min(1)

export const origin = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username) {
    return url.origin
  }
  context.addIssue({ code: "custom", message: "must be an origin such as https://shop.example" })
  return z.NEVER
})

export const assetHost = origin.refine(
  (value) => value.startsWith("https:") || isLoopbackName(new URL(value).hostname),
  "must be an origin such as https://cdn.example, without a path",
)

export const address = (protocols: RegExp, example: string) =>
  text.refine((value) => URL.canParse(value) && protocols.test(new URL(value).protocol), `must look like ${example}`)

/** One server, or several in libpq's format */
export const databaseAddress = text.superRefine((value, context) => {
  try {
    parseServerAddresses(value)
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message })
  }
})

export const email = text.overwrite(normalizeMailAddress).refine(isEmail, {
  error: ({ input }) => ["must be an e-mail address", describeEmailFault(String(input))].filter(Boolean).join(": "),
})

export const listOf = (one: z.ZodType<string>, message: string) =>
  text
    .transform((value) => value.split(",").map((part) => one.safeParse(part.trim())))
    .refine((parts) => parts.every(({ success }) => success), message)
    .transform((parts) => parts.flatMap(({ data }) => data ?? []))

export const atMostTen = (list: ReturnType<typeof listOf>) =>
  list.refine((parts) => parts.length <= 10, "takes ten addresses at most")

export const wholeNumber = (least: number, most: number) =>
  text
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)

export const flag = z.stringbool({ truthy: ["true", "1", "yes", "on"], falsy: ["false", "0", "no", "off"] })

export const backupKey = text.refine((key) => key.length >= 12, "needs at least 12 characters").max(1000)
