import { expect, test } from "vitest"
import { auditFieldLabel, formatAuditValue } from "./audit-labels"

test("facts are in words: amounts in dollars, pictures by their number, nothing as a dash", () => {
  expect(formatAuditValue("price", 1_200, "USD")).toBe("$12.00")
  expect(formatAuditValue("amount", 1_050, "USD")).toBe("$10.50")
  expect(formatAuditValue("refundLimitOfDay", 5_000, "USD")).toBe("$50.00")
  expect(formatAuditValue("goodsFrom", 11_200, "USD")).toBe("$112.00")
  expect(formatAuditValue("zones", [], "USD")).toBe("–")
  expect([true, false].map((value) => formatAuditValue("firstOrder", value, "USD"))).toEqual(["yes", "no"])
  expect(formatAuditValue("stock", 5, "USD")).toBe("5")
  expect(formatAuditValue("pictures", ["66aabbccddeeff0011223344"], "USD")).toBe("1 picture")
  expect(formatAuditValue("logo", "66aabbccddeeff0011223344", "USD")).toBe("a picture")
  expect(formatAuditValue("trackingNumber", null, "USD")).toBe("–")
  expect(formatAuditValue("factors", ["password", "totp"], "USD")).toBe("password, authenticator app")
  expect(formatAuditValue("desc", "x".repeat(200), "USD")).toHaveLength(121)
  expect(auditFieldLabel("trackingNumber")).toBe("Tracking number")
  expect(formatAuditValue("M, Ecru: compareAtPrice", 3_200, "USD")).toBe("$32.00")
  expect(auditFieldLabel("M, Ecru: weightGrams")).toBe("M, Ecru: weight grams")
  expect(auditFieldLabel("M, Ecru: sku")).toBe("M, Ecru: SKU")
})
