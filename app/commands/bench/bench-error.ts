/** Why nothing can be measured, in a sentence for who started it. */
export class BenchError extends Error {
  override readonly name = "BenchError"
}
