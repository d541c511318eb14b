const actions = new Set<() => void>()

/**
 * Runs a synchronous action when this process ends by itself, or by a signal that nothing else handles, unless the returned
 * function is called before.
 */
export function atExit(action: () => void): () => void {
  if (actions.size === 0) {
    process.on("exit", runAll)
    for (const signal of signals) process.prependListener(signal, endBySignal)
  }
  actions.add(action)
  return () => {
    actions.delete(action)
    if (actions.size === 0) stopListening()
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Other listeners decide when the process ends; without any, it ends as it would have without us. This comes first among
 * the listeners, for those that listen once are gone from the count when their turn has come.
 */
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
