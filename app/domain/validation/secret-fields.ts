const SECRETS = /password|card|cvc|number/i

/** Secret values are never sent back in a form or stored. */
export function isSecretField(name: string): boolean {
  return SECRETS.test(name)
}
