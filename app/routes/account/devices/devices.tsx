import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"
import { DateTime } from "~/ui/date-time"

interface DeviceView {
  id: string
  /** "Firefox on Windows" */
  name: string
  address: string
  lastSeenAt: Date
  isThis: boolean
}

export function Devices({ devices }: { devices: DeviceView[] }) {
  return (
    <section className="stack" aria-labelledby="devices">
      <h2 id="devices">Signed-in devices</h2>
      <ul className="devices">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      {devices.length > 1 && (
        <div>
          <ButtonLink to="/account/devices" variant="secondary" icon="log-out">
            Sign out all other devices
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function Device({ device: { id, name, address, lastSeenAt, isThis } }: { device: DeviceView }) {
  return (
    <li>
      <div>
        <p className="devices-name">{name}</p>
        <p className="muted">
          {address && `${address} · `}
          {isThis ? "now" : <DateTime date={lastSeenAt} />}
        </p>
      </div>
      {isThis ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <ButtonLink to={paths.signOutDevice(id)} variant="quiet" small aria-label={`Sign out ${name}`}>
          Sign out
        </ButtonLink>
      )}
    </li>
  )
}
