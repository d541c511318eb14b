/** PostgreSQL sees nothing of the shop's environment: no keys, no PG variables, no language. */
export function nativeEnvironment(own: Record<string, string> = {}) {
  const names = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"]
  const kept = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(kept), ...own } as NodeJS.ProcessEnv
}
