/** Serializes a query; callers during one share the next, which begins after their call. */
export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null
  let next: Promise<T> | null = null
  const begin = () => {
    const begun = ask().finally(() => {
      if (asking === begun) asking = null
    })
    asking = begun
    return begun
  }
  return () => {
    if (asking === null) return begin()
    const over = asking.catch(() => {})
    next ??= over.then(() => {
      next = null
      return begin()
    })
    return next
  }
}
