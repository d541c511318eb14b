import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { settingNames } from "~/start/settings.server"
import { journeySecret } from "~/testing/processes/built-shop.server"
import { type Program, startProcess, untilReady } from "~/testing/processes/program.server"
import { signedInAt, startSaleLoad } from "~/testing/processes/sale-load.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { freePort } from "~db/embedded/port"

const UNITS = 5_000
const BUYERS = 6
/** Milliseconds of load */
const LOAD = Number(process.env.OUTAGE_MINUTES ?? 0.5) * 60_000
/** Milliseconds after which a supervisor starts a process that ended */
const RESTART = 2_000
const MB = 1024 * 1024

/** Programs in front of the server's file */
const limits: [name: string, program: string, args: string[]][] = [
  ...[48, 64, 96].map((heap): [string, string, string[]] => [
    `heap of ${heap} MB`,
    process.execPath,
    [`--max-old-space-size=${heap}`],
  ]),
  ...[250, 400].map((data): [string, string, string[]] => [
    `data of ${data} MB`,
    "prlimit",
    [`--data=${data * MB}`, process.execPath],
  ]),
]

test.each(limits)("a process with a %s loses no order", async (name, program, args) => {
  const open = await openTestShop()
  onTestFinished(() => open.close())
  const { shop } = open
  const product = await addProduct(shop, { stock: UNITS })
  const supervised = await supervise(open, program, args)
  onTestFinished(() => supervised.stop().then(() => {}))
  const asked = { shop, url: supervised.url }
  const load = await startSaleLoad(asked, product, BUYERS)
  const uploads = await startUploads(asked)
  await sleep(LOAD)
  const refused = await uploads.stop()
  const { orders, failures } = await load.stop()
  const { deaths, peak } = await supervised.stop()
  const counts = countBy([...failures.map(kindOf), ...refused])
  console.log(
    `${name}: ${orders.length} orders, peak ${peak} MB, ended ${JSON.stringify(countBy(deaths))}, ${JSON.stringify(counts)}`,
  )

  const later = { ...shop, now: () => new Date(Date.now() + 16 * 60_000) }
  await expectInvariants(later, { shelved: { [product]: UNITS } })
  const rows = await shop.db.selectFrom("orders").select("id").execute()
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(orders))
})

/** Starts the server again whenever it ends, as systemd does. */
async function supervise(open: TestShop, program: string, args: string[]) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const unset = Object.fromEntries(settingNames.map((setting) => [setting, ""]))
  const env = {
    ...unset,
    NODE_ENV: "production",
    PORT: String(port),
    DATABASE_URL: open.databaseUrl,
    SESSION_SECRET: journeySecret,
    PAYMENTS: "sandbox",
    DATA_DIR: open.mediaFolder,
    LOG_LEVEL: "warn",
    MAX_STALENESS_MS: "0",
  }
  const deaths: string[] = []
  let peak = 0
  let isOver = false
  const run = (): Program => {
    const server = startProcess(program, [...args, "build/server/server.js"], { env })
    void server.ended.then(async ({ code, signal }) => {
      if (isOver) return
      deaths.push(String(signal ?? code))
      await sleep(RESTART)
      if (!isOver) current = run()
    })
    return server
  }
  let current = run()
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMemory(current.process.pid))
  }, 500)
  await untilReady(url, current)
  return {
    url,
    async stop() {
      isOver = true
      clearInterval(watch)
      await current.end("SIGKILL")
      return { deaths, peak }
    },
  }
}

/** Megabytes; 0 if the process has ended */
function peakMemory(pid = 0): number {
  try {
    return Math.round(Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** A photograph of 12 megapixels, as telephones take it, again and again */
async function startUploads({ shop, url }: { shop: TestShop["shop"]; url: string }) {
  const member = await aMember(shop)
  const browser = await signedInAt({ shop, url }, member)
  const photograph = await encodedAs("jpeg", samplePicture(4_000, 3_000))
  const answers: string[] = []
  let isOver = false
  const upload = async () => {
    const body = new FormData()
    for (const [field, value] of Object.entries({ name: member.name, email: member.email, password: PASSWORD }))
      body.append(field, value)
    body.append("avatar", new File([new Uint8Array(photograph)], "me.jpg", { type: "image/jpeg" }))
    const answer = await browser.send("/update", { method: "POST", body, headers: { Origin: url } })
    await answer.text()
    return answer.status
  }
  const uploading = (async () => {
    while (!isOver) {
      answers.push(`upload ${await upload().catch(() => "lost")}`)
      await sleep(500)
    }
  })()
  return {
    async stop() {
      isOver = true
      await uploading
      return answers
    },
  }
}

const kindOf = (failure: string) => /: (\d{3}) /.exec(failure)?.[1] ?? "lost"

function countBy(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
