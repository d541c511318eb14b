const SECRETS = /password|card|cvc|number/i

/** Secret values are never stored, nor sent back in a form. */
export function isSecretField(name: string): boolean {
  return SECRETS.test(name)
}
