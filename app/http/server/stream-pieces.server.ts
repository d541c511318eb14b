import type { RequestHandler, Response } from "express"

export interface PieceReader {
  /** Aborted when the client has left. */
  signal: AbortSignal
  /** Resolves when the client has taken what was sent so far, or has left. */
  drained: () => Promise<void>
}

/** A body that is made while it is sent, no faster than its reader takes it and no longer than there is one. */
export function streamPieces(
  pieces: AsyncGenerator<string | Uint8Array>,
  { signal, drained }: PieceReader,
): ReadableStream {
  const encoder = new TextEncoder()
  const stop = async () => void (await pieces.return(undefined))
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        await drained()
        if (signal.aborted) await stop()
        const { value, done } = await pieces.next()
        if (done) stream.close()
        else stream.enqueue(typeof value === "string" ? encoder.encode(value) : value)
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}

/** Notes whether a response has taken all that was written: Remix's adapter does not look. Stands behind compression. */
export const noteFullness: RequestHandler = (_request, response, next) => {
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

/** Resolves when the client has taken what was written so far, or has left. */
export async function drained({ locals, closed }: Response): Promise<void> {
  if (!closed) await locals.drained
}
