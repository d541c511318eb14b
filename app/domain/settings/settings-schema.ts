import { z } from "zod"
import { isBic } from "~/domain/bank-transfer/bic"
import { cleanIban, isIban } from "~/domain/bank-transfer/iban"
import { DEFAULT_ZONE, isTimeZone } from "~/domain/days/days-in.server"
import { across, ifValid } from "~/domain/form-rules"
import { typedEmail, validEmail } from "~/domain/mail/email-text"
import { isMailAddress } from "~/domain/mail/mail-address"
import { toCents } from "~/domain/money/format-money"
import { choice, flag, lines, text } from "~/domain/records/fields"
import { type Kept, record } from "~/domain/records/record"
import { versionSchema } from "~/domain/records/record-version"
import { cleanCode, cleanGroups, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { arePrintableLines, isPrintable, unprintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import { textLines } from "~/domain/text/text-lines"
import { cleanCarriers, MAX_CARRIERS, parseCarrier } from "./carriers"
import { MAX_DUTY_RULES, parseDutyRule } from "./duty-rules"
import { DEFAULT_CREDIT_NOTES, DEFAULT_RETENTION_YEARS, isNumberPattern } from "./number-pattern"
import { cleanRegistrations, MAX_REGISTRATIONS, parseRegistration } from "./registrations"
import { blocksOf, MAX_RESPONSIBLE, parseResponsible } from "./responsible-persons"
import { type AccountingFacts, isAccount, MAX_REVENUE_ACCOUNTS, parseRevenueAccount } from "./revenue-accounts"
import {
  DEFAULT_DELIVERY_TIME,
  DEFAULT_RETURN_TERMS,
  DEFAULT_REVIEW_CHECKS,
  linesOf,
  MAX_NOTICE_TEXT,
} from "./settings"

const MAX_LINKS = 8
export const UNKNOWN_ZONE = "Please choose a time zone from the list, such as Europe/Berlin"

type Shown = Parameters<typeof text>[0]

const messagesFor = (noun: string, max: number) =>
  [`Please enter ${noun} as text`, `Please use at most ${max} characters for ${noun}`] as const

function optionalLine(shown: Shown, noun: string, max: number) {
  return text({ maxLength: max, ...shown }, optionalText(noun, max))
}

function optionalText(noun: string, max: number) {
  const [missing, tooLong] = messagesFor(noun, max)
  return z.string(missing).max(max, tooLong).trim().default("").refine(isPrintable, unusable(noun))
}

/** A value that is validated, such as an address */
function optionalCode(noun: string, max: number, clean = cleanCode) {
  return codeText(max, ...messagesFor(noun, max), clean)
    .default("")
    .refine(isPrintable, unusable(noun))
}

/** One message for each field */
function validOr(message: string) {
  return { error: message, ...ifValid }
}

function unusable(noun: string) {
  return unprintable(`There is a character in ${noun} that cannot be used`)
}

function optionalYears(shown: Shown) {
  const schema = optionalCode("the years", 2, cleanNumber).refine(
    (text) => text === "" || /^[1-9]\d?$/.test(text),
    foreign("Please enter years from 1 to 99", /^\d$/),
  )
  return text({ inputMode: "numeric", width: "short", ...shown }, schema)
}

function optionalLines(noun: string, max: number, clean = (text: string) => text) {
  return textLines(max, ...messagesFor(noun, max))
    .overwrite(clean)
    .default("")
    .refine(arePrintableLines, unusable(noun))
}

function optionalEmail(shown: Shown, noun: string) {
  const invalid = `Please enter ${noun} such as hello@shop.example`
  const schema = typedEmail(`Please enter ${noun} as text`, invalid)
    .default("")
    .check(validEmail(invalid, (text) => text === "" || isMailAddress(text)))
  return text({ type: "email", spellCheck: false, ...shown }, schema)
}

function numberPattern(shown: Shown, noun: string, example: string) {
  const schema = optionalCode(noun, 60).refine(
    (text) => text === "" || isNumberPattern(text),
    validOr(`Please enter ${noun} such as ${example}: {number} at the end, after a letter or a sign`),
  )
  return text({ width: "medium", spellCheck: false, ...shown }, schema)
}

/** A choice that may be the empty text */
function optionalChoice(shown: Parameters<typeof choice>[0], schema: z.ZodType<string>) {
  return choice({ required: undefined, ...shown }, schema)
}

/** A box that is stored as the text that it sends */
function tick(shown: Shown) {
  const { control } = flag(shown)
  return { ...text(shown, Tick), kind: "flag" as const, control }
}

const Tick: z.ZodType<string> = z.enum(["on", ""]).catch("").default("")

function isWebAddress(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === "https:" && hostname.includes(".")
}

function isLocalPath(text: string): boolean {
  return /^\/(?![/\\])\S*$/.test(text)
}

/** The fields of the settings form. The second factors and the notice have their own forms. */
export const settingsRecord = record(
  {
    name: optionalLine({ label: "Name of the shop" }, "the name of the shop", 60),
    email: optionalEmail({ label: "Email address" }, "an email address"),
    address: lines({ label: "Postal address", rows: 4, maxLength: 300 }, optionalLines("the postal address", 300)),
    telephone: text(
      { label: "Telephone", type: "tel", width: "medium" },
      optionalCode("the telephone number", 40, cleanGroups).refine(
        (text) => /^[+\d ()./-]*$/.test(text),
        foreign("Please enter a telephone number such as +1 212 555 0100", /^[+\d ()./-]$/),
      ),
    ),
    openingHours: lines({ label: "Opening hours", rows: 3, maxLength: 300 }, optionalLines("the opening hours", 300)),
    timeZone: optionalChoice(
      {
        label: "Time zone",
        hint: "Discounts, taxes, invoices, reports and filters use days in this time zone. Past figures and numbers do not change if you change it.",
      },
      optionalCode("the time zone", 60)
        .refine((text) => text === "" || isTimeZone(text), validOr(UNKNOWN_ZONE))
        .overwrite((zone) => (zone.toUpperCase() === DEFAULT_ZONE ? "" : zone)),
    ),
    taxId: text({ label: "Tax ID", width: "medium" }, optionalCode("the tax ID", 60)),
    vatId: text({ label: "VAT ID", width: "medium" }, optionalCode("the VAT ID", 60)),
    registrations: lines(
      {
        label: "Producer registrations",
        hint: "One on each line, such as DE packaging: DE1234567890123. The kinds are packaging, electrical and batteries. They are shown in the imprint, and on invoices to that country.",
        rows: 3,
        maxLength: 4_000,
      },
      optionalLines("the registrations", 4_000, cleanRegistrations)
        .refine(
          (text) => linesOf(text).length <= MAX_REGISTRATIONS,
          validOr(`Please enter at most ${MAX_REGISTRATIONS} registrations`),
        )
        .refine(
          (text) => linesOf(text).every((line) => parseRegistration(line) !== null),
          validOr(
            "Please enter registrations such as DE packaging: DE1234567890123, one on each line: the country’s code, then packaging, electrical or batteries",
          ),
        ),
    ),
    responsiblePersons: lines(
      {
        label: "Responsible persons in the EU",
        hint: "For products of manufacturers outside the EU. The name, the postal address and an email or web address, each on its own line; a blank line between persons. Products choose one by its name.",
        rows: 5,
        maxLength: 20_000,
      },
      optionalLines("the responsible persons", 20_000)
        .refine(
          (text) => blocksOf(text).length <= MAX_RESPONSIBLE,
          validOr(`Please enter at most ${MAX_RESPONSIBLE} persons`),
        )
        .refine(
          (text) => blocksOf(text).every((block) => parseResponsible(block) !== null),
          validOr(
            "Please enter each person as lines: the name, the postal address, then an email or web address, with a blank line between persons",
          ),
        )
        .refine((text) => {
          const names = blocksOf(text).map(([name = ""]) => textKey(name))
          return new Set(names).size === names.length
        }, validOr("Please give each person a different name")),
    ),
    accountsOnly: tick({ label: "Customers need an account to order" }),
    withoutAgentTools: tick({ label: "Do not offer the forms of the shop to agents in browsers" }),
    invoiceNumbers: numberPattern(
      {
        label: "Invoice numbers",
        hint: "Such as INV-{number}, or INV-{year}-{number} to start again at 1 every year. Leave empty to issue no invoices.",
      },
      "the invoice numbers",
      "INV-{year}-{number}",
    ),
    creditNoteNumbers: numberPattern(
      { label: "Credit note numbers", hint: `Leave empty for ${DEFAULT_CREDIT_NOTES}.` },
      "the credit note numbers",
      "CN-{year}-{number}",
    ),
    invoiceYears: optionalYears({
      label: "Years to keep invoices",
      hint: `Counted from the end of the year of issue; they cannot be deleted or changed before. Leave empty for ${DEFAULT_RETENTION_YEARS} years.`,
    }),
    auditYears: optionalYears({
      label: "Years to keep entries",
      hint: "Leave empty to keep them forever. Entries are kept for at least a year.",
    }),
    deliveryTime: optionalLine(
      {
        label: "Delivery time",
        hint: `Leave empty for “${DEFAULT_DELIVERY_TIME}”. The page Shipping and returns should say the same.`,
      },
      "the delivery time",
      100,
    ),
    returnTerms: optionalLine(
      { label: "Returns", hint: `Leave empty for “${DEFAULT_RETURN_TERMS}”.` },
      "the returns",
      100,
    ),
    withdrawal: optionalChoice(
      {
        label: "Right of withdrawal",
        hint: "For 14 days after the delivery, or until the next working day, with the form “Withdraw from contract here”.",
        options: [
          { value: "", label: "All customers" },
          { value: "eu", label: "Addresses in the EU" },
        ],
      },
      z.enum(["", "eu"], "Choose who may withdraw").default(""),
    ),
    returnCosts: optionalChoice(
      {
        label: "Return shipping after a withdrawal",
        hint: "The instructions on withdrawal say so.",
        options: [
          { value: "", label: "Not decided: the customer pays" },
          { value: "customer", label: "The customer pays" },
          { value: "shop", label: "The shop pays" },
        ],
      },
      z.enum(["", "customer", "shop"], "Choose who pays for returns").default(""),
    ),
    returnDays: text(
      {
        label: "Days for voluntary returns",
        hint: "Customers may also return items for this many days after the delivery. Leave empty for 30; enter 0 to accept no such returns.",
        inputMode: "numeric",
        width: "short",
      },
      optionalCode("the days of returns", 3, cleanNumber).refine(
        (text) => /^\d*$/.test(text) && Number(text) <= 365,
        foreign("Please enter days from 0 to 365", /^\d$/),
      ),
    ),
    reviewChecks: optionalLine(
      {
        label: "How you check reviews",
        hint: `Shown beside reviews if you ship to the EU or the UK. Leave empty for “${DEFAULT_REVIEW_CHECKS}”`,
      },
      "how reviews are checked",
      500,
    ),
    carriers: lines(
      {
        label: "Carriers",
        hint: "One on each line, such as Post: https://post.example/track?id={number}. Customers track their parcels with these links.",
        rows: 3,
        maxLength: 4_000,
      },
      optionalLines("the carriers", 4_000, cleanCarriers)
        .refine(
          (text) => linesOf(text).length <= MAX_CARRIERS,
          validOr(`Please enter at most ${MAX_CARRIERS} carriers`),
        )
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
    ),
    senderName: optionalLine(
      { label: "Sender’s name", hint: "Leave empty to use the shop’s name." },
      "the sender’s name",
      60,
    ),
    senderEmail: optionalEmail(
      {
        label: "Sender’s address",
        hint: "Leave empty to use the shop’s email address. Your mail service must allow it.",
      },
      "the sender’s address",
    ),
    announcement: optionalLine(
      { label: "Announcement", hint: "One line at the top of every page." },
      "the announcement",
      160,
    ),
    announcementLink: text(
      {
        label: "Link of the announcement",
        hint: "Such as /products, or an address that begins with https://",
        spellCheck: false,
      },
      optionalCode("the announcement’s link", 300).refine(
        (text) => text === "" || isWebAddress(text) || isLocalPath(text),
        validOr("Please enter an address of this shop such as /products, or one that begins with https://"),
      ),
    ),
    socialLinks: lines(
      {
        label: "Links to your other pages",
        hint: "One on each line, beginning with https://",
        rows: 3,
        maxLength: 1_000,
      },
      optionalLines("the links", 1_000, cleanCode)
        .refine((text) => linesOf(text).length <= MAX_LINKS, validOr(`Please enter at most ${MAX_LINKS} links`))
        .refine(
          (text) => linesOf(text).every(isWebAddress),
          validOr("Please enter links that begin with https://, one on each line"),
        ),
    ),
  },
  { comparedBy: "version", extra: { withoutLogo: z.boolean().optional() } },
)

export const SettingsForm = settingsRecord.form

export type GeneralFacts = Kept<typeof settingsRecord.fields>

export const NoticeForm = z.object({
  snapshot: versionSchema,
  noticeText: optionalLines("the text", MAX_NOTICE_TEXT),
  withoutNotice: z.boolean().optional(),
})

export const MAX_DUTY_TEXT = 20_000

export const DutyRulesForm = z.object({
  snapshot: versionSchema,
  dutyRules: optionalLines("the rules", MAX_DUTY_TEXT).superRefine((text, context) => {
    const refusal = dutyRulesRefusal(text)
    if (refusal) context.addIssue({ code: "custom", message: refusal })
  }, ifValid),
})

/** Names the first line that is refused. */
function dutyRulesRefusal(text: string): string | null {
  const lines = linesOf(text)
  if (lines.length > MAX_DUTY_RULES) return `Please enter at most ${MAX_DUTY_RULES} rules`
  for (const [at, line] of lines.entries()) {
    const rule = parseDutyRule(line)
    if (typeof rule === "string") return `Rule ${at + 1}: ${rule}`
  }
  return null
}

function account(label: string) {
  return optionalCode(label, 20, cleanNumber).refine(
    (text) => text === "" || isAccount(text),
    foreign("An account has 4 to 9 digits, such as 8400", /^\d$/),
  )
}

function number(label: string, least: number, most: number) {
  return optionalCode(label, 20, cleanNumber).refine(
    (text) => text === "" || (/^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most),
    foreign(`Please enter a number from ${least} to ${most}`, /^\d$/),
  )
}

const LENGTHS = "General ledger accounts have one length of 4 to 8 digits; those of customers may have one digit more"

/** DATEV takes longer accounts for those of customers, so one file has general ledger accounts of one length. */
function lengthOfAccounts({
  gatewayAccount,
  feesAccount,
  revenueAccounts,
}: Pick<AccountingFacts, "gatewayAccount" | "feesAccount" | "revenueAccounts">) {
  const accounts = linesOf(revenueAccounts).map((line) => parseRevenueAccount(line)?.account ?? "")
  const lengths = new Set([gatewayAccount, feesAccount, ...accounts].filter(Boolean).map(({ length }) => length))
  const [length = 0] = lengths
  return lengths.size > 1 || length > 8 ? null : length
}

const AccountingFields = z.object({
  snapshot: versionSchema,
  datevConsultant: number("the consultant’s number", 1_001, 9_999_999),
  datevClient: number("the client’s number", 1, 99_999),
  financialYearStart: optionalCode("the first day of the financial year", 10, cleanNumber).refine(
    (text) => text === "" || z.iso.date().safeParse(`2001-${text}`).success,
    foreign("Please enter a month and a day such as 07-01", /^[\d-]$/),
  ),
  customersAccount: account("the customers’ account"),
  gatewayAccount: account("the account of the payment service"),
  feesAccount: account("the account of its fees"),
  revenueAccounts: optionalLines("the revenue accounts", 8_000)
    .refine(
      (text) => linesOf(text).length <= MAX_REVENUE_ACCOUNTS,
      validOr(`Please enter at most ${MAX_REVENUE_ACCOUNTS} accounts`),
    )
    .superRefine((text, context) => {
      const wrong = linesOf(text).findIndex((line) => parseRevenueAccount(line) === null)
      if (wrong < 0) return
      const message = `Line ${wrong + 1}: write the country, the rate, the account and the tax key, such as DE 19 8400 3`
      context.addIssue({ code: "custom", message })
    }, ifValid),
})

function isLengthOfCustomersAccount({ customersAccount, ...others }: z.output<typeof AccountingFields>) {
  const length = lengthOfAccounts(others) ?? 0
  return length === 0 || customersAccount === "" || [length, length + 1].includes(customersAccount.length)
}

export const AccountingForm = AccountingFields.refine((fields) => lengthOfAccounts(fields) !== null, {
  ...{ message: LENGTHS, path: ["revenueAccounts"] },
  ...across("gatewayAccount", "feesAccount", "revenueAccounts"),
})
  .refine(isLengthOfCustomersAccount, {
    ...{ message: LENGTHS, path: ["customersAccount"] },
    ...across("customersAccount", "gatewayAccount", "feesAccount", "revenueAccounts"),
  })
  .refine(({ gatewayAccount, feesAccount }) => feesAccount === "" || gatewayAccount !== "", {
    ...{ message: "Enter the account of the payment service, which its fees are taken from", path: ["gatewayAccount"] },
    ...across("gatewayAccount", "feesAccount"),
  })

function optionalDays(noun: string, most: number) {
  return optionalCode(noun, 3, cleanNumber).refine(
    (text) => text === "" || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most),
    foreign(`Please enter days from 1 to ${most}`, /^\d$/),
  )
}

const MAX_FEE = 100_000

const PaymentMethodFields = z.object({
  snapshot: versionSchema,
  transfers: Tick,
  transferDays: optionalDays("the days", 60),
  accountHolder: optionalText("the account holder", 70),
  iban: optionalCode("the IBAN", 42, (text) => cleanIban(cleanNumber(text))).refine(
    (text) => text === "" || isIban(text),
    validOr("Please check the IBAN: a letter or digit is wrong or missing"),
  ),
  bic: optionalCode("the BIC", 14, (text) => cleanCode(text).replaceAll(" ", "").toUpperCase()).refine(
    (text) => text === "" || isBic(text),
    validOr("Please enter a BIC of 8 or 11 letters and digits, such as DEUTDEFF, or leave it empty"),
  ),
  paidOnCollection: Tick,
  paidOnDelivery: Tick,
  deliveryFee: optionalCode("the fee", 20, cleanNumber).refine(
    (text) => text === "" || (toCents(text) ?? MAX_FEE + 1) <= MAX_FEE,
    validOr("Please enter a fee from 0.00 to 1000.00, such as 5.00"),
  ),
  deliveryCountries: optionalCode("the countries", 800, cleanCountries).refine(
    (text) => text.split(" ").every((code) => code === "" || /^[A-Z]{2}$/.test(code)),
    validOr("Please enter the countries as codes with two letters, such as DE AT"),
  ),
})

function cleanCountries(text: string): string {
  return cleanCode(text)
    .replaceAll(/[\s,;]+/g, " ")
    .trim()
    .toUpperCase()
}

export const PaymentMethodsForm = PaymentMethodFields.refine(
  ({ transfers, accountHolder }) => transfers === "" || accountHolder !== "",
  {
    ...{ message: "Enter the account holder, so that customers can pay by transfer", path: ["accountHolder"] },
    ...across("transfers", "accountHolder"),
  },
).refine(({ transfers, iban }) => transfers === "" || iban !== "", {
  ...{ message: "Enter the IBAN, so that customers can pay by transfer", path: ["iban"] },
  ...across("transfers", "iban"),
})

/** An empty day means no requirement. */
export const FactorPolicyForm = z.object({
  snapshot: versionSchema.optional(),
  staffFactorsFrom: optionalCode("the day", 10, cleanNumber).refine(
    (text) => text === "" || z.iso.date().safeParse(text).success,
    foreign("Please enter a day such as 2027-01-31", /^[\d-]$/),
  ),
  trustedDevices: Tick,
})

/** `snapshot` is the newest version when the page was opened. */
export const RestoreVersion = z.object({ version: versionSchema, snapshot: versionSchema })
export type RestoreVersion = z.output<typeof RestoreVersion>
