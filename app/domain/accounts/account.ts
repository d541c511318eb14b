import { z } from "zod"
import { across, ifValid } from "~/domain/form-rules"
import { typedEmail, validEmail } from "~/domain/mail/email-text"
import { cleanCode } from "~/domain/text/clean-code"
import { visibleLine } from "~/domain/text/visible-line"
import {
  isTooLong,
  MAX_PASSWORD_CODE_UNITS,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from "./passwords/password-rules"

const MAX_NAME_LENGTH = 100

export const PersonName = visibleLine(MAX_NAME_LENGTH, {
  missing: "Please enter your name",
  tooLong: `A name may have at most ${MAX_NAME_LENGTH} characters`,
  unprintable: "This name contains a character that cannot be used",
})

const MISSING_EMAIL = "Please enter your email"
const INVALID_EMAIL = "Please enter a valid email"

export const Email = typedEmail(MISSING_EMAIL, INVALID_EMAIL).min(1, MISSING_EMAIL).check(validEmail(INVALID_EMAIL))

const newPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .refine((password) => !isTooLong(password), {
      error: `A password may have at most ${MAX_PASSWORD_LENGTH} characters`,
      ...ifValid,
    })
    .refine((password) => characterCount(password) >= MIN_PASSWORD_LENGTH, {
      error: `A password needs at least ${MIN_PASSWORD_LENGTH} characters`,
      ...ifValid,
    })

/** A password that is too long is cut but stays too long, so that the response does not reveal why it is wrong. */
const truncatePassword = (typed: string) => typed.slice(0, MAX_PASSWORD_CODE_UNITS + 1)

const existingPassword = (missing: string) => z.string({ error: missing }).overwrite(truncatePassword).min(1, missing)

const MISSING_CREDENTIALS = "Please enter email and password"

export const Credentials = z
  .object({
    email: typedEmail(MISSING_CREDENTIALS, INVALID_EMAIL).default(""),
    password: z.string({ error: MISSING_CREDENTIALS }).overwrite(truncatePassword).default(""),
  })
  .superRefine(
    ({ email, password }, context) => {
      const missing = email === "" ? "email" : password === "" ? "password" : null
      if (missing) context.addIssue({ code: "custom", path: [missing], message: MISSING_CREDENTIALS })
    },
    across("email", "password"),
  )

export const Registration = z.object({
  name: PersonName,
  email: Email,
  password: newPassword("Please enter a password"),
})

/** The email addresses of a person with a known one */
export const InvitedRegistration = Registration.omit({ email: true })

export const ProfileFields = z.object({ name: PersonName, email: Email })

/** The password is required only for another email address. */
export const ProfileForm = ProfileFields.extend({
  withoutPicture: z.boolean().optional(),
  password: z.string().overwrite(truncatePassword).optional(),
})

/** Zod otherwise skips a refinement while other fields are invalid. */
const mismatchOf = (password: "password" | "newPassword") => ({
  error: "Password does not match",
  path: ["confirmPassword"],
  when: ({ value }: { value: unknown }) =>
    [password, "confirmPassword"].every((name) => (value as Record<string, unknown> | null)?.[name]),
})

export const PasswordChange = z
  .object({
    oldPassword: existingPassword("Please enter your old password"),
    newPassword: newPassword("Please enter a new password"),
    confirmPassword: existingPassword("Please confirm the new password"),
  })
  .refine((form) => form.newPassword === form.confirmPassword, mismatchOf("newPassword"))

export const PasswordConfirmation = z.object({ password: existingPassword("Please enter your password") })

/** Longer than any code, with the spaces and hyphens that people type, and characters pasted with it. */
const MAX_CODE_LENGTH = 160

const Code = z
  .string({ error: "Please enter the code" })
  .overwrite((typed) => cleanCode(typed.slice(0, MAX_CODE_LENGTH)))
  .min(1, "Please enter the code")

const CodeForm = z.object({ code: Code })

export const SecondStepForm = CodeForm.extend({ trust: z.enum(["on", ""]).catch("").default("") })

/** The code is required for an account that has a second factor. */
export const CredentialsWithCode = Credentials.safeExtend({ code: Code.optional() })

/** The code is required for an account that has a second factor. */
export const IdentityConfirmation = PasswordConfirmation.extend({ code: Code.optional() })

const MAX_SETUP_LENGTH = 200

export const AppConfirmation = CodeForm.extend({
  setup: z
    .string()
    .overwrite((text) => text.slice(0, MAX_SETUP_LENGTH))
    .default(""),
})

export const GuestForm = z.object({ email: Email })

export const GuestRegistration = z.object({ password: newPassword("Please enter a password") })

export const PasswordResetRequest = z.object({ email: Email })

export const PasswordReset = z
  .object({
    password: newPassword("Please enter a new password"),
    confirmPassword: existingPassword("Please confirm the new password"),
  })
  .refine((form) => form.password === form.confirmPassword, mismatchOf("password"))

export type Credentials = z.output<typeof Credentials>
export type IdentityConfirmation = z.output<typeof IdentityConfirmation>
export type Registration = z.output<typeof Registration>
export type InvitedRegistration = z.output<typeof InvitedRegistration>
export type ProfileFields = z.output<typeof ProfileFields>
export type PasswordChange = z.output<typeof PasswordChange>
export type PasswordReset = z.output<typeof PasswordReset>

function characterCount(text: string): number {
  return [...text].length
}
