/**
 * Runs a synchronous action when this process ends by itself, or by a signal that nobody else handles, unless the returned
 * function is called before.
 */
export function atExit(action: () => void): () => void {
  if (actions.size === 0) listen()
  actions.add(action)
  return () => {
    actions.delete(action)
    if (actions.size === 0) stopListening()
  }
}

const actions = new Set<() => void>()
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

function listen() {
  process.on("exit", runAll)
  for (const signal of signals) process.prependListener(signal, endBySignal)
}

function stopListening() {
  process.off("exit", runAll)
  for (const signal of signals) process.off(signal, endBySignal)
}

/**
 * Whoever else listens decides when the process ends; alone, it ends as it would have without us. This comes first among
 * the listeners, for those that listen once are gone from the count when their turn has come.
 */
function endBySignal(signal: NodeJS.Signals) {
  if (process.listenerCount(signal) > 1) return
  runAll()
  stopListening()
  process.kill(process.pid, signal)
}

function runAll() {
  for (const action of actions) {
    actions.delete(action)
    try {
      action()
    } catch {
      // Nobody is left to be told.
    }
  }
}
