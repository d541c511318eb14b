import type { RateLimitRule } from "~/domain/rate-limits"

export const accountLimits = {
  /** Failures of one account from one address. */
  loginOfAccountFromAddress: { name: "login-account-address", points: 10, minutes: 15 },
  /** Failures of all accounts from one address. */
  loginFromAddress: { name: "login-address", points: 50, minutes: 15 },
  /**
   * Failures of one account from all addresses: a hundred addresses are needed to lock an owner out of a new device,
   * and too few guesses remain for the most common passwords.
   */
  loginOfAccount: { name: "login-account", points: 1_000, minutes: 60 },
  /** Failures on a device that the account has used; nobody else can use them up. */
  loginOnDevice: { name: "login-device", points: 10, minutes: 15 },
  /** Successful sign-ins of one account. */
  signInOfAccount: { name: "sign-in-account", points: 100, minutes: 15 },
  /** Successful sign-ins on unknown devices. */
  signInFromAddress: { name: "sign-in-address", points: 300, minutes: 15 },
  /** Password confirmations by session. */
  confirmInSession: { name: "confirm-session", points: 10, minutes: 15 },
  /** Successful confirmations in all sessions. */
  confirmOfMember: { name: "confirm-member", points: 60, minutes: 15 },
  registerFromAddress: { name: "register-address", points: 300, minutes: 60 },
  /** A hash, a row and a mail each. */
  registrationsOfShop: { name: "registrations", points: 2_000, minutes: 60 },
  /** A registration reveals whether an address has an account. */
  takenEmailFromAddress: { name: "taken-address", points: 30, minutes: 60 },
  /** So that one address cannot exhaust the links of another. */
  forgotOfAccountFromAddress: { name: "forgot-account-address", points: 5, minutes: 15 },
  /** One client address leaves one to the others. */
  resetMails: { name: "reset-mails", points: 5, minutes: 60 },
  resetMailsFromAddress: { name: "reset-mails-address", points: 4, minutes: 60 },
  forgotFromAddress: { name: "forgot-address", points: 60, minutes: 60 },
  resetByLink: { name: "reset-link", points: 10, minutes: 60 },
  profileOfMember: { name: "profile-member", points: 120, minutes: 60 },
  avatarOfMember: { name: "avatar-member", points: 30, minutes: 60 },
  /** Some hundred megabytes, with registrations. */
  avatarsOfShop: { name: "avatars", points: 1_000, minutes: 60 },
  /** Each change sends a mail. */
  emailOfMember: { name: "email-member", points: 10, minutes: 60 },
  /** Each change sends a mail. */
  passwordOfMember: { name: "password-member", points: 10, minutes: 60 },
} as const satisfies Record<string, RateLimitRule>

export const RESET_MINUTES = 30
