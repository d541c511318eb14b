/** PostgreSQL's code for a write on a read-only server */
export const READ_ONLY = "25006"

export interface ServerState {
  isStandby: boolean
  isReadOnly: boolean
}

/** A database server that is read-only */
export class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError"
  readonly code = READ_ONLY

  constructor(
    host: string,
    readonly state: ServerState,
  ) {
    super(`The database server at ${host} ${describeState(state)}`)
  }
}

export function describeState({ isStandby }: ServerState): string {
  return isStandby ? "is a standby, which accepts no writes" : "is read-only: its default_transaction_read_only is on"
}
