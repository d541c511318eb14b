import { invalid } from "~/domain/shop-error"
import { translateViolation } from "~/domain/translate-violation.server"

export const emailTaken = () => invalid("Email already exists", "email")

/** @throws ShopError `invalid` if the database reports the email address as taken */
export function translateEmailConflict<T>(work: () => Promise<T>): Promise<T> {
  return translateViolation("users_email_of_members", emailTaken, work)
}
