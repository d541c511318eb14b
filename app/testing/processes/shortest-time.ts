/** Returns the shortest duration of several runs in milliseconds, to exclude other load. */
export async function shortestTime(work: () => unknown, tries = 4): Promise<number> {
  const times: number[] = []
  for (let one = 0; one < tries; one++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return Math.min(...times)
}
