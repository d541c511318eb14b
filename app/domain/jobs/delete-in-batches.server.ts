const BATCH = 1_000

/** a deleted order without an invoice is in no total */
export async function deleteInBatches(
  deleteSome: (most: number) => Promise<{ numDeletedRows: bigint }>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const { numDeletedRows } = await deleteSome(BATCH)
    if (numDeletedRows < BATCH) return
  }
}
