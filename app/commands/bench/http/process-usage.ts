import { readFileSync } from "node:fs"

/** Linux counts processor time in hundredths of a second (`man 5 proc`, USER_HZ). */
const TICK = 10

/** Processor time that a process has used until now, in milliseconds; `null` where the system does not say. */
export function processorTime(pid: number): number | null {
  const fields = read(`/proc/${pid}/stat`)?.split(") ")[1]?.split(" ")
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK : null
}

/** Memory that a process holds, in megabytes; `null` where the system does not say. */
export function memoryOf(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : null
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}
