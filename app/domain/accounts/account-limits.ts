import type { LimitRule } from "../limits"

/** How often somebody may try, per account and per address; only failures of a login count. */
export const accountLimits = {
  loginOfAccount: { name: "login-account", points: 10, minutes: 15 },
  loginFromAddress: { name: "login-address", points: 50, minutes: 15 },
  registerFromAddress: { name: "register-address", points: 300, minutes: 60 },
  /** Asking which e-mail addresses have accounts, one registration at a time. */
  takenEmailFromAddress: { name: "taken-address", points: 30, minutes: 60 },
  forgotOfAccount: { name: "forgot-account", points: 5, minutes: 15 },
  forgotFromAddress: { name: "forgot-address", points: 60, minutes: 60 },
} as const satisfies Record<string, LimitRule>

/** How long a reset link lives. */
export const RESET_MINUTES = 30
