import { print } from "../process/terminal.server"

interface Turns<S, T> {
  subjects: readonly S[]
  rounds: number
  measure(subject: S): Promise<T>
}

/** Subjects take turns in each round, so that other load affects all of them. The first round only warms up. */
export async function takeTurns<S, T>(title: string, { subjects, rounds, measure }: Turns<S, T>) {
  const results = subjects.map((subject) => ({ subject, measured: [] as T[] }))
  for (let round = 0; round <= rounds; round++) {
    print(`${title}: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`)
    for (const { subject, measured } of results) {
      const figures = await measure(subject)
      if (round > 0) measured.push(figures)
    }
  }
  return results
}

/** Repeats each of these at least once, and until the measurement ends. */
export async function repeatDuring<T>(work: Promise<T>, ...repeated: (() => Promise<unknown>)[]): Promise<T> {
  let isDone = false
  const repeat = async (something: () => Promise<unknown>) => {
    do await something()
    while (!isDone)
  }
  const ending = work.finally(() => {
    isDone = true
  })
  const [result] = await Promise.all([ending, ...repeated.map(repeat)])
  return result
}
