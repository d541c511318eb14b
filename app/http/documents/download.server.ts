import type { Day } from "~/domain/days/days"
import { type ChunkReader, streamChunks } from "./stream-chunks.server"

interface Download {
  name: string
  type: string
  contents: AsyncGenerator<string | Uint8Array>
}

/** Streams a file with `no-store`; awaits the first chunk, so that a failure can still change the status. */
export async function download({ name, type, contents }: Download, reader: ChunkReader): Promise<Response> {
  const first = await contents.next()
  async function* all() {
    yield first.value
    yield* contents
  }
  return new Response(streamChunks(all(), reader), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  })
}

/** Returns the file name for this day: `orders-2026-11-23.csv`. */
export function datedName(name: string, day: Day): string {
  return name.replace(/(?=\.\w+$)/, `-${day}`)
}
