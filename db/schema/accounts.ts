import type { ColumnType, Generated } from "kysely"
import type { NullableJson } from "./columns"
import type { StoredShippingInfo } from "./shipping"

export interface AccountTables {
  users: {
    id: string
    name: string
    email: string
    password_hash: string
    /** The colleague who gave a present or former member of staff their role */
    appointed_by: ColumnType<string | null, string | null | undefined, string | null>
    role: Generated<"user" | "admin">
    avatar_picture_id: string | null
    shipping_info: NullableJson<StoredShippingInfo>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
    erased_at: Date | null
    is_guest: Generated<boolean>
    /** Cleared by a trigger when the address changes */
    email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Whether the account becomes an owner once the address is verified */
    awaits_role: Generated<boolean>
  }
  roles: {
    id: string
    name: string
    permissions: string[]
    refund_limit_of_order: number | null
    refund_limit_of_day: number | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  staff: {
    user_id: string
    role_id: string
    since: Generated<Date>
  }
  staff_invitations: {
    id: string
    email: string
    role_id: string
    token_hash: string
    invited_by: string
    expires_at: Date
  }
  sessions: {
    id: string
    token_hash: string
    user_id: string
    user_agent: Generated<string>
    address: Generated<string>
    device_id: string | null
    factors: Generated<("password" | "link" | "totp" | "recovery-code" | "passkey")[]>
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
  }
  authenticator_apps: {
    user_id: string
    /** Encrypted */
    secret: string
    last_step: number
    created_at: Date
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    sign_counter: ColumnType<string, number, number>
    transports: string[]
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  passkey_challenges: {
    challenge_hash: string
    user_id: string | null
    expires_at: Date
  }
  recovery_codes: {
    user_id: string
    code_hash: string
  }
  trusted_devices: {
    id: string
    user_id: string
    token_hash: string
    user_agent: string
    address: string
    created_at: Date
    last_used_at: Date
    expires_at: Date
  }
  pending_sign_ins: {
    token_hash: string
    user_id: string
    first_factor: Generated<"password" | "link">
    expires_at: Date
  }
  /** Written by a trigger */
  ended_sessions: {
    token_hash: string
    user_id: string
    ended_at: Generated<Date>
  }
  drafts: {
    id: string
    user_id: string
    path: string
    reply: string
    created_at: Generated<Date>
  }
  form_submissions: {
    key: string
    user_id: string
    created_at: Generated<Date>
  }
  password_resets: {
    token_hash: string
    user_id: string
    created_at: Generated<Date>
    expires_at: Date
  }
  sign_in_links: {
    token_hash: string
    user_id: string
    expires_at: Date
  }
  email_verifications: {
    token_hash: string
    user_id: string
    expires_at: Date
  }
  order_claims: {
    token_hash: string
    user_id: string
    email: string
    expires_at: Date
  }
  email_undos: {
    id: Generated<number>
    token_hash: string
    user_id: string
    email: string
    was_verified: boolean
    changed_at: Date
    expires_at: Date
  }
}
