import type { Standby } from "~/domain/standby.server"
import { isLoopbackName } from "~/http/origin/loopback"
import type { OpenShop } from "~/open-shop.server"
import type { Prepared } from "./prepare-shop.server"
import type { Settings } from "./settings.server"

export function startupMessages(open: OpenShop, settings: Settings, { admin }: Prepared): string[] {
  const { shop } = open
  const { name, url } = shop.identity
  const lines = [`${name} is open at ${url}`]
  if (admin?.password)
    lines.push(`Administrator: ${admin.email} with password ${admin.password}, kept in ${admin.file}`)
  else if (admin) lines.push(`Administrator: ${admin.email}, first password in ${admin.file}`)
  if (shop.payments.kind === "sandbox") lines.push("Cards are in test mode: 4242 4242 4242 4242 pays, no money moves.")
  if (showsMailPage(open, settings)) lines.push(`Mails are shown at ${url}/dev/mail`)
  return lines
}

/** Mails contain reset links, so only an embedded shop that listens locally shows them. */
export function showsMailPage({ embedded, shop }: OpenShop, { trustProxy }: Settings): boolean {
  return (
    embedded && shop.mailer.kind === "outbox" && trustProxy === 0 && isLoopbackName(new URL(shop.identity.url).hostname)
  )
}

export function configurationWarnings(open: OpenShop, settings: Settings, standby: Standby | null): string[] {
  const warnings: string[] = []
  const { shop, embedded } = open
  if (standby) {
    warnings.push(
      `This shop is a copy on standby, from a backup of ${standby.backupMadeAt.toISOString()}: it sends no mails and touches no payments. npm run live ends that.`,
    )
  }
  if (settings.production && embedded) {
    warnings.push(
      `NODE_ENV is production, and DATABASE_URL is not set: this is the embedded database in ${open.dataFolder}.`,
    )
  }
  if (settings.production && shop.payments.kind === "sandbox") {
    warnings.push(
      "NODE_ENV is production, and payments go to the sandbox: test cards buy everything, and no money moves.",
    )
  }
  const everybody = settings.host === null || !isLoopbackName(settings.host)
  if (everybody && showsMailPage(open, settings)) {
    warnings.push(`Anyone who can reach this machine can read all emails at /dev/mail: HOST is ${settings.host}.`)
  }
  if (!everybody && !isLoopbackName(new URL(shop.identity.url).hostname)) {
    warnings.push(
      `The shop listens only on ${settings.host}, where a proxy on this machine can reach it. For a proxy on another machine, set HOST.`,
    )
  }
  return warnings
}
