declare module "virtual:remix/server-build" {
  import type { BuildOfRooms } from "~/http/server/rooms-on-demand.server"

  const build: BuildOfRooms
  export = build
}
