/** So many rows are deleted by one statement, which then takes milliseconds however much is due. */
const BATCH = 1_000

/**
 * Repeats a deletion of a bounded number of rows until none are left: after a long time without any deletion, one
 * statement for all would be cut off by its time limit, at every try.
 * @param deleteSome deletes at most so many, and answers how many it were
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
