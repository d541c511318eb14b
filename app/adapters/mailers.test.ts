import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import type { Mail, Mailer } from "~/domain/mail/mailer"
import { MailRefused } from "~/domain/mail/mailer"
import { openOutboxMailer } from "./outbox-mailer.server"
import { openSmtpMailer } from "./smtp-mailer.server"

const now = () => new Date("2026-11-28T12:00:00Z")

const mail: Mail = {
  id: "0123456789abcdef01234567",
  recipient: "ada@shop.example",
  subject: "Grüße — und viel mehr als auf eine einzige Zeile eines Kopfes passt, wirklich",
  text: "Ünïcödé\n.\nA line with one dot stands above.\n",
  html: "<p>Ünïcödé</p>",
}

/** The replies of a small SMTP server by step; by default it accepts everything */
interface Manners {
  greeting?: string | null
  recipient?: string
  data?: string
  accepted?: string
}

interface Received {
  recipients: string[]
  content: string
}

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A minimal SMTP server */
async function smtpServer(manners: Manners = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    converse(socket, manners, received)
  })
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

function converse(socket: Socket, manners: Manners, received: Received[]) {
  const { greeting = "220 post.example", recipient = "250 ok", data = "354 go on", accepted = "250 taken" } = manners
  let current: Received = { recipients: [], content: "" }
  let input = ""
  let reading = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  if (greeting !== null) say(greeting)
  socket.on("data", (chunk) => {
    input += chunk
    while (input.includes("\r\n")) {
      if (reading) {
        const end = input.indexOf("\r\n.\r\n")
        if (end < 0) return
        current.content = input.slice(0, end)
        input = input.slice(end + 5)
        reading = false
        if (accepted.startsWith("2")) received.push(current)
        current = { recipients: [], content: "" }
        say(accepted)
        continue
      }
      const end = input.indexOf("\r\n")
      const line = input.slice(0, end)
      input = input.slice(end + 2)
      const [command = ""] = line.toUpperCase().split(" ")
      if (command === "EHLO") say("250 post.example")
      else if (command === "RCPT") {
        current.recipients.push(line)
        say(recipient)
      } else if (command === "DATA") {
        reading = data.startsWith("3")
        say(data)
      } else if (command === "QUIT") socket.end("221 bye\r\n")
      else say("250 ok")
    }
  })
}

const smtp = (url: string, timeout = 5_000) =>
  openSmtpMailer({ url, from: () => "Counter <hello@shop.example>", host: "shop.example", now, timeout })

describe.each<[string, () => Promise<Mailer>]>([
  ["outbox", async () => openOutboxMailer()],
  ["smtp", async () => smtp((await smtpServer()).url)],
])("the mailer %s", (kind, open) => {
  test("names itself and accepts a mail, also a second time", async () => {
    const mailer = await open()
    expect(mailer.kind).toBe(kind)
    await mailer.send(mail)
    await mailer.send(mail)
  })

  test.each([
    "ada@shop.example\r\nRCPT TO:<all@shop.example>",
    "ada@shop.example\nBcc: all@shop.example",
    "ada@shop.example, bob@shop.example",
    "Ada <ada@shop.example>",
    "ada@shop.example>",
    "ada",
    "",
  ])("refuses %j for good", async (recipient) => {
    await expect((await open()).send({ ...mail, recipient })).rejects.toBeInstanceOf(MailRefused)
  })
})

/** Valid by HTML's rule, in the characters that SMTP transmits */
const unusual = [
  "tom&jerry@shop.example",
  "sales/eu@shop.example",
  "o'brien{x}|y~z`^?#$%!*+=-_@shop.example",
  "ada@xn--bcher-kva.xn--p1ai",
]

test.each(unusual)("sends to %s as one recipient, unchanged", async (recipient) => {
  const { url, received } = await smtpServer()
  await openSmtpMailer({ url, from: () => "shop@shop.example", host: "shop.example", now }).send({ ...mail, recipient })
  expect(received.map(({ recipients }) => recipients)).toEqual([[`RCPT TO:<${recipient}>`]])
  const [head = ""] = received[0]?.content.split("\r\n\r\n") ?? []
  expect(head).toMatch(/^Date: Sat, 28 Nov 2026 12:00:00 \+0000$/m)
  expect(head.split("\r\n").filter((line) => /^(to|cc|bcc):/i.test(line))).toEqual([`To: ${recipient}`])
})

test.each(["ada@shop.example\r\nRCPT TO:<all@shop.example>", "ada@shop.example, all@shop.example", "ada@localhost"])(
  "refuses %j as a recipient",
  async (recipient) => {
    const { url, received } = await smtpServer()
    const mailer = openSmtpMailer({ url, from: () => "shop@shop.example", host: "shop.example", now })
    await expect(mailer.send({ ...mail, recipient })).rejects.toBeInstanceOf(MailRefused)
    expect(received).toEqual([])
  },
)

describe("over SMTP", () => {
  test("a mail arrives complete: one recipient, plain text and HTML, a unique message id", async () => {
    const { url, received } = await smtpServer()
    await smtp(url).send(mail)
    expect(received).toHaveLength(1)
    const { recipients, content } = received[0] as Received
    expect(recipients).toEqual(["RCPT TO:<ada@shop.example>"])
    expect(content).toMatch(/^From: Counter <hello@shop\.example>\r$/m)
    expect(content).toMatch(/^To: ada@shop\.example\r$/m)
    expect(content).toMatch(/^Message-ID: <0123456789abcdef01234567@shop\.example>\r$/m)
    expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(content).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(content).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m)
    expect(content).toMatch(/^Subject: =\?UTF-8\?/m)
  })

  test("line breaks in a subject add no header", async () => {
    const { url, received } = await smtpServer()
    await smtp(url).send({ ...mail, subject: "Hello\r\nBcc: all@shop.example" })
    expect(received[0]?.recipients).toHaveLength(1)
    expect(received[0]?.content).not.toMatch(/^Bcc:/m)
  })

  test("a recipient who does not exist is refused for good", async () => {
    const { url } = await smtpServer({ recipient: "550 no such user" })
    await expect(smtp(url).send(mail)).rejects.toBeInstanceOf(MailRefused)
  })

  test.each<[string, Manners]>([
    ["a full mailbox", { recipient: "452 mailbox full, try later" }],
    ["a server in maintenance", { greeting: "421 come back later" }],
    ["a server that turns everybody away", { greeting: "554 not today" }],
    ["a refusal at the last moment", { accepted: "451 try later" }],
  ])("%s is tried again later", async (_, manners) => {
    const { url } = await smtpServer(manners)
    const failure = await smtp(url)
      .send(mail)
      .catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
  })

  test("a server that cannot be reached is tried again later", async () => {
    const { url } = await smtpServer()
    for (const server of servers.splice(0)) server.close()
    const failure = await smtp(url)
      .send(mail)
      .catch((error) => error)
    expect(failure).not.toBeInstanceOf(MailRefused)
  })

  test.each<[string, Manners]>([
    ["never greets", { greeting: null }],
    ["falls silent after the mail", { accepted: "250-taken, and" }],
  ])("a server that %s is given up at the time limit", async (_, manners) => {
    const { url } = await smtpServer(manners)
    const start = performance.now()
    const failure = await smtp(url, 400)
      .send(mail)
      .catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
