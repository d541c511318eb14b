import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { clusterData } from "~db/embedded/cluster"
import { findPostmaster } from "~db/embedded/postmaster"

const SHOP_CORES = "0,1"
const BENCH_CORES = "2,3"

/** Keeps the load off the cores of the shop and its database; returns whether the system could. */
export function keepCoresApart(folder: string): boolean {
  const { pid } = findPostmaster(clusterData(folder)) ?? {}
  if (pid === undefined || availableParallelism() < 4) return false
  return pin(pid, SHOP_CORES) && pin(process.pid, BENCH_CORES)
}

export function keepOnShopCores(pid: number): void {
  pin(pid, SHOP_CORES)
}

/** `taskset` is a part of util-linux. Children inherit it. */
function pin(pid: number, cores: string): boolean {
  return spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)]).status === 0
}
