import { TRUST_DAYS } from "~/domain/accounts/factors/factor"
import { CHALLENGE_MINUTES } from "~/domain/accounts/factors/passkeys/passkey"
import { SECOND_STEP_MINUTES } from "~/domain/accounts/factors/second-step.server"
import { linkMinutes } from "~/domain/accounts/passwords/mailed-links.server"
import { formatViewed, parseViewed } from "~/domain/catalog/viewed-products"
import { openDeviceCookie } from "./device-cookie.server"
import { openSessionCookie } from "./session-cookie.server"
import { type CookieSettings, openSignedCookie } from "./signed-cookie.server"
import { openToastCookie } from "./toast-cookie.server"

export type Cookies = ReturnType<typeof openCookies>

export function openCookies(settings: CookieSettings) {
  return {
    sessionCookie: openSessionCookie(settings),
    deviceCookie: openDeviceCookie(settings),
    resetCookie: openResetCookie(settings),
    secondStepCookie: openSecondStepCookie(settings),
    trustCookie: openTrustCookie(settings),
    passkeyCookie: openChallengeCookie(settings, "/login"),
    newPasskeyCookie: openChallengeCookie(settings, "/account/security"),
    signInLinkCookie: openSignInLinkCookie(settings),
    invitationCookie: openInvitationCookie(settings),
    recoveryCodesCookie: openRecoveryCodesCookie(settings),
    toastCookie: openToastCookie(settings),
    draftCookie: openDraftCookie(settings),
    viewedCookie: openViewedCookie(settings),
    orderCookie: openOrderCookie(settings),
    orderClaimCookie: openOrderClaimCookie(settings),
    discountCookie: openDiscountCookie(settings),
  }
}

const HALF_AN_HOUR = 30 * 60

function openDraftCookie(settings: CookieSettings) {
  return openSignedCookie("counter-draft", settings, { maxAge: HALF_AN_HOUR })
}

/** Holds the token of a reset link, so that no address has to. */
function openResetCookie(settings: CookieSettings) {
  // Data requests go to /password/reset.data, so the path is shorter than the page's.
  return removable(
    openSignedCookie("counter-reset", settings, { path: "/password", maxAge: linkMinutes["password-reset"] * 60 }),
  )
}

/** Binds the second step of a sign-in to the browser of the first. */
function openSecondStepCookie(settings: CookieSettings) {
  const lifetime = { path: "/login", maxAge: SECOND_STEP_MINUTES * 60 }
  return removable(openSignedCookie("counter-second-step", settings, lifetime))
}

/** Replaces the second factor. Data requests go to /login.data, which no path but / covers. */
function openTrustCookie(settings: CookieSettings) {
  return openSignedCookie("counter-trusted", settings, { maxAge: TRUST_DAYS * ONE_DAY })
}

/** Binds a passkey's challenge to the browser. */
function openChallengeCookie(settings: CookieSettings, path: string) {
  return removable(openSignedCookie("counter-challenge", settings, { path, maxAge: CHALLENGE_MINUTES * 60 }))
}

/** Holds the token of a sign-in link. */
function openSignInLinkCookie(settings: CookieSettings) {
  const lifetime = { path: "/login", maxAge: linkMinutes["sign-in"] * 60 }
  return removable(openSignedCookie("counter-sign-in-link", settings, lifetime))
}

/** Holds the token of an invitation; data requests go to /invitation/register.data. */
function openInvitationCookie(settings: CookieSettings) {
  return removable(openSignedCookie("counter-invitation", settings, { path: "/invitation", maxAge: ONE_DAY }))
}

/** Holds new recovery codes, encrypted, until the next page shows them once. */
function openRecoveryCodesCookie(settings: CookieSettings) {
  const lifetime = { path: "/account/security", maxAge: 10 * 60 }
  return removable(openSignedCookie("counter-recovery-codes", settings, lifetime))
}

function removable({ read, write }: ReturnType<typeof openSignedCookie>) {
  return { read, write: (text: string | null) => (text === null ? write("", { maxAge: 0 }) : write(text)) }
}

const ONE_HOUR = 60 * 60
const ONE_DAY = 24 * ONE_HOUR

/** Holds the token of a link to a guest's order, so that no address has to; data requests go to /order/{id}.data. */
function openOrderCookie(settings: CookieSettings) {
  return openSignedCookie("counter-order", settings, { path: "/order", maxAge: ONE_DAY })
}

/** Holds the token of a link that proves an address; data requests go to /orders/joining.data. */
function openOrderClaimCookie(settings: CookieSettings) {
  return removable(openSignedCookie("counter-order-claim", settings, { path: "/orders", maxAge: ONE_HOUR }))
}

/** Holds the entered discount code; signed, so that each tried code is counted. */
function openDiscountCookie(settings: CookieSettings) {
  return openSignedCookie("counter-discount", settings, { maxAge: ONE_DAY })
}

function openViewedCookie(settings: CookieSettings) {
  const cookie = openSignedCookie("counter-viewed", settings)
  return {
    /** Returns no products of another account. */
    async read(request: Request, { id }: { id: string }): Promise<string[]> {
      const [owner, ids = ""] = (await cookie.read(request)).split(":", 2)
      return owner === id ? parseViewed(ids) : []
    },
    write: ({ id }: { id: string }, ids: readonly string[]) => cookie.write(`${id}:${formatViewed(ids)}`),
  }
}
