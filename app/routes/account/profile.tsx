// /account
import { Link, useLoaderData } from "@remix-run/react"
import { deviceName } from "~/domain/accounts/sessions/device-name"
import { listDevices } from "~/domain/accounts/sessions/session-list.server"
import { listTrustedDevices } from "~/domain/accounts/sessions/trusted-devices.server"
import { viewPicture } from "~/domain/media/picture"
import { memberPage } from "~/http/doorways/page.server"
import { Avatar } from "~/ui/avatar"
import { ButtonLink } from "~/ui/button"
import { Fact } from "~/ui/fact"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { Devices } from "./devices/devices"
import { TrustedDevices } from "./devices/trusted-devices"

export const meta = title("Profile")

export const loader = memberPage(async ({ shop, actor, session }) => {
  const [devices, trusted] = await Promise.all([listDevices(shop, actor), listTrustedDevices(shop, actor.id)])
  return {
    name: actor.name,
    email: actor.email,
    isVerified: actor.isVerified,
    memberSince: actor.createdAt.toISOString().slice(0, 10),
    avatar: actor.avatar && viewPicture(actor.avatar, "", shop.media.baseUrl),
    devices: devices.map(({ userAgent, ...device }) => ({
      ...device,
      name: deviceName(userAgent),
      isThis: device.id === session?.id,
    })),
    trusted: trusted.map(({ userAgent, ...device }) => ({ ...device, name: deviceName(userAgent) })),
  }
})

export default function Profile() {
  const { name, email, isVerified, memberSince, avatar, devices, trusted } = useLoaderData<typeof loader>()
  return (
    <NarrowPage title="Profile">
      <section className="profile" aria-label="About you">
        <Avatar name={name} picture={avatar} size={128} />
        <dl className="facts">
          <Fact name="Full Name">{name}</Fact>
          <Fact name="Email">
            <span>{email}</span>
            {!isVerified && (
              <>
                {" "}
                · <Link to="/account/email">Confirm</Link>
              </>
            )}
          </Fact>
          <Fact name="Member since">
            <time dateTime={memberSince}>{memberSince}</time>
          </Fact>
        </dl>
        <nav className="profile-links cluster" aria-label="Your account">
          <ButtonLink to="/update" icon="edit">
            Edit profile
          </ButtonLink>
          <ButtonLink to="/orders" variant="secondary" icon="receipt">
            My Orders
          </ButtonLink>
          <ButtonLink to="/password/update" variant="secondary" icon="lock">
            Change Password
          </ButtonLink>
          <ButtonLink to="/account/security" variant="secondary" icon="shield">
            Security
          </ButtonLink>
        </nav>
      </section>
      <Devices devices={devices} />
      {trusted.length > 0 && <TrustedDevices devices={trusted} />}
      <section className="stack" aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p className="muted">All data that this shop has stored about you, as files.</p>
        <div>
          <ButtonLink to="/account/data" variant="secondary" icon="download">
            Download my data
          </ButtonLink>
        </div>
      </section>
      <section className="stack" aria-labelledby="delete">
        <h2 id="delete">Delete account</h2>
        <p className="muted">
          Your name, address and picture are removed. Our records of your orders remain without them.
        </p>
        <div>
          <ButtonLink to="/account/delete" variant="secondary" icon="trash">
            Delete account
          </ButtonLink>
        </div>
      </section>
    </NarrowPage>
  )
}
