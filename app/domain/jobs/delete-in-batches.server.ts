const BATCH = 1_000

/** Deletes in batches, because one statement for all rows could exceed the time limit every time. */
export async function deleteInBatches(
  deleteSome: (most: number) => Promise<{ numDeletedRows: bigint }>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const { numDeletedRows } = await deleteSome(BATCH)
    if (numDeletedRows < BATCH) return
  }
}
