import { Gauge, type Registry } from "prom-client"

export function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  collect?: (this: Gauge<string>) => void,
): Gauge<string> {
  return new Gauge({ name, help, labelNames, collect, registers: [registry] })
}
