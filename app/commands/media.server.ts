import { openDiskMedia } from "~/adapters/disk-media.server"
import { openS3Media } from "~/adapters/s3-media.server"
import { checkMedia } from "~/domain/media/check-media.server"
import { findSum } from "~/domain/media/file-sum.server"
import type { MediaStore } from "~/domain/media/media-store"
import { type MoveProgress, moveMedia } from "~/domain/media/move-media.server"
import { sweepPictures } from "~/domain/media/sweep-pictures.server"
import { verifyPictures } from "~/domain/media/verify-pictures.server"
import { ShopError, unavailable } from "~/domain/shop-error"
import type { OpenShop } from "~/open-shop.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

const USAGE = `npm run media -- check          reads all pictures; lists missing and damaged ones, and objects without a picture
npm run media -- sweep          removes unused pictures that are older than a day
npm run media -- move disk s3   copies the pictures to the other store; start it again to continue or to repair`

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const [task, ...stores] = args
  const work = task ? tasks[task] : undefined
  if (!work) return fail(USAGE)
  await withShop(settings, (open) => work(open, settings, stores))
}

type Task = (open: OpenShop, settings: Settings, stores: string[]) => Promise<void>

const tasks: Record<string, Task> = {
  async check({ shop }) {
    const { pictures, objects, missing, orphaned } = await checkMedia(shop)
    print(`${pictures} pictures, ${objects} objects on ${shop.media.kind}`)
    for (const name of missing) print(`missing   ${name}`)
    for (const name of orphaned) print(`orphaned  ${name}`)
    const damaged: string[] = []
    for await (const name of verifyPictures(shop)) damaged.push(name)
    for (const name of damaged) print(`damaged   ${name}`)
    if (missing.length > 0) fail(`${missing.length} objects are missing`)
    if (damaged.length > 0) fail(`${damaged.length} objects are damaged`)
  },

  async sweep({ shop }) {
    const { pictures, objects } = await sweepPictures(shop, { force: true })
    print(`${pictures} pictures and ${objects} orphaned objects removed`)
  },

  async move(open, settings, [from = "", to = ""]) {
    if (![from, to].every((kind) => kind === "disk" || kind === "s3") || from === to) return fail(USAGE)
    const target = storeOf(to, open, settings)
    const moving = moveMedia(storeOf(from, open, settings), target, {
      findSum: (name) => findSum(open.shop, name),
      onProgress: printProgress,
    })
    const { copied, skipped, damaged } = await moving.catch(sayHowToContinue)
    print(`${copied - skipped} objects copied, ${skipped} already there`)
    for (const name of damaged) print(`damaged   ${name}`)
    if (damaged.length > 0) fail(`${damaged.length} objects could not be copied completely; start the move again`)
    const { missing } = await checkMedia({ db: open.shop.db, media: target })
    if (missing.length > 0)
      fail(`${missing.length} objects are still missing on ${to}; npm run media -- check lists them`)
  },
}

function storeOf(kind: string, { mediaFolder }: OpenShop, { s3, mediaBaseUrl }: Settings): MediaStore {
  if (kind === "disk") return openDiskMedia({ folder: mediaFolder, baseUrl: "/media" })
  if (!s3) throw new ShopError("invalid", "S3_BUCKET is not set")
  return openS3Media({ ...s3, baseUrl: mediaBaseUrl })
}

function sayHowToContinue(error: unknown): never {
  if (!(error instanceof ShopError) || error.kind !== "unavailable") throw error
  throw unavailable(`${error.message}. Start the move again to continue it.`, error)
}

function printProgress({ copied, total }: MoveProgress) {
  const line = `${copied} of ${total} objects`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${copied === total ? "\n" : ""}`)
  else if (copied % 100 === 0 || copied === total) print(line)
}
