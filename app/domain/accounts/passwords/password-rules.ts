export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128
/** UTF-16 units; the rest is not read. */
export const MAX_PASSWORD_CODE_UNITS = 2 * MAX_PASSWORD_LENGTH
export const PASSWORD_RULES = `At least ${MIN_PASSWORD_LENGTH} characters. A few words you remember are better than one with symbols.`

export function isTooLong(password: string): boolean {
  return password.length > MAX_PASSWORD_CODE_UNITS || [...password].length > MAX_PASSWORD_LENGTH
}
