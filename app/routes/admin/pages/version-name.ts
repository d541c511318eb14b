/** What the saved states of a page are called; the first one was not saved by anybody. */
export function versionName(version: number): string {
  return version === 0 ? "Shipped text" : `Version ${version}`
}
