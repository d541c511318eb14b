import { expect, test } from "vitest"
import { acceptsGzip } from "./accepts-gzip"

test.each([
  ["gzip, deflate, br, zstd", true],
  ["GZIP;q=0.5", true],
  ["br, gzip;q=1.0", true],
  ["gzip;q=0.001", true],
  ["gzip;q=0", false],
  ["br, gzip; q=0.000", false],
  ["identity", false],
  ["", false],
  [undefined, false],
  ["*", false],
  [`${"br, ".repeat(100)}gzip`, false],
])("Accept-Encoding: %s", (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts)
})
