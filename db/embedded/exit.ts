/** Runs a synchronous action when this process ends by itself, unless the returned function is called before. */
export function atExit(action: () => void): () => void {
  if (actions.size === 0) process.on("exit", runAll)
  actions.add(action)
  return () => {
    actions.delete(action)
    if (actions.size === 0) process.off("exit", runAll)
  }
}

const actions = new Set<() => void>()

function runAll() {
  for (const action of actions) {
    try {
      action()
    } catch {
      // Nobody is left to be told.
    }
  }
}
