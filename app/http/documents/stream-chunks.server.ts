import type { RequestHandler, Response } from "express"

export interface ChunkReader {
  /**
   * Resolves to `false` if the client has disconnected, because the request's signal is lost when the request is
   * garbage collected.
   */
  drained: () => Promise<boolean>
}

/** Produces chunks no faster than the client reads them, and stops when it disconnects. */
export function streamChunks(chunks: AsyncGenerator<string | Uint8Array>, { drained }: ChunkReader): ReadableStream {
  const encoder = new TextEncoder()
  const stop = async () => void (await chunks.return(undefined))
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        if (!(await drained())) await stop()
        const { value, done } = await chunks.next()
        if (done) stream.close()
        else stream.enqueue(typeof value === "string" ? encoder.encode(value) : value)
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}

/** Records backpressure, which Remix's adapter ignores; it must come after compression. */
export const recordBackpressure: RequestHandler = (_request, response, next) => {
  const write = response.write.bind(response) as (...parameters: unknown[]) => boolean
  response.write = (...parameters: unknown[]) => {
    const hasRoom = write(...parameters)
    response.locals.drained ??= hasRoom ? undefined : nextDrain(response)
    return hasRoom
  }
  next()
}

function nextDrain(response: Response): Promise<void> {
  return new Promise<void>((resolve) => {
    const end = () => {
      response.locals.drained = undefined
      resolve()
    }
    if (!response.locals.resolveDrained) {
      const resolveDrained = () => response.locals.resolveDrained()
      response.on("drain", resolveDrained).on("close", resolveDrained)
    }
    response.locals.resolveDrained = end
  })
}

/** Resolves to `true` when the client has received everything written, `false` when it has disconnected. */
export async function drained(response: Pick<Response, "closed" | "locals">): Promise<boolean> {
  if (!response.closed) await response.locals.drained
  return !response.closed
}
