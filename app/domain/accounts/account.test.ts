import { expect, test } from "vitest"
import type { z } from "zod"
import { Credentials, PasswordChange, PasswordReset, ProfileFields, Registration } from "./account"

const ada = { name: "Ada", email: "ada@shop.example", password: "correct horse" }

test("a registration takes a name, an email address and a password, and ignores everything else", () => {
  const sent = { ...ada, role: "admin", _id: "0".repeat(24), createdAt: "2001-01-01", isAuth: true }
  expect(Registration.parse(sent)).toEqual(ada)
})

const wrongEmail = (place: number, character: string) =>
  `Please enter a valid email: the ${place}th character, ${character}, cannot be used`

const UNPRINTABLE = "This name contains a character that cannot be used"

test.each([
  [{ ...ada, name: undefined }, "Please enter your name"],
  [{ ...ada, name: "   " }, "Please enter your name"],
  [{ ...ada, name: "\u200b\u3164" }, "Please enter your name"],
  [{ ...ada, name: "a".repeat(101) }, "A name may have at most 100 characters"],
  [{ ...ada, name: "Ada\r\nBcc: all@shop.example" }, `${UNPRINTABLE}: a line break after “Ada”`],
  [{ ...ada, name: "Ada \u202enimda" }, `${UNPRINTABLE}: an invisible direction mark (U+202E) after “Ada”`],
  [{ ...ada, name: "\0Ada" }, `${UNPRINTABLE}: an invisible control character (U+0000) at the beginning`],
  [{ ...ada, name: { $ne: "" } }, "Please enter your name"],
  [{ ...ada, email: undefined }, "Please enter your email"],
  [{ ...ada, email: "ada" }, "Please enter a valid email"],
  [{ ...ada, email: "ada@shop.example\r\nBcc: all@shop.example" }, wrongEmail(17, "a line break")],
  [{ ...ada, email: "ada@shop.example, bob@shop.example" }, wrongEmail(17, "“,”")],
  [{ ...ada, email: "ada\0@shop.example" }, wrongEmail(4, "an invisible control character (U+0000)")],
  [{ ...ada, email: `${"a".repeat(1_000_000)}@shop.example` }, "Please enter a valid email"],
  [{ ...ada, email: ["ada@shop.example", "bob@shop.example"] }, "Please enter your email"],
  [{ ...ada, password: undefined }, "Please enter a password"],
  [{ ...ada, password: "" }, "Please enter a password"],
  [{ ...ada, password: "1234567" }, "A password needs at least 8 characters"],
  [{ ...ada, password: "🐎🐎🐎🐎🐎🐎🐎" }, "A password needs at least 8 characters"],
  [{ ...ada, password: "a".repeat(1_000_000) }, "A password may have at most 128 characters"],
])("an invalid registration is refused with one sentence (%#)", (sent, message) => {
  expect(errorsOf(Registration, sent)).toEqual([message])
})

test("a password may have any 128 characters, spaces and emoji included", () => {
  expect(Registration.parse({ ...ada, password: " 🐎".repeat(64) }).password).toBe(" 🐎".repeat(64))
})

test("spaces around name and email address are removed", () => {
  expect(ProfileFields.parse({ name: " Ada ", email: " ada@shop.example " })).toEqual({
    name: "Ada",
    email: "ada@shop.example",
  })
})

test.each([
  {},
  { email: "", password: "" },
  { email: "ada@shop.example" },
  { password: "x" },
  { email: { $gt: "" }, password: "x" },
])("signing in requires both fields, with one message (%#)", (sent) => {
  expect(errorsOf(Credentials, sent)).toEqual(["Please enter email and password"])
})

test("a new password must be repeated correctly", () => {
  const reset = { password: "correct horse", confirmPassword: "correct house" }
  expect(errorsOf(PasswordReset, reset)).toEqual(["Password does not match"])
  const change = { oldPassword: "old", newPassword: "correct horse", confirmPassword: "correct house" }
  expect(errorsOf(PasswordChange, change)).toEqual(["Password does not match"])
})

function errorsOf(schema: z.ZodType, sent: unknown): string[] {
  return schema.safeParse(sent).error?.issues.map((issue) => issue.message) ?? []
}
