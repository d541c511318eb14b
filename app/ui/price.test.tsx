import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Price } from "./price"

test("a price has its plain value in machine-readable form", () => {
  expect(renderToStaticMarkup(<Price cents={450} />)).toBe('<data class="price" value="4.50">$4.50</data>')
})
