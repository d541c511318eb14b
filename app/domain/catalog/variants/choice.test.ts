import { describe, expect, test } from "vitest"
import { type ChoosableVariant, choiceOf, chosenTitle, offerOf, sentChoice, valuesAt } from "./choice"

const options = [
  { name: "Size", values: ["41", "42", "43"].map((name) => ({ name, slug: name })) },
  { name: "Colour", values: ["Black", "White"].map((name) => ({ name, slug: name.toLowerCase() })) },
]

const picture = (id: string) => ({ id, alt: id, width: 1, height: 1, placeholder: "", stem: id, widths: [320] })

/** Black shoes have a picture; the ids give the other facts: `41-black`. */
const shoe = (values: string[], stock: number, given: Partial<ChoosableVariant> = {}): ChoosableVariant => ({
  id: values.join("-"),
  values,
  price: 2_800,
  compareAtPrice: null,
  priorPrice: null,
  stock,
  picture: values[1] === "black" ? picture("black") : null,
  ...given,
})

/** Size 42 does not exist in white; 43 is sold out in black and expensive in white. */
const shoes = {
  options,
  variants: [
    shoe(["41", "black"], 3),
    shoe(["41", "white"], 4),
    shoe(["42", "black"], 2),
    shoe(["43", "black"], 0),
    shoe(["43", "white"], 5, { price: 3_200, compareAtPrice: 4_000, priorPrice: 3_900 }),
  ],
}

/** Returns the note at each value of an option. */
const said = (sent: object, place: number, product = shoes) =>
  Object.fromEntries(
    valuesAt(product, choiceOf(product.options, sent), place).map(({ name, isChosen, unavailability }) => {
      const words =
        unavailability &&
        (unavailability.kind === "soldOut" ? "sold out" : `not offered in ${unavailability.within || "anything"}`)
      return [isChosen ? `(${name})` : name, words]
    }),
  )

describe("the note at a value", () => {
  test("describes all its variants while nothing is chosen", () => {
    expect(said({}, 0)).toEqual({ 41: null, 42: null, 43: null })
    expect(said({}, 1)).toEqual({ Black: null, White: null })
  })

  test("describes the variants left by a partial choice, for the other option and for its own", () => {
    expect(said({ option1: "42" }, 1)).toEqual({ Black: null, White: "not offered in 42" })
    expect(said({ option1: "42" }, 0)).toEqual({ 41: null, "(42)": null, 43: null })
    expect(said({ option2: "black" }, 0)).toEqual({ 41: null, 42: null, 43: "sold out" })
    expect(said({ option2: "white" }, 0)).toEqual({ 41: null, 42: "not offered in White", 43: null })
  })

  test("describes a complete choice with one value changed, even where the choice itself does not exist", () => {
    const choice = { option1: "42", option2: "white" }
    expect(said(choice, 0)).toEqual({ 41: null, "(42)": "not offered in White", 43: null })
    expect(said(choice, 1)).toEqual({ Black: null, "(White)": "not offered in 42" })
  })

  test("says that a value has no variants or no stock before anything is chosen", () => {
    const product = { options, variants: [shoe(["41", "black"], 0), shoe(["42", "black"], 1)] }
    expect(said({}, 0, product)).toEqual({ 41: "sold out", 42: null, 43: "not offered in anything" })
    expect(said({}, 1, product)).toEqual({ Black: null, White: "not offered in anything" })
  })

  test("links to the page with the other values unchanged", () => {
    const [, , last] = valuesAt(shoes, ["41", "white"], 0)
    expect(last?.choice).toEqual(["43", "white"])
  })
})

describe("a choice", () => {
  test("has only values of the product, and is empty by default", () => {
    expect(choiceOf(options, {})).toEqual([null, null])
    expect(choiceOf(options, { option1: "44", option2: "white", option3: "white" })).toEqual([null, "white"])
    expect(choiceOf(options, { option1: "white", option2: "BLACK" })).toEqual([null, null])
  })

  test("includes the value of an option that has only one, whatever is sent", () => {
    const plain = [options[0], { name: "Colour", values: [{ name: "Black", slug: "black" }] }] as typeof options
    expect(choiceOf(plain, {})).toEqual([null, "black"])
    expect(choiceOf(plain, { option2: "white" })).toEqual([null, "black"])
  })

  test("from an address is limited in length, and uses the first of repeated names", () => {
    const read = (query: string) => sentChoice(new URLSearchParams(query))
    expect(read("option1=42&option1=43&option4=x&page=2")).toEqual({ option1: "42" })
    expect(read(`option1=${"x".repeat(61)}&option2=a%20b&option3=`)).toEqual({})
  })

  test("has a title of its value names", () => {
    expect(chosenTitle(options, ["42", null])).toBe("42")
    expect(chosenTitle(options, ["42", "black"])).toBe("42, Black")
  })
})

describe("the offer of a choice", () => {
  const left = (...choice: (string | null)[]) => offerOf(shoes, choice)

  test("has the lowest price and all units while it is open, and one price if all are the same", () => {
    expect(left(null, null)).toMatchObject({ state: "open", isFrom: true, stock: 14, price: { price: 2_800 } })
    expect(left("43", null)).toMatchObject({ state: "open", isFrom: true, stock: 5, price: { price: 2_800 } })
    expect(left(null, "black")).toMatchObject({ state: "open", isFrom: false, stock: 5, variant: null })
  })

  test("becomes one variant with its own price, sale, stock and picture", () => {
    expect(left("43", "white")).toMatchObject({
      state: "chosen",
      variant: { id: "43-white" },
      isFrom: false,
      stock: 5,
      price: { price: 3_200, compareAtPrice: 4_000, priorPrice: 3_900 },
      picture: null,
    })
    expect(left("43", "black")).toMatchObject({ state: "chosen", stock: 0, price: { compareAtPrice: null } })
  })

  test("is empty where the combination does not exist", () => {
    expect(left("42", "white")).toMatchObject({ state: "notOffered", variant: null, stock: 0, price: { price: 2_800 } })
  })

  test("shows a picture as soon as all remaining variants share it", () => {
    expect(left(null, "black").picture?.id).toBe("black")
    expect(left("41", null).picture).toBeNull()
    expect(left("42", null).picture?.id).toBe("black")
  })
})
