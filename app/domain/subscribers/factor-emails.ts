import { FEW_CODES, type SecondFactor, secondFactorNames } from "~/domain/accounts/factor"
import { type Email, greeting } from "~/domain/mail/email"
import type { Identity } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"

interface Recipient {
  name: string
}

interface Changed {
  factor: SecondFactor
  /** The name of a passkey */
  name?: string
}

const look = { label: "Review your account’s security", path: "/account/security" }

export function factorAddedEmail(identity: Identity, { name }: Recipient, added: Changed): Email {
  return {
    kind: "factor-added",
    subject: `Your ${identity.name} account has a second factor`,
    greeting: greeting(name),
    paragraphs: [
      `From now on ${describe(added)} confirms that it is you${added.factor === "passkey" ? "" : ", in addition to your password,"} when you sign in.`,
      securityNotice(identity),
    ],
    action: look,
  }
}

export function factorRemovedEmail(identity: Identity, { name }: Recipient, removed: Changed): Email {
  return {
    kind: "factor-removed",
    subject: `A second factor of your ${identity.name} account was removed`,
    greeting: greeting(name),
    paragraphs: [
      `${sentence(describe(removed))} no longer confirms that it is you when you sign in.`,
      securityNotice(identity),
    ],
    action: look,
  }
}

export function factorDemandedEmail(identity: Identity, { name }: Recipient, day: string): Email {
  return {
    kind: "factor-demanded",
    subject: `Set up a second factor for ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      `From ${day}, everyone who works at ${identity.name} needs a second factor to sign in: a passkey or an authenticator app. From that day, you cannot work without one.`,
    ],
    action: { label: "Set one up", path: "/account/security" },
  }
}

export function passkeySuspectedEmail(identity: Identity, { name }: Recipient, passkey: string): Email {
  return {
    kind: "passkey-suspected",
    subject: `A passkey of your ${identity.name} account may have been copied`,
    greeting: greeting(name),
    paragraphs: [
      `Someone tried to sign in with your passkey “${passkey}”, or with a copy of it. The sign-in was refused. Please remove it, and set up a new one.`,
      securityNotice(identity),
    ],
    action: look,
  }
}

export function recoveryCodesEmail(identity: Identity, { name }: Recipient): Email {
  return {
    kind: "recovery-codes-issued",
    subject: `Your ${identity.name} account has new recovery codes`,
    greeting: greeting(name),
    paragraphs: [
      "New recovery codes were created for your account. The earlier ones no longer work.",
      securityNotice(identity),
    ],
    action: look,
  }
}

export function recoveryCodeUsedEmail(identity: Identity, { name }: Recipient, left: number): Email {
  const few = left <= FEW_CODES ? " Please create new ones soon." : ""
  return {
    kind: "recovery-code-used",
    subject: `A recovery code of your ${identity.name} account was used`,
    greeting: greeting(name),
    paragraphs: [
      `Someone, probably you, signed in with a recovery code. You have ${pluralize(left, "code")} left.${few}`,
      securityNotice(identity),
    ],
    action: look,
  }
}

function describe({ factor, name }: Changed): string {
  return secondFactorNames[factor] + (name ? ` (“${name}”)` : "")
}

function securityNotice({ email }: Identity): string {
  return `If this was not you, choose a new password now, and write to ${email}.`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
