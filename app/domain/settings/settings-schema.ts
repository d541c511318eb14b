import { z } from "zod"
import { DEFAULT_ZONE, isTimeZone } from "~/domain/days/days-in.server"
import { ifValid } from "~/domain/form-rules"
import { typedEmail, validEmail } from "~/domain/mail/email-text"
import { isMailAddress } from "~/domain/mail/mail-address"
import { versionSchema } from "~/domain/records/record-version"
import { cleanCode, cleanGroups, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { arePrintableLines, isPrintable, unprintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import { textLines } from "~/domain/text/text-lines"
import { cleanCarriers, MAX_CARRIERS, parseCarrier } from "./carriers"
import { isNumberPattern } from "./number-pattern"
import { linesOf, MAX_NOTICE_TEXT } from "./settings"

const MAX_LINKS = 8
export const UNKNOWN_ZONE = "Please choose a time zone from the list, such as Europe/Berlin"

const messagesFor = (label: string, max: number) =>
  [`Please enter ${label} as text`, `Please use at most ${max} characters for ${label}`] as const

function optionalLine(label: string, max: number) {
  const [missing, tooLong] = messagesFor(label, max)
  return z
    .string(missing)
    .max(max, { error: tooLong, abort: true })
    .trim()
    .default("")
    .refine(isPrintable, unusable(label))
}

/** A value that is validated, such as an address */
function optionalCode(label: string, max: number, clean = cleanCode) {
  return codeText(max, ...messagesFor(label, max), clean)
    .default("")
    .refine(isPrintable, unusable(label))
}

/** One message for each field */
function validOr(message: string) {
  return { error: message, ...ifValid }
}

function unusable(label: string) {
  return { ...unprintable(`There is a character in ${label} that cannot be used`), abort: true }
}

function optionalYears() {
  return optionalCode("the years", 2, cleanNumber).refine(
    (text) => text === "" || /^[1-9]\d?$/.test(text),
    foreign("Please enter years from 1 to 99", /^\d$/),
  )
}

function optionalLines(label: string, max: number, clean = (text: string) => text) {
  return textLines(max, ...messagesFor(label, max))
    .overwrite(clean)
    .default("")
    .refine(arePrintableLines, unusable(label))
}

function optionalEmail(label: string) {
  const invalid = `Please enter ${label} such as hello@shop.example`
  return typedEmail(`Please enter ${label} as text`, invalid)
    .default("")
    .check(validEmail(invalid, (text) => text === "" || isMailAddress(text)))
}

function numberPattern(label: string, example: string) {
  return optionalCode(label, 60).refine(
    (text) => text === "" || isNumberPattern(text),
    validOr(`Please enter ${label} such as ${example}: {number} at the end, after a letter or a sign`),
  )
}

function isWebAddress(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === "https:" && hostname.includes(".")
}

function isLocalPath(text: string): boolean {
  return /^\/(?![/\\])\S*$/.test(text)
}

export const SettingsForm = z.object({
  snapshot: versionSchema,
  name: optionalLine("the name of the shop", 60),
  email: optionalEmail("an email address"),
  address: optionalLines("the postal address", 300),
  telephone: optionalCode("the telephone number", 40, cleanGroups).refine(
    (text) => /^[+\d ()./-]*$/.test(text),
    foreign("Please enter a telephone number such as +1 212 555 0100", /^[+\d ()./-]$/),
  ),
  openingHours: optionalLines("the opening hours", 300),
  timeZone: optionalCode("the time zone", 60)
    .refine((text) => text === "" || isTimeZone(text), validOr(UNKNOWN_ZONE))
    .overwrite((zone) => (zone.toUpperCase() === DEFAULT_ZONE ? "" : zone)),
  taxId: optionalCode("the tax ID", 60),
  vatId: optionalCode("the VAT ID", 60),
  invoiceNumbers: numberPattern("the invoice numbers", "INV-{year}-{number}"),
  creditNoteNumbers: numberPattern("the credit note numbers", "CN-{year}-{number}"),
  invoiceYears: optionalYears(),
  auditYears: optionalYears(),
  deliveryTime: optionalLine("the delivery time", 100),
  returnTerms: optionalLine("the returns", 100),
  withdrawal: z.enum(["", "eu"], "Choose who may withdraw").default(""),
  returnDays: optionalCode("the days of returns", 3, cleanNumber).refine(
    (text) => /^\d*$/.test(text) && Number(text) <= 365,
    foreign("Please enter days from 0 to 365", /^\d$/),
  ),
  carriers: optionalLines("the carriers", 4_000, cleanCarriers)
    .refine((text) => linesOf(text).length <= MAX_CARRIERS, validOr(`Please enter at most ${MAX_CARRIERS} carriers`))
    .refine(
      (text) => linesOf(text).every((line) => parseCarrier(line) !== null),
      validOr(
        "Please enter carriers such as Post: https://post.example/track?id={number}, one on each line, with {number} once",
      ),
    )
    .refine((text) => {
      const names = linesOf(text).map((line) => textKey(parseCarrier(line)?.name ?? ""))
      return new Set(names).size === names.length
    }, validOr("Please give each carrier a different name")),
  senderName: optionalLine("the sender’s name", 60),
  senderEmail: optionalEmail("the sender’s address"),
  announcement: optionalLine("the announcement", 160),
  announcementLink: optionalCode("the announcement’s link", 300).refine(
    (text) => text === "" || isWebAddress(text) || isLocalPath(text),
    validOr("Please enter an address of this shop such as /products, or one that begins with https://"),
  ),
  socialLinks: optionalLines("the links", 1_000, cleanCode)
    .refine((text) => linesOf(text).length <= MAX_LINKS, validOr(`Please enter at most ${MAX_LINKS} links`))
    .refine(
      (text) => linesOf(text).every(isWebAddress),
      validOr("Please enter links that begin with https://, one on each line"),
    ),
  accountsOnly: z.enum(["on", ""]).catch("").default(""),
  withoutLogo: z.boolean().optional(),
})

export const NoticeForm = z.object({
  snapshot: versionSchema,
  noticeText: optionalLines("the text", MAX_NOTICE_TEXT),
  withoutNotice: z.boolean().optional(),
})

/** An empty day means no requirement. */
export const FactorPolicyForm = z.object({
  snapshot: versionSchema.optional(),
  staffFactorsFrom: optionalCode("the day", 10, cleanNumber).refine(
    (text) => text === "" || z.iso.date().safeParse(text).success,
    foreign("Please enter a day such as 2027-01-31", /^[\d-]$/),
  ),
  trustedDevices: z.enum(["on", ""]).catch("").default(""),
})

/** `snapshot` is the newest version when the page was opened. */
export const RestoreVersion = z.object({ version: versionSchema, snapshot: versionSchema })
export type RestoreVersion = z.output<typeof RestoreVersion>
