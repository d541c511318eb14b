import { z } from "zod"
import { NO_UNITS } from "~/domain/inventory/counting"
import { StockUnits } from "~/domain/inventory/stock"
import { choice, keptIfAbsent, lines, oneOf, text } from "~/domain/records/fields"
import { type Kept, record, type Values } from "~/domain/records/record"
import { codeText } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"
import { MAX_CATEGORY_NAME } from "./categories/category"
import { dayField } from "./day-field"
import { ExistingImage } from "./editing/image-edits"
import { factFields } from "./facts/fact-fields"
import { measureRefusal } from "./measures/measure"
import { measureRecord } from "./measures/measure-record"
import { areDaysInOrder, DAYS_REVERSED, productStateNames } from "./publication/publication"
import { priceRefusal } from "./sale"
import { offerRecord, saleRecord, setPricesRecord, stockField } from "./variants/variant-record"

export const NO_CATEGORY = "Please choose a category"
const NO_DESCRIPTION = "Please enter a description"
const NO_TAX_CLASS = "Choose a tax class"

/** What is sold without counting has no stock. */
const { required: _, ...stockControl } = stockField.control

/**
 * The fields of a product, as its form, its row of a file and its audit log have them. Price and stock are written to
 * its variant, facts and description beside it, and days as moments, so the room writes its columns itself.
 */
export const productRecord = record(
  {
    name: text(
      { label: "Name", maxLength: 200, required: true, about: "its name" },
      visibleLine(200, {
        missing: "Please enter the product name",
        tooLong: "A product name has at most 200 characters",
        unprintable: "This name contains a character that cannot be used",
      }),
    ),
    ...offerRecord.fields,
    price: { ...offerRecord.fields.price, about: "its price, or the lowest price of its variants" },
    ...saleRecord.fields,
    ...measureRecord.fields,
    /** A category's name; the domain checks that it exists. */
    category: choice(
      { label: "Category", placeholder: "Choose category", about: "its category" },
      z.string(NO_CATEGORY).trim().min(1, NO_CATEGORY).max(MAX_CATEGORY_NAME, NO_CATEGORY),
    ),
    stock: keptIfAbsent({
      ...stockField,
      control: stockControl,
      about: "units that can be sold, or empty if they are not counted",
    }),
    desc: lines(
      { label: "Description", rows: 8, maxLength: 10_000, required: true, about: "its description" },
      textLines(10_000, NO_DESCRIPTION, "A description has at most 10000 characters").min(1, NO_DESCRIPTION),
    ),
    status: keptIfAbsent(
      oneOf(
        { published: productStateNames.published, draft: productStateNames.draft },
        {
          label: "Status",
          hint: "Only staff see a draft.",
          missing: "Please choose Published or Draft",
          about: "published or draft",
        },
      ),
    ),
    publishedFrom: dayField({
      label: "Published from",
      hint: "Starts at midnight in the shop’s time zone. Leave empty to publish now.",
      about: "its first day of publication, or empty",
    }),
    publishedUntil: dayField({
      label: "Published until",
      hint: "The last day. Leave empty for no end.",
      about: "its last day of publication, or empty",
    }),
    /** The domain checks that the tax class exists. */
    taxClass: keptIfAbsent(
      choice({ label: "Tax class", about: "its tax class" }, codeText(40, NO_TAX_CLASS, NO_TAX_CLASS)),
    ),
    ...factFields,
  },
  {
    rules: [
      {
        across: setPricesRecord.names,
        check: (prices, report) => {
          const refusal = priceRefusal(prices)
          if (refusal) report(refusal.field, refusal.message)
        },
      },
      {
        across: measureRecord.names,
        check: (measure, report) => {
          const refusal = measureRefusal(measure)
          if (refusal) report(refusal.field, refusal.message)
        },
      },
      {
        across: ["uncounted", "stock"],
        holds: ({ uncounted, stock }) => uncounted || stock !== undefined,
        message: NO_UNITS,
      },
      { across: ["publishedFrom", "publishedUntil"], holds: areDaysInOrder, message: DAYS_REVERSED },
    ],
    alsoCompared: ["pictures", "corrected"],
    extra: {
      kept: z.array(ExistingImage).default([]),
      stockSeen: StockUnits.optional(),
      stockReason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
    },
  },
)

export type ProductValues = Values<typeof productRecord.fields>
export type ProductInput = Kept<typeof productRecord.fields>
export type ProductField = keyof ProductValues
