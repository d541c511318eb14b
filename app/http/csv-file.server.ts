/** A CSV file to be saved: `products-2026-03-01.csv`. */
export function csvFile(name: string, now: Date, contents: string): Response {
  return new Response(contents, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
