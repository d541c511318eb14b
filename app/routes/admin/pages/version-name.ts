/** Version 0 came with the shop. */
export function versionName(version: number): string {
  return version === 0 ? "Shipped text" : `Version ${version}`
}
