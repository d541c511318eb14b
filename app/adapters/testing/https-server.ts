import { once } from "node:events"
import type { RequestListener } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"

/** Self-signed test certificate for pictures.example, other.example and trap.example, valid until 2126 */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIByDCCAW+gAwIBAgIUJVxVqu90kA0B/oD4GUIZqhb1fZowCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcGljdHVyZXMuZXhhbXBsZTAgFw0yNjExMjMxMTM0NDVaGA8y
MTI2MTAzMDExMzQ0NVowGzEZMBcGA1UEAwwQcGljdHVyZXMuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABJg8am02Swaw1hkjlaRR7LgA53Z4bWGb9J+K
wl/pOlqJU+EZBZWG0bN0kfKuGSaUNQ9yH2/R5tjVUsOE7aOh0zGjgY4wgYswHQYD
VR0OBBYEFMJZTb/6JoWat0998XjlIMx0XzEaMB8GA1UdIwQYMBaAFMJZTb/6JoWa
t0998XjlIMx0XzEaMA8GA1UdEwEB/wQFMAMBAf8wOAYDVR0RBDEwL4IQcGljdHVy
ZXMuZXhhbXBsZYINb3RoZXIuZXhhbXBsZYIMdHJhcC5leGFtcGxlMAoGCCqGSM49
BAMCA0cAMEQCIFa7aOr+YK2wGoTrv9i4uhhQvL1ArDpSqNAlCb+RbDhpAiA1QHnS
PZhFv4JElDH2orXyNPfbwKr8QgTVMUtZy2yEIg==
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOYRQ2CbRm+3UNQ8/
QfNlGCK6kub6ykqgTP5ug2UrKeuhRANCAASYPGptNksGsNYZI5WkUey4AOd2eG1h
m/SfisJf6TpaiVPhGQWVhtGzdJHyrhkmlDUPch9v0ebY1VLDhO2jodMx
-----END PRIVATE KEY-----`

interface HttpsServer {
  port: number
  close(): Promise<void>
}

/** Starts an HTTPS server with the certificate on 127.0.0.1. */
export async function startHttpsServer(listener: RequestListener): Promise<HttpsServer> {
  const server = createServer({ key, cert: testCertificate }, listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
