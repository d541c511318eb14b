import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { Toaster } from "./toaster"

test("the status region exists before its first message", () => {
  expect(markupOf(<Toaster toasts={[]} />)).toBe(
    '<div class="toaster"><div role="status" aria-live="polite"></div></div>',
  )
})

test("messages that the page itself announces are shown, and not announced again", () => {
  const markup = markupOf(<Toaster toasts={[]} refusal={{ type: "error", message: "Enter a name" }} />)
  expect(markup).toContain('<div role="status" aria-live="polite"></div><section aria-label="Message">')
  expect(markup).toContain("Enter a name")
})

test("undo is a form that sends its fields", () => {
  const undo = { action: "/admin/products/restore", fields: { id: "5f1a3c9d0e2b4a6c8d0e1f2a" } }
  const markup = markupOf(<Toaster toasts={[{ type: "success", message: "Product has been deleted", undo }]} />)
  expect(markup).toContain("Product has been deleted")
  expect(markup).toMatch(/<form[^>]*method="post"[^>]*action="\/admin\/products\/restore"/)
  expect(markup).toContain('<input type="hidden" name="id" value="5f1a3c9d0e2b4a6c8d0e1f2a"/>')
  expect(markup).toMatch(/<button type="submit"[^>]*>.*Undo<\/button>/)
})

test("without scripts a message has no button that would not work", () => {
  const markup = markupOf(<Toaster toasts={[{ type: "error", message: "Issue processing the order" }]} />)
  expect(markup).toContain("Error ")
  expect(markup).not.toContain("<button")
})
