import { parseWithZod } from "@conform-to/zod/v4"
import { describe, expect, test } from "vitest"
import { z } from "zod"

const modules = import.meta.glob<Record<string, unknown>>(
  [
    "../../domain/**/*.ts",
    "../../routes/**/*.ts",
    "!../../**/*.server.ts",
    "!../../**/*.test.ts",
    "!../../**/testing/**",
    "!../../routes/api/json/**",
  ],
  { eager: true },
)

interface Leaf {
  place: string
  schema: z.ZodType
}

/** Every field of every exported schema, except those that only pages fill: choices and ticked boxes */
const leaves = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) => (value instanceof z.ZodType ? leavesOf(value, name) : []))

function leavesOf(schema: z.ZodType, place: string): Leaf[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  const inside = (one: z.core.$ZodType, name = "") => leavesOf(one as z.ZodType, name ? `${place}.${name}` : place)
  if (def.type === "object") return Object.entries(def.shape).flatMap(([name, one]) => inside(one, name))
  if (def.type === "array") return inside(def.element, "[]")
  if (def.type === "pipe" && holdsFields(def.in)) return inside(def.in)
  if (def.type === "pipe" && holdsFields(def.out)) return inside(def.out)
  if ("innerType" in def && holdsFields(def.innerType)) return inside(def.innerType)
  return isChoice(schema) ? [] : [{ place, schema }]
}

function holdsFields(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === "object" || def.type === "array") return true
  if (def.type === "pipe") return holdsFields(def.in) || holdsFields(def.out)
  return "innerType" in def && holdsFields(def.innerType)
}

function isChoice(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ("innerType" in def) return isChoice(def.innerType)
  if (def.type === "union") return def.options.every(isChoice)
  if (def.type === "pipe") return isChoice(def.in)
  return ["enum", "literal", "boolean", "unknown", "custom", "transform"].includes(def.type) && def.type !== "transform"
}

/** Conform parses forms, and changes schemas so that they accept texts. */
function readForm({ place, schema }: Leaf, text: string): unknown {
  if (place.startsWith("ProductQuery.")) return schema.safeParse(text).data
  const form = new FormData()
  form.set("field", text)
  const { status, value } = parseWithZod(form, { schema: z.object({ field: schema }) }) as Submitted
  return status === "success" ? value?.field : undefined
}

interface Submitted {
  status?: string
  value?: { field?: unknown }
}

const read = ({ schema }: Leaf, text: string) => schema.safeParse(text, { error: () => "wrong" })

/** Returns whether the field parses a text as its number, and returns no number for a word. */
const isWholeNumber = (leaf: Leaf) => read(leaf, "3").data === 3
/** Ratings in halves, and the page of the public list, which clamps all numbers */
const takesDecimals = (leaf: Leaf) => [3, 3.5].includes(read(leaf, "3.5").data as number)

const numbers = leaves.filter(isWholeNumber)

describe("a whole number is a number or only digits", () => {
  test("and there are many", () => {
    expect(numbers.length).toBeGreaterThan(20)
  })

  test.each(numbers.map((leaf) => [leaf.place, leaf] as const))("in %s", (_, leaf) => {
    const wrong = ["0x3", "0b11", "3e0", "3,0", "3,5", "3 0", "3_0", "3'0", "+3", "--3"]
    const decimals = takesDecimals(leaf) ? [] : ["3.0", "3.000", "3.", "3.5"]
    for (const text of [...wrong, ...decimals]) {
      for (const data of [read(leaf, text).data, readForm(leaf, text)])
        expect([text, [3, 3.5, 30, 35, 3000]]).not.toEqual([text, expect.arrayContaining([data])])
    }
    for (const text of ["\u200e3\u202c", "３", "\u00a03\u2009", "\u200b3\ufe0f", "٣"])
      expect([text, read(leaf, text).data, readForm(leaf, text)]).toEqual([text, 3, 3])
  })
})

const amounts = leaves.filter((leaf) => read(leaf, "3.50").data === 350)

describe("an amount is written with digits and a point", () => {
  test("and there are many", () => {
    expect(amounts.length).toBeGreaterThan(8)
  })

  test.each(amounts.map((leaf) => [leaf.place, leaf] as const))("in %s", (_, leaf) => {
    for (const text of ["3.500", "0x3", "3e0", "3,50", "3.5e0", "3 000", "3'000", "+3.50"])
      expect([text, read(leaf, text).success, readForm(leaf, text)]).toEqual([text, false, undefined])
    for (const text of ["\u200e3.50\u202c", "３．５０", "\u00a03.50\u2009"])
      expect([text, read(leaf, text).data, readForm(leaf, text)]).toEqual([text, 350, 350])
  })
})

/** Texts that people type or paste into fields that are parsed or compared */
const samples = [
  "0123456789abcdef01234567",
  "ada@shop.example",
  "3",
  "12.50",
  "2026-12-24",
  "2999-01-01",
  "+1 212 555 0100",
  "4006381333931",
  "INV-{number}",
  "https://shop.example/x",
  "Post: https://post.example/track?id={number}",
  "10115",
  "#####",
  "4242 4242 4242 4242",
  "12/30",
  "123",
  "19",
  "Germany",
  "SPRING-10",
  "66aabbccddeeff0011223344.1.500",
]

const WORDS = "„such words“ \u{1f60a}"

/** Keys that only pages send, and names and values that are shown as typed */
const UNTYPED =
  /(?:slug|Slug|values\.\[\]|PageForm\.preview|ConfirmedOffer\..+|ownFacts|option\d|classes|carriers|registrations|\.was)$/

/** Each field that accepts a sample and no words */
const parsed = leaves.flatMap((leaf) => {
  if (UNTYPED.test(leaf.place)) return []
  const taken = samples.filter((sample) => {
    const { success, data } = read(leaf, sample)
    const words = read(leaf, WORDS)
    return success && (!words.success || JSON.stringify(words.data) !== JSON.stringify(WORDS)) && data !== words.data
  })
  return taken.map((sample) => [`${leaf.place} of ${sample}`, leaf, sample] as const)
})

describe("a parsed value loses characters that were pasted along", () => {
  test("and there are many", () => {
    expect(new Set(parsed.map(([, leaf]) => leaf)).size).toBeGreaterThan(60)
  })

  /** Fields that also accept words, because the domain checks them later */
  const looked: [string, string][] = [
    ["Credentials.email", "ada@shop.example"],
    ["CredentialsWithCode.code", "123456"],
    ["AppConfirmation.code", "123 456"],
    ["SecondStepForm.code", "abcd-efgh"],
    ["IdentityConfirmation.code", "123456"],
    ["VariantChange.sku", "DIZ-100"],
    ["VariantsForm.variants.[].sku", "DIZ-100"],
    ["ShippingFields.phoneNo", "+12125550100"],
    ["ShippingFields.pinCode", "10115"],
    ["ShippingFields.country", "DE"],
    ["ShippingFields.state", "OH"],
    ["ShippingJson.phoneNo", "+12125550100"],
    ["DestinationJson.pinCode", "9000-100"],
    ["PaidShippingJson.pinCode", "10115"],
    ["PaidShippingJson.phoneNo", "+1 212 555 0100"],
    ["HomeForm.pinCode", "10115"],
    ["ZoneLookup.pinCode", "10115"],
    ["ParcelFields.tracking", "1Z999AA10123456784"],
    ["TrackingFields.tracking", "1Z999AA10123456784"],
    ["OrderAdvance.tracking", "1Z999AA10123456784"],
    ["ShipmentFields.orders.[].tracking", "1Z999AA10123456784"],
    ["WithdrawalByNumber.order", "#1042"],
    ["SettingsForm.vatId", "DE123456789"],
    ["SettingsForm.taxId", "12/345/67890"],
    ["QuoteOrderJson.shippingMethod", "Express"],
    ["OpenPaymentJson.shippingMethod", "Express"],
    ["PlaceOrderJson.paymentInfo.id", "pi_123"],
    ["ConfirmCardJson.client_secret", "pi_123_secret_1"],
    ["RateForm.place", "Germany, 10*"],
    ["ZoneForm.places", "Germany, 10*"],
    ["RateForm.taxClass", "reduced"],
    ["UserFilter.search", "ada@shop.example"],
    ["AdminOrderFilter.search", "#1042"],
    ["ProductTableFilter.search", "DIZ-100"],
    ["DocumentFilter.search", "INV-2026-7"],
    ["DiscountFilter.search", "SPRING-10"],
    ["ReturnFilter.search", "1042"],
    ["ReviewFilter.product", "0123456789abcdef01234567"],
  ]

  test.each(looked)("in %s, which accepts words as well", (place, sample) => {
    const leaf = leaves.find((one) => one.place === place)
    if (!leaf) throw new Error(`There is no ${place}`)
    for (const sign of ["\u200e", "\u202d", "\u2069", "\u200b", "\u200d", "\u2060", "\ufeff", "\ufe0f", "\u00ad"]) {
      const pasted = `${sign}${sample.slice(0, 2)}${sign}${sample.slice(2)}${sign}\u00a0`
      expect([sign, read(leaf, pasted).data]).toEqual([sign, sample])
    }
    const wide = sample.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    expect(read(leaf, wide).data).toBe(sample)
  })

  test.each(parsed)("in %s", (_, leaf, sample) => {
    const right = read(leaf, sample).data
    const half = Math.ceil(sample.length / 2)
    const inside = (sign: string) => sample.slice(0, half) + sign + sample.slice(half)
    for (const sign of ["\u200e", "\u202d", "\u2069", "\u200b", "\u200d", "\u2060", "\ufeff", "\ufe0f", "\u00ad"]) {
      expect([sign, read(leaf, sign + inside(sign) + sign).data]).toEqual([sign, right])
    }
    expect(read(leaf, `\u00a0${sample.replaceAll(" ", "\u202f")}\u3000`).data).toEqual(right)
    expect(
      read(
        leaf,
        sample.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
      ).data,
    ).toEqual(right)
  })
})

/** Texts that textareas send */
const TEXTAREAS =
  /\.(?:desc|body|text|noticeText|openingHours|hours|comment|details|items|warnings|manufacturerAddress|rates|places|options\.\[\]\.values)$|(?:Withdrawal\w*|CancellationFields|ReturnRefusal)\.reason$|(?:MethodForm|SettingsForm)\.address$/

/** Text fields with their limits in characters */
const texts = leaves.flatMap((leaf) => {
  const takes = (text: string) => read(leaf, text).success
  const keeps = JSON.stringify(read(leaf, "x\ny").data ?? "").includes("x\\ny")
  if (!TEXTAREAS.test(leaf.place) || !keeps || /snapshot/i.test(leaf.place)) return []
  let [least, most] = [1, 65_536]
  while (most - least > 1) {
    const half = Math.floor((least + most) / 2)
    if (takes("x".repeat(half))) least = half
    else most = half
  }
  return [[leaf.place, leaf, least] as const]
})

describe("a line break is one character, as browsers count it", () => {
  test("and there are many texts", () => {
    expect(texts.length).toBeGreaterThan(15)
  })

  test.each(texts)("in %s", (_, leaf, most) => {
    const longest = `x${"\r\n".repeat(most - 2)}x`
    expect(read(leaf, longest).success).toBe(true)
    expect(read(leaf, `x${"\n".repeat(most - 2)}x`).data).toEqual(read(leaf, longest).data)
    expect(read(leaf, `x${"\r\n".repeat(most - 1)}x`).success).toBe(false)
  })
})
