import { expect, test } from "vitest"
import { hostOf, parseServerAddresses } from "./server-addresses"

const urlsOf = (address: string) => parseServerAddresses(address).urls

test.each<[address: string, urls: string[]]>([
  ["postgres://shop:a%2Cb%40c@one/shop", ["postgres://shop:a%2Cb%40c@one/shop"]],
  [
    "postgres://shop@one:5433,two,[2001:db8::1]:5434/shop?sslmode=verify-full&target_session_attrs=primary",
    [
      "postgres://shop@one:5433/shop?sslmode=verify-full",
      "postgres://shop@two/shop?sslmode=verify-full",
      "postgres://shop@[2001:db8::1]:5434/shop?sslmode=verify-full",
    ],
  ],
  ["postgresql://one,two/shop?port=6000", ["postgresql://one/shop?port=6000", "postgresql://two/shop?port=6000"]],
  [
    "postgres:///shop?host=/run/postgresql,two&port=5432,6000",
    ["postgres:///shop?host=%2Frun%2Fpostgresql&port=5432", "postgres:///shop?host=two&port=6000"],
  ],
])("%s leads to each of its hosts", (address, urls) => {
  expect(urlsOf(address)).toEqual(urls)
})

test("contains the wanted server state, and the connect timeout", () => {
  const address = "postgres://one,two/shop?target_session_attrs=prefer-standby&connect_timeout=1"
  expect(parseServerAddresses(address)).toMatchObject({ target: "prefer-standby", connectTimeout: 2_000 })
  expect(parseServerAddresses("postgres://one/shop?connect_timeout=0")).toMatchObject({
    target: "any",
    connectTimeout: null,
  })
})

test("keeps every host when their order is random", () => {
  const { urls } = parseServerAddresses("postgres://one,two,three/shop?load_balance_hosts=random")
  expect([...urls].sort()).toEqual(["postgres://one/shop", "postgres://three/shop", "postgres://two/shop"])
})

test.each([
  ["mysql://one/shop", "must look like postgres://"],
  ["postgres://one,two:x/shop", "must look like postgres://"],
  ["postgres://one,,two/shop", "has an empty host"],
  ["postgres://one,two/shop?port=1,2,3", "needs one port, or as many ports as hosts"],
  ["postgres://one,two/shop?port=0", "has a port"],
  ["postgres://one/shop?target_session_attrs=master", "must be one of any, read-write"],
  ["postgres://one/shop?load_balance_hosts=yes", "must be one of disable, random"],
  ["postgres://one/shop?connect_timeout=soon", "has a connect_timeout"],
  [`postgres://${"one,".repeat(10)}one/shop`, "takes 10 hosts at most"],
])("%s is refused with the reason", (address, message) => {
  expect(() => parseServerAddresses(address)).toThrow(message)
})

test("shows a host without its password", () => {
  expect(urlsOf("postgres://shop:secret@one:5433,[::1]/shop?port=6000").map(hostOf)).toEqual(["one:6000", "[::1]:6000"])
  expect(urlsOf("postgres:///shop?host=/run/postgresql").map(hostOf)).toEqual(["/run/postgresql"])
})
