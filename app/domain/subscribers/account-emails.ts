import { UNDO_HOURS } from "~/domain/accounts/email-undos.server"
import { factorNames, type SignInFactor } from "~/domain/accounts/factor"
import { ACCOUNT_INVITATION_DAYS } from "~/domain/accounts/passwords/mailed-links.server"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { deviceName } from "~/domain/accounts/sessions/device-name"
import { shortDay } from "~/domain/days/calendar"
import type { Days } from "~/domain/days/days"
import { localTime } from "~/domain/days/offsets"
import { CUSTOMER_INVITATION, type Email, greeting } from "~/domain/mail/email"
import type { Identity } from "~/domain/shop"
import { INVITATION_DAYS } from "~/domain/staff/invitation"

export function welcomeEmail(identity: Identity, { name }: { name: string }): Email {
  return {
    kind: "welcome",
    subject: `Welcome to ${identity.name}`,
    greeting: greeting(name),
    paragraphs: ["Your account is ready. It saves your cart and your address, and shows the status of your orders."],
    action: { label: "Go to your account", path: "/account" },
    afterwards: [`If you did not register, write to ${identity.email} and we will remove the account.`],
  }
}

export function customerInvitationEmail(identity: Identity, { name, token }: Omit<MailedLink, "minutes">): Email {
  return {
    kind: CUSTOMER_INVITATION,
    subject: `Your account at ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      `${identity.name} has moved to a new shop, and your customer account has moved with it. Your old password did not: please choose a new one. The link works once, for ${ACCOUNT_INVITATION_DAYS} days.`,
    ],
    action: { label: "Choose a password", path: `/password/reset/${token}` },
    afterwards: [
      `After that, “Forgot password” at ${identity.url}/login sends you another link. If you do not want an account, write to ${identity.email} and we will remove it.`,
    ],
  }
}

interface MailedLink {
  name: string
  token: string
  minutes: number
}

export function passwordResetEmail(identity: Identity, { name, token, minutes }: MailedLink): Email {
  return {
    kind: "password-reset",
    subject: `Choose a new password for ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      `We received a request for a new password. Use this link to choose one. It works once, for ${minutes} minutes.`,
    ],
    action: { label: "Choose a new password", path: `/password/reset/${token}` },
    afterwards: ["If this was not you, you can ignore this email. Your password does not change."],
  }
}

export function signInLinkEmail(identity: Identity, { name, token, minutes }: MailedLink): Email {
  return {
    kind: "sign-in-link",
    subject: `Sign in to ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      `After many attempts with a wrong password, we received a request to sign in to your account by email. Use this link to sign in on a new device. It works once, for ${minutes} minutes.`,
    ],
    action: { label: "Sign in", path: `/login/link/${token}` },
    afterwards: ["If this was not you, you can ignore this email. No one can sign in without the link."],
  }
}

export function verificationEmail(
  identity: Identity,
  { name, token, awaitsRole }: Omit<MailedLink, "minutes"> & { awaitsRole: boolean },
): Email {
  return {
    kind: "email-verification",
    subject: `Confirm your email for ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      ...(awaitsRole
        ? [
            `You have been made an administrator of ${identity.name}. You can start as soon as you confirm your address.`,
          ]
        : []),
      "Open this link where you are signed in to confirm the address of your account. It works for one day and signs you out on all other devices.",
    ],
    action: { label: "Confirm your email", path: `/account/email/link/${token}` },
    afterwards: [
      `If you did not create this account, do not confirm it: someone else used your address. To take over the account, choose a new password with “Forgot password” at ${identity.url}/login.`,
    ],
  }
}

interface NewDevice {
  name: string
  at: Date
  days: Days
  userAgent: string
  factors: readonly SignInFactor[]
  via?: VerifiedCredentials["via"]
}

export function newDeviceEmail(identity: Identity, { name, at, days, userAgent, factors, via }: NewDevice): Email {
  const { day, time, zone } = localTime(at, days.offsets)
  const means = via === "reset-link" ? "password reset link" : nameFactors(factors)
  return {
    kind: "new-device",
    subject: `New sign-in to your ${identity.name} account`,
    greeting: greeting(name),
    paragraphs: ["Someone, probably you, signed in to your account on a new device:"],
    lines: [
      { label: "Time", value: `${shortDay(day)}, ${time} ${zone}` },
      { label: "Device", value: deviceName(userAgent) },
      { label: "Signed in with", value: means },
    ],
    afterwards: [
      "If this was you, there is nothing to do. If it was not, choose a new password now: this signs out all other devices.",
    ],
    action: { label: "This was not me", path: "/password/forgot" },
  }
}

/** Such as "password and authenticator app" */
function nameFactors(factors: readonly SignInFactor[]): string {
  return new Intl.ListFormat("en-US").format(factors.map((factor) => factorNames[factor]))
}

export function orderClaimEmail(identity: Identity, { name, token }: Omit<MailedLink, "minutes">): Email {
  return {
    kind: "order-claim",
    subject: `Your earlier orders at ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      "We received a request to add orders made with this address, without signing in, to an account. Open this link where you are signed in to that account. It works once, for one hour.",
    ],
    action: { label: "Add the orders", path: `/orders/join/${token}` },
    afterwards: [
      "If this was not you, you can ignore this email. Nothing changes without the link, and no other account can use it.",
    ],
  }
}

interface Invitation {
  actor: { name: string }
  role: string
  token: string
}

export function invitationEmail(identity: Identity, { actor, role, token }: Invitation): Email {
  return {
    kind: "invitation",
    subject: `Invitation to work at ${identity.name}`,
    greeting: greeting(""),
    paragraphs: [
      `${actor.name} invites you to work at ${identity.name}, as ${role}. The link works once, within ${INVITATION_DAYS} days, and only for this address.`,
    ],
    action: { label: "Accept the invitation", path: `/invitation/link/${token}` },
    afterwards: ["If you did not expect this invitation, you can ignore it."],
  }
}

export function passwordChangedEmail(
  identity: Identity,
  { name, at, days }: { name: string; at: Date; days: Days },
): Email {
  const { day, time, zone } = localTime(at, days.offsets)
  return {
    kind: "password-changed",
    subject: `Your ${identity.name} password was changed`,
    greeting: greeting(name),
    paragraphs: [
      `The password of your account was changed on ${shortDay(day)}, ${time} ${zone}. You have been signed out on all other devices.`,
      "If this was you, there is nothing to do. If it was not, choose a new password now.",
    ],
    action: { label: "This was not me", path: "/password/forgot" },
  }
}

export function emailChangedEmail(
  identity: Identity,
  { name, email, undo }: { name: string; email: string; undo: string },
): Email {
  return {
    kind: "email-changed",
    subject: `Your ${identity.name} email was changed`,
    greeting: greeting(name),
    paragraphs: [
      `The email of your account is now ${masked(email)}. From now on we will write to this address, and you sign in with it.`,
      `If this was not you, undo it within ${UNDO_HOURS / 24} days: your account gets this address back, all devices are signed out, and you choose a new password.`,
    ],
    action: { label: "This was not me: undo it", path: `/email/undo/${undo}` },
    afterwards: [`If it does not work, write to ${identity.email}.`],
  }
}

export function emailChangeUndoneEmail(identity: Identity, { name, email }: { name: string; email: string }): Email {
  return {
    kind: "email-change-undone",
    subject: `The change of your ${identity.name} email was undone`,
    greeting: greeting(name),
    paragraphs: [
      `The email of the account is ${masked(email)} again, because the owner of that address asked for it. All devices are signed out, and the old password no longer works.`,
      `If this was not you, write to ${identity.email}.`,
    ],
  }
}

/** Shows enough to recognise one's address, too little to learn someone else's. */
function masked(email: string): string {
  const [name = "", host = ""] = email.split("@")
  return `${name.slice(0, 1)}•••@${host}`
}

export function accountClosedEmail(identity: Identity, { name }: { name: string }): Email {
  return {
    kind: "account-closed",
    subject: `Your ${identity.name} account is deleted`,
    greeting: greeting(name),
    paragraphs: [
      "As you asked, we have deleted your account and your personal data. Our records of your orders remain, without your name. An order that is still on its way will reach you, and we will keep emailing you about it; it keeps your name and address until it has arrived.",
      "Thank you for being our customer.",
    ],
  }
}
