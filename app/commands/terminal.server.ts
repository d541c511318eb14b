export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints an error; the exit code will be 1. */
export function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
