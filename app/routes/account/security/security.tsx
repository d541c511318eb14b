// /account/security

import { useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { FEW_CODES } from "~/domain/accounts/factor"
import { todayOf } from "~/domain/days/shop-days.server"
import type { Passkey } from "~/domain/factors/passkeys/passkey"
import { factorDayOf, mustSetUpFactor } from "~/domain/factors/policy"
import { findSecondFactors } from "~/domain/factors/second-factors.server"
import { pluralize } from "~/domain/text/pluralize"
import { memberPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { FactorNotice } from "~/ui/factor-notice"
import { usePasskeys } from "~/ui/form/factors/use-passkeys"
import { Notice } from "~/ui/notice"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export const meta = title("Security")

export const loader = memberPage(
  async ({ shop, actor, session }) => ({
    ...(await findSecondFactors(shop, actor)),
    unverified: actor.isVerified ? null : actor.email,
    neededFrom: factorDayOf(session, shop.settings.current),
    isNeeded: mustSetUpFactor(session, shop.settings.current, todayOf(shop)),
  }),
  { forSetUp: true },
)

export default function Security() {
  const { appSince, passkeys, recoveryCodes, unverified, neededFrom, isNeeded } = useLoaderData<typeof loader>()
  const isProtected = appSince !== null || passkeys.length > 0
  return (
    <NarrowPage
      title="Security"
      lead="With a second factor, your password alone is not enough to sign in to your account."
    >
      {neededFrom && <FactorNotice from={neededFrom} isNeeded={isNeeded} />}
      {isProtected && recoveryCodes <= FEW_CODES && (
        <Notice tone="bad" title={`You have ${pluralize(recoveryCodes, "recovery code")} left`}>
          <p>Create new ones before you need them.</p>
        </Notice>
      )}
      {unverified && (
        <Notice tone="neutral" title="Please confirm your email first">
          <p>You need a confirmed email to set up a second factor. We send a link to {unverified}.</p>
          <div>
            <ButtonLink to="/account/email">Confirm your email</ButtonLink>
          </div>
        </Notice>
      )}
      <App since={appSince} />
      <Passkeys passkeys={passkeys} />
      {isProtected && (
        <Part id="recovery" heading="Recovery codes">
          <p className="muted">
            Each code signs you in once, for when you do not have your phone. You have {recoveryCodes} left.
          </p>
          <div>
            <ButtonLink to="/account/security/recovery-codes" variant="secondary" icon="lock">
              New recovery codes
            </ButtonLink>
          </div>
        </Part>
      )}
      <div>
        <ButtonLink to="/account" variant="quiet">
          Back to your profile
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}

function App({ since }: { since: Date | null }) {
  return (
    <Part id="app" heading="Authenticator app">
      {since ? (
        <>
          <p className="muted">
            Set up on <DateTime date={since} />. When you sign in, it shows the code of the second step.
          </p>
          <div>
            <ButtonLink to="/account/security/app/remove" variant="secondary" icon="trash">
              Remove the app
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="muted">
            An app on your phone shows six digits that you enter after your password. Any app for one-time codes works.
          </p>
          <div>
            <ButtonLink to="/account/security/app" icon="shield">
              Set up an app
            </ButtonLink>
          </div>
        </>
      )}
    </Part>
  )
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const canAdd = usePasskeys()
  return (
    <Part id="passkeys" heading="Passkeys">
      <p className="muted">
        A passkey signs you in with your fingerprint, your face or your device’s PIN, without a password or a code.
      </p>
      {passkeys.length > 0 && (
        <ul className="devices">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canAdd ? (
        <div>
          <ButtonLink to="/account/security/passkeys/new" variant="secondary" icon="plus" reloadDocument>
            Set up a passkey
          </ButtonLink>
        </div>
      ) : (
        <p className="muted">
          This browser cannot set up a passkey: this needs scripts and a device that supports passkeys.
        </p>
      )}
    </Part>
  )
}

function PasskeyItem({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  return (
    <li>
      <div>
        <p className="devices-name">{name}</p>
        <p className="muted">
          Set up on <DateTime date={createdAt} /> · {lastUsedAt ? "last used on " : "not used yet"}
          {lastUsedAt && <DateTime date={lastUsedAt} />}
        </p>
      </div>
      <div className="cluster">
        <ButtonLink to={paths.renamePasskey(id)} variant="quiet" small aria-label={`Rename ${name}`}>
          Rename
        </ButtonLink>
        <ButtonLink to={paths.removePasskey(id)} variant="quiet" small aria-label={`Remove ${name}`}>
          Remove
        </ButtonLink>
      </div>
    </li>
  )
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}
