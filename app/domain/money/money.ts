/** Integer cents */
export type Cents = number

export const MAX_TOTAL: Cents = 99_999_999

/** The largest amount that a column of cents holds */
export const MAX_CENTS: Cents = 2_147_483_647

export function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((all, amount) => all + amount, 0)
}

export function proportion(amount: Cents, part: number, whole: number): Cents {
  if (whole === 0) return 0
  const [cents, rest] = divide(amount, part, whole)
  return 2 * rest >= whole ? cents + 1 : cents
}

/** The largest remainders get the cents that rounding down leaves (ties: the first), so that the parts add up. */
export function spread(amount: Cents, weights: readonly number[]): Cents[] {
  const whole = sum(weights)
  if (weights.length < 2 || whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const shares = weights.map((weight) => divide(amount, weight, whole))
  const parts = shares.map(([cents]) => cents)
  const left = amount - sum(parts)
  if (left === 0) return parts
  const byRemainder = shares.map(([, rest], index) => ({ rest, index })).sort((a, b) => b.rest - a.rest)
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** Is exact even if the product is not a safe integer. */
function divide(amount: number, part: number, whole: number): [quotient: number, rest: number] {
  const product = amount * part
  if (Number.isSafeInteger(product)) return [Math.floor(product / whole), product % whole]
  const exact = BigInt(amount) * BigInt(part)
  return [Number(exact / BigInt(whole)), Number(exact % BigInt(whole))]
}
