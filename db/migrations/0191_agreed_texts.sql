-- The terms and the instructions on withdrawal as buyers agreed to them: once for all orders with the same text.
create table agreed_texts (
  digest text primary key check (length(digest) = 43),
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null default now()
);

-- Null if no law gives the buyer a right of withdrawal, and before this migration
alter table checkouts add column agreed_text_digest text;
alter table orders add column agreed_text_digest text;
-- The text that follows the mail
alter table mails add column agreed_text_digest text;
