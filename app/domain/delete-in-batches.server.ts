const BATCH = 1_000

/**
 * Repeats a deletion of a bounded number of rows until none are left: one statement for all could run into its time limit
 * every time.
 * @param deleteSome deletes at most so many, and returns how many
 */
export async function deleteInBatches(
  deleteSome: (most: number) => Promise<{ numDeletedRows: bigint }>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const { numDeletedRows } = await deleteSome(BATCH)
    if (numDeletedRows < BATCH) return
  }
}
