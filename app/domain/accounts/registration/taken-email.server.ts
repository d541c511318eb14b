import { invalid } from "../../shop-error"

export const emailTaken = () => invalid("Email already exists", "email")

/** @throws ShopError `invalid` if the database reports the email address as taken */
export async function translateEmailConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "users_email_of_members") throw emailTaken()
    throw error
  }
}
