import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { formatPrice, Price } from "./price"

test("a price is written with a dollar sign, thousands and both cents", () => {
  expect(formatPrice(123450)).toBe("$1,234.50")
  expect(formatPrice(0)).toBe("$0.00")
  expect(formatPrice(7)).toBe("$0.07")
  expect(formatPrice(99999999)).toBe("$999,999.99")
})

test("a price carries its plain value for machines", () => {
  expect(renderToStaticMarkup(<Price cents={450} />)).toBe('<data class="price" value="4.50">$4.50</data>')
})
