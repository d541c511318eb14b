/** Restricts names to those valid in every store, so that pictures can move between stores. */
const objectName = /^[0-9a-zA-Z_-][0-9a-zA-Z_.-]{0,199}$/

export function isObjectName(name: string): boolean {
  return objectName.test(name)
}

/** @throws Error if the name could lead out of the store */
export function assertObjectName(name: string): string {
  if (!isObjectName(name)) throw new Error(`not the name of a stored object: ${JSON.stringify(name)}`)
  return name
}
