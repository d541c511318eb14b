import type { RateLimitRule } from "~/domain/rate-limits"

export const accountLimits = {
  loginOfAccountFromAddress: { name: "login-account-address", points: 10, minutes: 15 },
  loginFromAddress: { name: "login-address", points: 50, minutes: 15 },
  /** Beyond this number a new device needs a link from the account's mailbox. */
  loginOfAccount: { name: "login-account", points: 100, minutes: 60 },
  /** Other devices cannot use up these attempts. */
  loginOnDevice: { name: "login-device", points: 10, minutes: 15 },
  signInOfAccount: { name: "sign-in-account", points: 100, minutes: 15 },
  signInFromAddress: { name: "sign-in-address", points: 300, minutes: 15 },
  codeOnDevice: { name: "code-device", points: 5, minutes: 15 },
  /** A device where the account has signed in shares no limit with others. */
  codeOnKnownDevice: { name: "code-known-device", points: 60, minutes: 24 * 60 },
  /** Browsers without cookies are new devices each time. */
  codeFromAddress: { name: "code-address", points: 20, minutes: 60 },
  /** Three of a million codes are right at any time. */
  codeOfAccount: { name: "code-account", points: 60, minutes: 24 * 60 },
  /** Each page with a passkey button stores a challenge. */
  challengesFromAddress: { name: "challenges-address", points: 300, minutes: 15 },
  confirmInSession: { name: "confirm-session", points: 10, minutes: 15 },
  confirmOfMember: { name: "confirm-member", points: 60, minutes: 15 },
  /** Entries of the audit log per hour */
  refusalsOfStaff: { name: "staff-refusals", points: 10, minutes: 60 },
  readingsOfStaff: { name: "staff-readings", points: 1, minutes: 60 },
  registerFromAddress: { name: "register-address", points: 300, minutes: 60 },
  /** Each registration costs a hash, a row and an email. */
  registrationsOfShop: { name: "registrations", points: 2_000, minutes: 60 },
  guestsFromAddress: { name: "guest-address", points: 300, minutes: 60 },
  guestsOfShop: { name: "guests", points: 5_000, minutes: 60 },
  linksFromAddress: { name: "links-address", points: 60, minutes: 60 },
  linksOfEmailFromAddress: { name: "links-email-address", points: 5, minutes: 15 },
  dataOfBuyer: { name: "own-data", points: 60, minutes: 60 },
  claimsOfMember: { name: "claims-member", points: 5, minutes: 60 },
  linkMails: { name: "link-mails", points: 5, minutes: 60 },
  /** A registration reveals whether an address has an account. */
  takenEmailFromAddress: { name: "taken-address", points: 30, minutes: 60 },
  forgotOfAccountFromAddress: { name: "forgot-account-address", points: 5, minutes: 15 },
  /** One client address may request four, so that one remains for the others. */
  resetMails: { name: "reset-mails", points: 5, minutes: 60 },
  resetMailsFromAddress: { name: "reset-mails-address", points: 4, minutes: 60 },
  signInLinks: { name: "sign-in-links", points: 5, minutes: 60 },
  signInLinksFromAddress: { name: "sign-in-links-address", points: 4, minutes: 60 },
  verificationMails: { name: "verification-mails", points: 5, minutes: 60 },
  verificationMailsFromAddress: { name: "verification-mails-address", points: 4, minutes: 60 },
  /** Mails about new devices */
  newDeviceMails: { name: "new-device-mails", points: 3, minutes: 60 },
  forgotFromAddress: { name: "forgot-address", points: 60, minutes: 60 },
  invitationsOfStaff: { name: "invitations-staff", points: 60, minutes: 60 },
  acceptByLink: { name: "accept-link", points: 10, minutes: 60 },
  resetByLink: { name: "reset-link", points: 10, minutes: 60 },
  profileOfMember: { name: "profile-member", points: 120, minutes: 60 },
  avatarOfMember: { name: "avatar-member", points: 30, minutes: 60 },
  avatarsOfShop: { name: "avatars", points: 1_000, minutes: 60 },
  emailOfMember: { name: "email-member", points: 10, minutes: 60 },
  passwordOfMember: { name: "password-member", points: 10, minutes: 60 },
} as const satisfies Record<string, RateLimitRule>
