import { totalmem } from "node:os"

/** MB; a container may have less than its machine */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20

/** Suits a machine that the shop shares; `shared_buffers` are allocated as pages are read. */
const usual = {
  shared_buffers: `${Math.round(Math.min(1024, Math.max(32, memory / 8)))}MB`,
  effective_cache_size: `${Math.round(memory / 2)}MB`,
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_connections: "100",
  random_page_cost: "1.1",
  jit: "off",
  // Requests already run in parallel: workers for a single one cost more than they gain on few cores.
  max_parallel_workers_per_gather: "0",
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // The log has errors, but no statement and no value of a row.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
}

const fixed = { listen_addresses: "127.0.0.1", unix_socket_directories: "", logging_collector: "off" }

export function serverSettings(own: Record<string, string>, port: number) {
  const settings = { ...usual, ...own, ...fixed, port: String(port) }
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`)
}
