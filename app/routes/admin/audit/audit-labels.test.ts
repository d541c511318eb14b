import { expect, test } from "vitest"
import { auditFieldLabel, formatAuditValue } from "./audit-labels"

test("facts are in words: amounts in dollars, pictures by their number, nothing as a dash", () => {
  expect(formatAuditValue("price", 1_200)).toBe("$12.00")
  expect(formatAuditValue("amount", 1_050)).toBe("$10.50")
  expect(formatAuditValue("stock", 5)).toBe("5")
  expect(formatAuditValue("pictures", ["66aabbccddeeff0011223344"])).toBe("1 picture")
  expect(formatAuditValue("logo", "66aabbccddeeff0011223344")).toBe("a picture")
  expect(formatAuditValue("trackingNumber", null)).toBe("–")
  expect(formatAuditValue("desc", "x".repeat(200))).toHaveLength(121)
  expect(auditFieldLabel("trackingNumber")).toBe("Tracking number")
})
