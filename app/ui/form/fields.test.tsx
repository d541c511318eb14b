import type { SubmissionResult } from "@conform-to/react"
import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { CheckboxChoices } from "./checkbox-choices"
import { PasswordField } from "./password-field"
import { RatingField } from "./rating-field"
import { SelectField } from "./select-field"
import { ShopForm } from "./shop-form"
import { TextField } from "./text-field"
import { useShopForm } from "./use-shop-form"

interface Fields extends Record<string, unknown> {
  email: string
  password: string
  country: string
  rating: number
  days: string[]
}

function SampleForm({ lastResult }: { lastResult?: SubmissionResult }) {
  const [form, fields] = useShopForm<Fields>({ id: "sample", lastResult })
  return (
    <ShopForm form={form} tool={null}>
      <TextField of={fields.email} label="Email" hint="Where the receipt goes" type="email" required />
      <PasswordField of={fields.password} label="Password" autoComplete="current-password" required />
      <SelectField
        of={fields.country}
        label="Country"
        placeholder="Choose"
        options={[{ value: "NZ", label: "New Zealand" }]}
      />
      <RatingField of={fields.rating} label="Your rating" />
      <CheckboxChoices of={fields.days} label="Days" options={[{ value: "sat", label: "Saturday" }]} />
    </ShopForm>
  )
}

const refused: SubmissionResult = {
  status: "error",
  initialValue: { email: "ada@", password: "hunter2", country: "NZ", rating: "3.5" },
  error: {
    "": ["Nothing was saved"],
    email: ["Enter a whole e-mail address"],
    rating: ["Choose a rating"],
    days: ["Choose a day"],
  },
}

/** The attributes of the first tag with this name attribute */
function control(markup: string, name: string): string {
  return markup.match(new RegExp(`<[a-z]+ [^>]*name="${name}"[^>]*>`))?.[0] ?? ""
}

test("a fresh form shows no errors and every label refers to its control", () => {
  const markup = markupOf(<SampleForm />)
  expect(markup).not.toContain("There is a problem")
  expect(control(markup, "email")).not.toContain("aria-invalid")
  expect(markup).toContain('<label for="sample-email">')
  expect(control(markup, "email")).toContain('id="sample-email"')
})

test("a field in error points to its hint and its message, both of which exist", () => {
  const markup = markupOf(<SampleForm lastResult={refused} />)
  const email = control(markup, "email")
  expect(email).toContain('aria-invalid="true"')
  const described = email.match(/aria-describedby="([^"]*)"/)?.[1]?.split(" ") ?? []
  expect(described).toHaveLength(2)
  for (const id of described) expect(markup).toContain(`id="${id}"`)
  expect(control(markup, "country")).not.toContain("aria-invalid")
})

test("the summary takes the focus and links to every field in error", () => {
  const markup = markupOf(<SampleForm lastResult={refused} />)
  expect(markup).toMatch(
    /<div class="error-summary"[^>]*autofocus=""[^>]*>|<div class="error-summary"[^>]*autoFocus=""[^>]*>/,
  )
  expect(markup).toContain('<a href="#sample-email">Enter a whole e-mail address</a>')
  expect(markup).toContain('<a href="#sample-rating">Choose a rating</a>')
  expect(markup).toContain('id="sample-rating"')
  expect(markup).toContain('<a href="#sample-days">Choose a day</a>')
  expect(markup).toContain('id="sample-days"')
  expect(markup).toContain("<li>Nothing was saved</li>")
})

test("entries are shown again, except secrets", () => {
  const markup = markupOf(<SampleForm lastResult={refused} />)
  expect(control(markup, "email")).toContain('value="ada@"')
  expect(markup).toContain('<option value="NZ" selected="">')
  expect(markup).toMatch(/<input[^>]*checked=""[^>]*value="3.5"/)
  expect(markup).not.toContain("hunter2")
})

test("the browser's own validation is off, so that people read the server's messages", () => {
  expect(markupOf(<SampleForm />)).toMatch(/<form[^>]*novalidate=""/i)
})

test("without scripts a password field has no button to show it", () => {
  expect(markupOf(<SampleForm />)).not.toContain("Show password")
})
