import { Form } from "@remix-run/react"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { When } from "~/ui/when"

interface DeviceView {
  id: string
  /** "Firefox on Windows" */
  name: string
  address: string
  lastSeenAt: Date
  isThis: boolean
}

/** Where somebody is signed in; each of the others can be signed out, or all of them at once. */
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
        <Form method="post" action="/account/devices">
          <Button variant="secondary" icon="log-out">
            Sign out all other devices
          </Button>
        </Form>
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
          {isThis ? "now" : <When date={lastSeenAt} />}
        </p>
      </div>
      {isThis ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Form method="post" action={`/account/devices/${id}`}>
          <Button variant="quiet" small aria-label={`Sign out ${name}`}>
            Sign out
          </Button>
        </Form>
      )}
    </li>
  )
}
