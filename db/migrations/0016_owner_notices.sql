-- What the shop's owner is told by mail: written in the transaction of what it reports, told once, and gathered in one
-- mail when there is much of it at a time.

create table owner_notices (
  id object_id primary key,
  -- One thing is told once, whoever reports it and however often.
  key text not null unique,
  -- One line with its link, and the letter's contents; forgotten once they are told.
  contents jsonb,
  created_at timestamptz not null default now(),
  told_at timestamptz,
  check ((contents is null) = (told_at is not null))
);
create index owner_notices_untold on owner_notices (created_at, id) where told_at is null;
create index owner_notices_told on owner_notices (told_at) where told_at is not null;
