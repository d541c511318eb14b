export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
