import { invalid } from "../shop-error"

export const emailTaken = () => invalid("Email already exists", "email")

/** @throws ShopError `invalid` when the database finds the e-mail address in use */
export async function translateEmailConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "users_email_among_the_living") throw emailTaken()
    throw error
  }
}
