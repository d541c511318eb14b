import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import {
  creditorReferenceOf,
  formatReference,
  isCreditorReference,
  isQrReference,
  orderOfCreditorReference,
  orderOfQrReference,
  qrReferenceOf,
  transferReferenceOf,
} from "./creditor-reference"

const orderNumber = fc.integer({ min: 1, max: 999_999_999 })

describe("a creditor reference", () => {
  test.each(["RF18539007547034", "RF712348231", "RF45G72UUR"])("%s is valid", (reference) => {
    expect(isCreditorReference(reference)).toBe(true)
  })

  test("leads back to its order", () => {
    expect(creditorReferenceOf(1042)).toBe("RF97001042")
    fc.assert(
      fc.property(orderNumber, (number) => {
        expect(orderOfCreditorReference(creditorReferenceOf(number))).toBe(number)
      }),
    )
  })

  test("with a typing error leads to no order", () => {
    expect(orderOfCreditorReference("RF97001043")).toBeNull()
    expect(orderOfCreditorReference("RF97010042")).toBeNull()
    expect(orderOfCreditorReference("RF45G72UUR")).toBeNull()
  })

  test("is shown in groups of four", () => {
    expect(formatReference("RF18539007547034")).toBe("RF18 5390 0754 7034")
  })
})

describe("a Swiss QR reference", () => {
  test("has the check digit of the example in the specification", () => {
    expect(isQrReference("210000000003139471430009017")).toBe(true)
    expect(isQrReference("210000000003139471430009018")).toBe(false)
  })

  test("leads back to its order", () => {
    fc.assert(
      fc.property(orderNumber, (number) => {
        expect(qrReferenceOf(number)).toHaveLength(27)
        expect(orderOfQrReference(qrReferenceOf(number))).toBe(number)
      }),
    )
    expect(orderOfQrReference("210000000003139471430009017")).toBeNull()
    expect(orderOfQrReference("0".repeat(27))).toBeNull()
  })

  test("is shown in groups of five, and used for accounts that accept no other", () => {
    expect(formatReference("210000000003139471430009017")).toBe("21 00000 00003 13947 14300 09017")
    expect(transferReferenceOf("CH4431999123000889012", 1042)).toBe(qrReferenceOf(1042))
    expect(transferReferenceOf("CH9300762011623852957", 1042)).toBe(creditorReferenceOf(1042))
  })
})
