// /account/security
import { useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { FEW_CODES } from "~/domain/accounts/factors/factor"
import { findSecondFactors } from "~/domain/accounts/factors/second-factors.server"
import { pluralize } from "~/domain/text/pluralize"
import { memberPage } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { Notice } from "~/ui/notice"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export const meta = title("Security")

export const loader = memberPage(({ shop, actor }) => findSecondFactors(shop, actor))

export default function Security() {
  const { appSince, recoveryCodes } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <PageHeading
        title="Security"
        lead="With a second factor, nobody signs in to your account with your password alone."
      />
      {appSince && recoveryCodes <= FEW_CODES && (
        <Notice tone="bad" title={`You have ${pluralize(recoveryCodes, "recovery code")} left`}>
          <p>Make new ones before you need them.</p>
        </Notice>
      )}
      <Part id="app" heading="Authenticator app">
        {appSince ? (
          <>
            <p className="muted">
              Set up on <DateTime date={appSince} />. When you sign in, it shows the code of the second step.
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
              An app on your phone shows six digits that you enter after your password. Any app that shows one-time
              codes will do.
            </p>
            <div>
              <ButtonLink to="/account/security/app" icon="shield">
                Set up an app
              </ButtonLink>
            </div>
          </>
        )}
      </Part>
      {appSince && (
        <Part id="recovery" heading="Recovery codes">
          <p className="muted">
            Each of them signs you in once, when your phone is not at hand. You have {recoveryCodes} left.
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
    </div>
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
