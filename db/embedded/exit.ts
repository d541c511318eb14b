const actions = new Set<() => void>()
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Runs a synchronous action at exit or at an unhandled signal; returns its removal. */
export function atExit(action: () => void): () => void {
  if (actions.size === 0) {
    process.on("exit", runAll)
    // First, because listeners that run once are no longer counted when their turn has come.
    for (const signal of signals) process.prependListener(signal, endBySignal)
  }
  actions.add(action)
  return () => {
    actions.delete(action)
    if (actions.size === 0) stopListening()
  }
}

/** Other listeners decide when the process ends; without any, it ends as by default. */
function endBySignal(signal: NodeJS.Signals) {
  if (process.listenerCount(signal) > 1) return
  runAll()
  stopListening()
  process.kill(process.pid, signal)
}

function stopListening() {
  process.off("exit", runAll)
  for (const signal of signals) process.off(signal, endBySignal)
}

function runAll() {
  for (const action of actions) {
    actions.delete(action)
    try {
      action()
    } catch {
      // The process ends, and can report nothing any more.
    }
  }
}
