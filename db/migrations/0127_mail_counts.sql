-- The mails of the last hour to each recipient, by what they are about. Kept apart from the mails, which are deleted with accounts.
create table mail_counts (
  -- A hash of the address
  recipient_key text not null,
  class text not null check (class in ('asked', 'notice', 'security')),
  queued_at timestamptz[] not null,
  newest_at timestamptz not null,
  primary key (recipient_key, class)
);
