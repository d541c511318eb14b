import { Button } from "~/ui/button"
import { CalendarDate, DateTime } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"

interface TrustedDeviceView {
  id: string
  /** "Firefox on Windows" */
  name: string
  address: string
  lastUsedAt: Date
  expiresAt: Date
}

export function TrustedDevices({ devices }: { devices: TrustedDeviceView[] }) {
  return (
    <section className="stack" aria-labelledby="trusted">
      <h2 id="trusted">Trusted devices</h2>
      <p className="muted">On these devices you sign in without your second factor.</p>
      <ul className="devices">
        {devices.map(({ id, name, address, lastUsedAt, expiresAt }) => (
          <li key={id}>
            <div>
              <p className="devices-name">{name}</p>
              <p className="muted">
                {address && `${address} · `}last used on <DateTime date={lastUsedAt} /> · trusted until{" "}
                <CalendarDate date={expiresAt} />
              </p>
            </div>
            <Forget device={id} name={`Forget ${name}`}>
              Forget
            </Forget>
          </li>
        ))}
      </ul>
      {devices.length > 1 && <Forget>Forget all trusted devices</Forget>}
    </section>
  )
}

function Forget({ device, name, children }: { device?: string; name?: string; children: string }) {
  return (
    <PostForm tool={null} action="/account/devices/forget" preventScrollReset>
      {device && <input type="hidden" name="device" value={device} />}
      <Button variant={device ? "quiet" : "secondary"} small={device !== undefined} aria-label={name}>
        {children}
      </Button>
    </PostForm>
  )
}
