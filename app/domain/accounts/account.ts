import { z } from "zod"
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "./password-rules"

const LONGEST_EMAIL = 254
const LONGEST_NAME = 100

const NameField = z
  .string({ error: "Please enter your name" })
  .trim()
  .min(1, "Please enter your name")
  .max(LONGEST_NAME, `A name may have at most ${LONGEST_NAME} characters`)
  .refine(
    (name) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name),
    "This name contains a character that cannot be used",
  )

export const EmailField = z
  .string({ error: "Please enter your email" })
  .trim()
  .min(1, { error: "Please enter your email", abort: true })
  .max(LONGEST_EMAIL, { error: "Please enter a valid email", abort: true })
  .pipe(z.email({ error: "Please enter a valid email" }))

const newPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .refine((password) => lengthOf(password) >= SHORTEST_PASSWORD, {
      error: `A password needs at least ${SHORTEST_PASSWORD} characters`,
      abort: true,
    })
    .refine(
      (password) => lengthOf(password) <= LONGEST_PASSWORD,
      `A password may have at most ${LONGEST_PASSWORD} characters`,
    )

const passwordAsItIs = (missing: string) => z.string({ error: missing }).min(1, missing)

const BOTH = "Please enter email and password"

/** One complaint for both fields, beside the first that is empty. */
export const LoginForm = z
  .object({
    email: z.string({ error: BOTH }).trim().max(LONGEST_EMAIL, "Please enter a valid email").default(""),
    password: z.string({ error: BOTH }).default(""),
  })
  .superRefine(({ email, password }, context) => {
    const missing = email === "" ? "email" : password === "" ? "password" : null
    if (missing) context.addIssue({ code: "custom", path: [missing], message: BOTH })
  })

/** The avatar is a file and travels beside it. */
export const RegisterForm = z.object({
  name: NameField,
  email: EmailField,
  password: newPassword("Please enter a password"),
})

/** The avatar is a file and travels beside it. */
export const ProfileForm = z.object({ name: NameField, email: EmailField })

export const ChangePasswordForm = z
  .object({
    oldPassword: passwordAsItIs("Please enter your old password"),
    newPassword: newPassword("Please enter a new password"),
    confirmPassword: passwordAsItIs("Please confirm the new password"),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    error: "Password does not match",
    path: ["confirmPassword"],
  })

export const DeleteAccountForm = z.object({ password: passwordAsItIs("Please enter your password") })

export const ForgotPasswordForm = z.object({ email: EmailField })

export const ResetPasswordForm = z
  .object({
    password: newPassword("Please enter a new password"),
    confirmPassword: passwordAsItIs("Please confirm the new password"),
  })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Password does not match",
    path: ["confirmPassword"],
  })

export type Credentials = z.output<typeof LoginForm>
export type Registration = z.output<typeof RegisterForm>
export type Profile = z.output<typeof ProfileForm>
export type PasswordChange = z.output<typeof ChangePasswordForm>
export type PasswordReset = z.output<typeof ResetPasswordForm>

function lengthOf(text: string): number {
  return [...text].length
}
