/** Writes a line of what a command reports. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Says why a command could not do its work; its exit code will be 1. */
export function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
