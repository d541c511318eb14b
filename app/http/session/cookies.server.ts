import { TRUST_DAYS } from "~/domain/accounts/factor"
import { linkMinutes } from "~/domain/accounts/passwords/mailed-links.server"
import { SECOND_STEP_MINUTES } from "~/domain/accounts/sessions/pending-sign-ins.server"
import { formatViewed, parseViewed } from "~/domain/catalog/viewed-products"
import { CHALLENGE_MINUTES } from "~/domain/factors/passkeys/passkey"
import { openDeviceCookie } from "./device-cookie.server"
import { openFormTokens } from "./form-token.server"
import { openSessionCookie } from "./session-cookie.server"
import { type CookieSettings, type CookieSource, openSignedCookie } from "./signed-cookie.server"
import { openToastCookie } from "./toast-cookie.server"

export type Cookies = ReturnType<typeof openCookies>

/** Seconds, as browsers count the lifetime of a cookie */
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A path covers the data requests of its pages too, such as /password/reset.data. */
export function openCookies(settings: CookieSettings) {
  const open = (name: string, lifetime: Lifetime) => openSignedCookie(name, settings, lifetime)
  const openRemovable = (name: string, lifetime: Lifetime) => removable(open(name, lifetime))
  return {
    sessionCookie: openSessionCookie(settings),
    deviceCookie: openDeviceCookie(settings),
    formTokens: openFormTokens(settings),
    toastCookie: openToastCookie(settings),
    viewedCookie: openViewedCookie(settings),
    draftCookie: open("counter-draft", { maxAge: 30 * MINUTE }),
    /** Holds the entered discount code; signed, so that each attempt is counted */
    discountCookie: openRemovable("counter-discount", { maxAge: DAY }),

    /** Hold the token of a mailed link, which must not stay in an address */
    resetCookie: openRemovable("counter-reset", {
      path: "/password",
      maxAge: linkMinutes["password-reset"] * MINUTE,
    }),
    emailUndoCookie: openRemovable("counter-email-undo", { path: "/email", maxAge: HOUR }),
    signInLinkCookie: openRemovable("counter-sign-in-link", {
      path: "/login",
      maxAge: linkMinutes["sign-in"] * MINUTE,
    }),
    verificationCookie: openRemovable("counter-verification", { path: "/account", maxAge: DAY }),
    invitationCookie: openRemovable("counter-invitation", { path: "/invitation", maxAge: DAY }),
    orderCookie: openRemovable("counter-order", { path: "/order", maxAge: DAY }),
    withdrawalCookie: openRemovable("counter-withdrawal", { path: "/withdraw", maxAge: HOUR }),
    orderClaimCookie: openRemovable("counter-order-claim", { path: "/orders", maxAge: HOUR }),

    /** Binds the second step of a sign-in to the browser of the first. */
    secondStepCookie: openRemovable("counter-second-step", { path: "/login", maxAge: SECOND_STEP_MINUTES * MINUTE }),
    /** Replaces the second factor. Data requests go to /login.data, which no path but / covers. */
    trustCookie: open("counter-trusted", { maxAge: TRUST_DAYS * DAY }),
    /** Both bind a passkey's challenge to the browser. */
    passkeyCookie: openRemovable("counter-challenge", { path: "/login", maxAge: CHALLENGE_MINUTES * MINUTE }),
    newPasskeyCookie: openRemovable("counter-challenge", {
      path: "/account/security",
      maxAge: CHALLENGE_MINUTES * MINUTE,
    }),
    /** Holds new recovery codes, encrypted, until the next page shows them once. */
    recoveryCodesCookie: openRemovable("counter-recovery-codes", { path: "/account/security", maxAge: 10 * MINUTE }),
  }
}

type Lifetime = Parameters<typeof openSignedCookie>[2]

function removable({ name, read, write }: ReturnType<typeof openSignedCookie>) {
  return { name, read, write: (text: string | null) => (text === null ? write("", { maxAge: 0 }) : write(text)) }
}

function openViewedCookie(settings: CookieSettings) {
  const cookie = openSignedCookie("counter-viewed", settings)
  return {
    /** Returns no products of another account. */
    async read(request: CookieSource, { id }: { id: string }): Promise<string[]> {
      const [owner, ids = ""] = (await cookie.read(request)).split(":", 2)
      return owner === id ? parseViewed(ids) : []
    },
    write: ({ id }: { id: string }, ids: readonly string[]) => cookie.write(`${id}:${formatViewed(ids)}`),
  }
}
