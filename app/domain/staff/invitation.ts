export const INVITATION_DAYS = 7

export interface Invitation {
  id: string
  email: string
  role: { id: string; name: string }
  invitedBy: { id: string; name: string }
  expiresAt: Date
}

export function isInvited({ email }: Pick<Invitation, "email">, user: { email: string }): boolean {
  return email.toLowerCase() === user.email.toLowerCase()
}
