import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LRUCache } from "lru-cache"
import pLimit from "p-limit"
import { EVERYTHING, readCatalogChanges, unitsOf } from "~/domain/catalog/catalog-changes.server"
import { isObjectId } from "~/domain/object-id"
import type { Shop } from "~/domain/shop"
import { unavailable } from "~/domain/shop-error"
import { Document } from "./document.server"

/** Limits for outdated documents that still have readers */
const OUTDATED = { count: 100, bytes: 1024 * 1024 * 1024 }
/** Milliseconds */
const LONGEST_QUEUE = 25_000
const WHOLE_WITHIN = 5_000
const STOCK_KEPT = 3_600_000

export interface NamedText {
  name: string
  /** Whether it shows stock; it is then also rendered again after an hour in which units have moved */
  showsStock?: boolean
  text: () => AsyncGenerator<string>
}

/** The reader must call `leave`. */
interface OpenDocument {
  document: Document
  leave: () => void
}

/** Renders each large text once per state of the catalogue, one at a time. */
export class DocumentStore {
  readonly #newest = new Map<string, Document>()
  readonly #outdated = new LRUCache<Document, Document>({
    max: OUTDATED.count,
    maxSize: OUTDATED.bytes,
    sizeCalculation: ({ size }) => size + 1,
    dispose: (document) => void document.close(),
  })
  readonly #oneAtATime = pLimit(1)

  constructor(private readonly folder: string) {}

  /** Opens a document even while it is being rendered. @throws ShopError `unavailable` if the queue is too long */
  async open(shop: Shop, list: NamedText, signal: AbortSignal): Promise<OpenDocument> {
    const document = await this.#findUsable(shop, list, () => this.#make(shop, list))
    const leave = document.join()
    signal.addEventListener("abort", leave, { once: true })
    if (signal.aborted) leave()
    try {
      await document.waitWhile("queued", LONGEST_QUEUE)
      if (document.isQueued) throw unavailable("Other exports of all products are in progress. Please try again later.")
      await document.waitWhile("growing", WHOLE_WITHIN)
      return { document, leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  async findFinished(shop: Shop, list: Omit<NamedText, "text">): Promise<Document | null> {
    const document = await this.#findUsable(shop, list, () => null)
    return document?.isFinished ? document : null
  }

  async close(): Promise<void> {
    const all = [...this.#newest.values(), ...this.#outdated.keys()]
    await Promise.all(all.map((document) => document.close()))
  }

  async #findUsable<D>(
    shop: Shop,
    { name, showsStock = false }: Omit<NamedText, "text">,
    otherwise: () => D,
  ): Promise<Document | D> {
    for (;;) {
      const known = this.#newest.get(name)
      if (!known) return otherwise()
      const isUsable =
        !known.isFinished || this.#oneAtATime.activeCount > 0 || !(await hasChanged(shop, known, showsStock))
      if (this.#newest.get(name) === known) return isUsable ? known : otherwise()
    }
  }

  #make(shop: Shop, { name, text }: NamedText): Document {
    const document: Document = new Document(() => this.#drop(name, document))
    const outdated = this.#newest.get(name)
    this.#newest.set(name, document)
    if (outdated?.isRead) this.#outdated.set(outdated, outdated)
    else void outdated?.close()
    this.#oneAtATime(async () => {
      if (document.isClosed) return
      document.snapshot = (await readCatalogChanges(shop, null)).snapshot
      document.madeAt = shop.now()
      await document.make(await openNameless(this.folder), text())
    }).catch((error) => {
      if (this.#newest.get(name) === document) this.#newest.delete(name)
      return document.close(error)
    })
    return document
  }

  #drop(name: string, document: Document): void {
    const isNewest = this.#newest.get(name) === document
    if (isNewest && document.isFinished) return
    if (isNewest) this.#newest.delete(name)
    this.#outdated.delete(document)
    void document.close()
  }
}

/** Documents contain no numbers of units and reviews. */
async function hasChanged(shop: Shop, { snapshot, madeAt }: Document, showsStock: boolean): Promise<boolean> {
  const { tags } = await readCatalogChanges(shop, snapshot)
  const isOld = showsStock && madeAt !== null && shop.now().getTime() - madeAt.getTime() > STOCK_KEPT
  return tags.some((tag) => tag === EVERYTHING || isObjectId(tag) || (isOld && tag.startsWith(unitsOf(""))))
}

/** A file without a name frees its space even after a crash. */
async function openNameless(folder: string): Promise<FileHandle> {
  const openIn = async (place: string) => {
    const path = join(place, `document-${randomUUID()}`)
    const file = await open(path, "wx+", 0o600)
    await unlink(path)
    return file
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {})
  return openIn(folder).catch(() => openIn(tmpdir()))
}
