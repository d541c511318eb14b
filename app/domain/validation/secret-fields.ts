const SECRETS = /password|card|cvc|number/i

/** Whether what a field of this name holds is never sent back, nor left in a form that was refused. */
export function isSecretField(name: string): boolean {
  return SECRETS.test(name)
}
