/** Version 0 is shipped with the shop. */
export function versionName(version: number): string {
  return version === 0 ? "Original text" : `Version ${version}`
}
