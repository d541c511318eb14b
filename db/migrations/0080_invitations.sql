-- Who is asked to work here. The secret of its link is stored as a hash; an invitation that is accepted or revoked is deleted.
create table staff_invitations (
  id object_id primary key,
  email text not null check (length(email) between 1 and 254),
  role_id object_id not null references roles (id),
  token_hash text not null unique,
  -- Who made it, or renewed it last: without their permission it opens nothing.
  invited_by object_id not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create unique index staff_invitations_by_email on staff_invitations (lower(email));
create index staff_invitations_by_role on staff_invitations (role_id);
create index staff_invitations_of_inviter on staff_invitations (invited_by);
