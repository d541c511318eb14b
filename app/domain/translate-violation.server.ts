import type { ShopError } from "./shop-error"

/** @throws the error of `refusal` if the database reports that the work violates the constraint */
export async function translateViolation<T>(
  constraint: string,
  refusal: () => ShopError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw (error as { constraint?: string }).constraint === constraint ? refusal() : error
  }
}
