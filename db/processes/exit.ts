const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
const ownListeners = new Set<unknown>()

/** Runs a synchronous action at exit or at an unhandled signal; returns its removal. */
export function atExit(action: () => void): () => void {
  const run = () => {
    remove()
    try {
      action()
    } catch {
      // The process is ending, and can no longer report anything.
    }
  }
  /** Other listeners decide when the process ends; without any, it ends as by default. */
  const onSignal = (signal: NodeJS.Signals) => {
    if (process.listeners(signal).some((listener) => !ownListeners.has(listener))) return
    run()
    if (ownListeners.size === 0) process.kill(process.pid, signal)
  }
  const remove = () => {
    ownListeners.delete(onSignal)
    process.off("exit", run)
    for (const signal of signals) process.off(signal, onSignal)
  }
  ownListeners.add(onSignal)
  process.on("exit", run)
  // Added first, because one-time listeners are no longer counted once they have run.
  for (const signal of signals) process.prependListener(signal, onSignal)
  return remove
}
