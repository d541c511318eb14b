import { describe, expect, test } from "vitest"
import { type ChoosableVariant, choiceOf, chosenTitle, offerOf, sentChoice, valuesAt } from "./choice"

const options = [
  { name: "Size", values: ["41", "42", "43"].map((name) => ({ name, slug: name })) },
  { name: "Colour", values: ["Black", "White"].map((name) => ({ name, slug: name.toLowerCase() })) },
]

const picture = (id: string) => ({ id, alt: id, width: 1, height: 1, placeholder: "", stem: id, widths: [320] })

/** Black shoes have a picture; the rest of their facts is the id: `41-black`. */
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

/** 42 is not made in white, 43 is sold out in black and dear in white. */
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

/** What is said at each value of an option. */
const said = (sent: object, place: number, product = shoes) =>
  Object.fromEntries(
    valuesAt(product, choiceOf(product.options, sent), place).map(({ name, isChosen, trouble }) => {
      const words = trouble && (trouble.kind === "soldOut" ? "sold out" : `not made in ${trouble.within || "anything"}`)
      return [isChosen ? `(${name})` : name, words]
    }),
  )

describe("what is said at a value", () => {
  test("while nothing is chosen, is of all it comes in", () => {
    expect(said({}, 0)).toEqual({ 41: null, 42: null, 43: null })
    expect(said({}, 1)).toEqual({ Black: null, White: null })
  })

  test("is of what half a choice leaves, for the other option and for its own", () => {
    expect(said({ option1: "42" }, 1)).toEqual({ Black: null, White: "not made in 42" })
    expect(said({ option1: "42" }, 0)).toEqual({ 41: null, "(42)": null, 43: null })
    expect(said({ option2: "black" }, 0)).toEqual({ 41: null, 42: null, 43: "sold out" })
    expect(said({ option2: "white" }, 0)).toEqual({ 41: null, 42: "not made in White", 43: null })
  })

  test("is of a whole choice with one value changed, also where that choice itself is not made", () => {
    const choice = { option1: "42", option2: "white" }
    expect(said(choice, 0)).toEqual({ 41: null, "(42)": "not made in White", 43: null })
    expect(said(choice, 1)).toEqual({ Black: null, "(White)": "not made in 42" })
  })

  test("a value that nothing is made in, or nothing is left of, says so before anything is chosen", () => {
    const product = { options, variants: [shoe(["41", "black"], 0), shoe(["42", "black"], 1)] }
    expect(said({}, 0, product)).toEqual({ 41: "sold out", 42: null, 43: "not made in anything" })
    expect(said({}, 1, product)).toEqual({ Black: null, White: "not made in anything" })
  })

  test("leads to the page with the other values as they are", () => {
    const [, , last] = valuesAt(shoes, ["41", "white"], 0)
    expect(last?.choice).toEqual(["43", "white"])
  })
})

describe("what is chosen", () => {
  test("is only what the product has, and nothing by itself", () => {
    expect(choiceOf(options, {})).toEqual([null, null])
    expect(choiceOf(options, { option1: "44", option2: "white", option3: "white" })).toEqual([null, "white"])
    expect(choiceOf(options, { option1: "white", option2: "BLACK" })).toEqual([null, null])
  })

  test("is the value of an option that has one, whatever is sent", () => {
    const plain = [options[0], { name: "Colour", values: [{ name: "Black", slug: "black" }] }] as typeof options
    expect(choiceOf(plain, {})).toEqual([null, "black"])
    expect(choiceOf(plain, { option2: "white" })).toEqual([null, "black"])
  })

  test("of an address is bounded, and the first of a name that is repeated", () => {
    const read = (query: string) => sentChoice(new URLSearchParams(query))
    expect(read("option1=42&option1=43&option4=x&page=2")).toEqual({ option1: "42" })
    expect(read(`option1=${"x".repeat(61)}&option2=a%20b&option3=`)).toEqual({})
  })

  test("has a title of its names", () => {
    expect(chosenTitle(options, ["42", null])).toBe("42")
    expect(chosenTitle(options, ["42", "black"])).toBe("42, Black")
  })
})

describe("what a choice leaves", () => {
  const left = (...choice: (string | null)[]) => offerOf(shoes, choice)

  test("has the lowest price and all units while it is open, and one price where there is one", () => {
    expect(left(null, null)).toMatchObject({ state: "open", isFrom: true, stock: 14, price: { price: 2_800 } })
    expect(left("43", null)).toMatchObject({ state: "open", isFrom: true, stock: 5, price: { price: 2_800 } })
    expect(left(null, "black")).toMatchObject({ state: "open", isFrom: false, stock: 5, variant: null })
  })

  test("is one variant with its own price, sale, stock and picture in the end", () => {
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

  test("is nothing where the combination is not made", () => {
    expect(left("42", "white")).toMatchObject({ state: "notMade", variant: null, stock: 0, price: { price: 2_800 } })
  })

  test("shows a picture as soon as everything it leaves has that one", () => {
    expect(left(null, "black").picture?.id).toBe("black")
    expect(left("41", null).picture).toBeNull()
    expect(left("42", null).picture?.id).toBe("black")
  })
})
