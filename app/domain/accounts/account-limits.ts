import type { RateLimitRule } from "~/domain/rate-limits"

/** How often somebody may try. */
export const accountLimits = {
  /** A stranger's guesses at one account from one address. */
  loginOfAccountFromAddress: { name: "login-account-address", points: 10, minutes: 15 },
  /** A stranger's guesses at all accounts from one address. */
  loginFromAddress: { name: "login-address", points: 50, minutes: 15 },
  /**
   * Guesses of all strangers at one account: many addresses are no way around the limit of one. So many that it takes a
   * hundred addresses to keep an owner off a new device, and too few to guess what the commonest passwords are not.
   */
  loginOfAccount: { name: "login-account", points: 1_000, minutes: 60 },
  /** Mistakes on a device where the account has signed in before; no stranger uses them up. */
  loginOnDevice: { name: "login-device", points: 10, minutes: 15 },
  /** Sign-ins that succeed, of one account wherever from: who gets so far knows its password. */
  signInOfAccount: { name: "sign-in-account", points: 100, minutes: 15 },
  /** The same of all accounts, on devices that none of them knows. */
  signInFromAddress: { name: "sign-in-address", points: 300, minutes: 15 },
  /** Passwords asked for once more of somebody who is signed in, by session. */
  confirmInSession: { name: "confirm-session", points: 10, minutes: 15 },
  /** Those that were right, in all sessions. */
  confirmOfMember: { name: "confirm-member", points: 60, minutes: 15 },
  registerFromAddress: { name: "register-address", points: 300, minutes: 60 },
  /** From all addresses together: thirty a minute, each with its hash, row and mail. */
  registrationsOfShop: { name: "registrations", points: 2_000, minutes: 60 },
  /** Asking which e-mail addresses have accounts, one registration at a time. */
  takenEmailFromAddress: { name: "taken-address", points: 30, minutes: 60 },
  /** Links asked for from one address, which thus does not keep other addresses from asking. */
  forgotOfAccountFromAddress: { name: "forgot-account-address", points: 5, minutes: 15 },
  /** Links mailed to one account, whoever asks; of these one client address leaves one to the others. */
  resetMails: { name: "reset-mails", points: 5, minutes: 60 },
  resetMailsFromAddress: { name: "reset-mails-address", points: 4, minutes: 60 },
  forgotFromAddress: { name: "forgot-address", points: 60, minutes: 60 },
  /** New passwords tried with one reset link, which works once. */
  resetByLink: { name: "reset-link", points: 10, minutes: 60 },
  profileOfMember: { name: "profile-member", points: 120, minutes: 60 },
  avatarOfMember: { name: "avatar-member", points: 30, minutes: 60 },
  /** Of all members together, with those that come with registrations: some hundred megabytes. */
  avatarsOfShop: { name: "avatars", points: 1_000, minutes: 60 },
  /** Each change writes to the address before it. */
  emailOfMember: { name: "email-member", points: 10, minutes: 60 },
  /** Each change writes to its owner. */
  passwordOfMember: { name: "password-member", points: 10, minutes: 60 },
} as const satisfies Record<string, RateLimitRule>

/** How long a reset link lives. */
export const RESET_MINUTES = 30
