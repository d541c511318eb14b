import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

interface ReceivedMail {
  id: string
  recipient: string
  subject: string
}

export interface MailServer {
  url: string
  readonly mails: ReceivedMail[]
  /** Whether to accept connections without any response */
  isSilent: boolean
  close(): void
}

/** A minimal mail server */
export async function startMailServer(): Promise<MailServer> {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    if (!here.isSilent) converse(socket, here.mails)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const here: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    isSilent: false,
    close: () => void server.close(),
  }
  return here
}

function converse(socket: Socket, mails: ReceivedMail[]): void {
  let isReading = false
  let headers: string[] = []
  let input = ""
  const header = (name: string) => headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ""
  socket.write("220 post.example\r\n")
  socket.on("data", (chunk) => {
    input += chunk
    for (let end = input.indexOf("\r\n"); end >= 0; end = input.indexOf("\r\n")) {
      const line = input.slice(0, end)
      input = input.slice(end + 2)
      headers.push(line)
      if (isReading && line !== ".") continue
      if (isReading) mails.push({ id: header("Message-ID"), recipient: header("To"), subject: header("Subject") })
      isReading = line === "DATA"
      headers = []
      socket.write(isReading ? "354 go on\r\n" : "250 ok\r\n")
      if (line === "QUIT") socket.end()
    }
  })
}
