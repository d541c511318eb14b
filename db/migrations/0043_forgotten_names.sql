-- What names a person stands apart from what was done, so that it can go when the account is erased while the deed stays.
-- Administrators' writes wait meanwhile, nobody else's: what shoppers write is locked at the very end, and briefly.

-- Whom a mail names: the customer it is sent to, and those whom a mail to the owner is about.
create table mail_people (
  mail_id object_id not null,
  user_id object_id not null,
  primary key (mail_id, user_id)
);
insert into mail_people
  select mails.id, users.id from mails join users on lower(users.email) = lower(recipient)
  where kind not in ('owner-notice', 'owner-notices');
insert into mail_people
  select mails.id, orders.user_id from mails
  join owner_notices on owner_notices.id = substr(dedupe_key, 7, 24)
  join orders on orders.id = substr(key, 7, 24)
  where kind = 'owner-notice' and dedupe_key ~ '^owner-[0-9a-f]{24}-' and key ~ '^order-[0-9a-f]{24}$';
insert into mail_people
  select mails.id, user_id from mails
  join owner_notices on owner_notices.id = substr(dedupe_key, 7, 24)
  join mail_people on mail_id = substr(key, 6, 24)
  where kind = 'owner-notice' and dedupe_key ~ '^owner-[0-9a-f]{24}-' and key ~ '^mail-[0-9a-f]{24}$';
-- What has left and names somebody who is erased, or who cannot be told any more, is deleted.
-- Locks mails that have left already, which nobody waits for.
delete from mails
where (sent_at is not null or failed_at is not null)
  and (kind = 'owner-notices'
    or (kind <> 'owner-notice' and not exists (select from mail_people where mail_id = mails.id))
    or exists (select from mail_people join users on users.id = user_id
      where mail_id = mails.id and erased_at is not null));
delete from mail_people where not exists (select from mails where mails.id = mail_id);
create index mail_people_by_user on mail_people (user_id);

-- What administrators wrote about orders of erased accounts that are over.
delete from order_notes using orders, users
  where orders.id = order_id and users.id = user_id and erased_at is not null and user_name = 'Deleted account';
-- Locks refunds of erased accounts, all settled.
update refunds set reason = 'Refunded by the shop' from orders join users on users.id = user_id
  where orders.id = refunds.order_id and erased_at is not null and user_name = 'Deleted account' and reason is not null;
-- Locks orders of erased accounts, all over.
update orders set cancellation_reason = null from users
  where users.id = user_id and erased_at is not null and user_name = 'Deleted account' and cancellation_reason is not null;
update order_notes set author_name = 'Deleted account' from users where users.id = author_id and erased_at is not null;
delete from drafts using users where users.id = user_id and erased_at is not null;

-- An append-only row stays as it was written, but for the columns that name a person: those can be emptied.
create function refuse_change_but_forgetting() returns trigger language plpgsql as $$
declare
  named text;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    foreach named in array tg_argv loop
      if to_jsonb(new) -> named not in ('null', '"Deleted account"', to_jsonb(old) -> named) then
        raise exception '% is append-only', tg_table_name;
      end if;
    end loop;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

alter table page_versions disable trigger page_versions_are_append_only;
update page_versions set author_name = 'Deleted account'
  from users where users.id = author_id and erased_at is not null;
create or replace trigger page_versions_are_append_only before update or delete on page_versions
  for each row execute function refuse_change_but_forgetting('author_name');
alter table page_versions enable trigger page_versions_are_append_only;

alter table settings_versions disable trigger settings_versions_are_append_only;
update settings_versions set author_name = 'Deleted account'
  from users where users.id = author_id and erased_at is not null;
create or replace trigger settings_versions_are_append_only before update or delete on settings_versions
  for each row execute function refuse_change_but_forgetting('author_name');
alter table settings_versions enable trigger settings_versions_are_append_only;

-- The parts of before and after that say something of a person, and who that is.
alter table audit_log
  add column person_id object_id,
  add column personal_before jsonb,
  add column personal_after jsonb;

create function pg_temp.only(facts jsonb, fields text[]) returns jsonb language sql as $$
  select jsonb_object_agg(key, value) from jsonb_each(facts) where key = any(fields)
$$;

alter table audit_log disable trigger audit_log_is_append_only;
-- Locks audit_log: administrators' writes wait for the entries about people to be divided.
update audit_log set
  person_id = found.person,
  personal_before = case when found.person is not null then pg_temp.only(before, fields) end,
  personal_after = case when found.person is not null then pg_temp.only(after, fields) end,
  before = before - fields,
  after = after - fields
from (
  select entry.id, fields, coalesce(users.id, mailed.id) as person
  from audit_log entry
  join (values
    ('user', array['name', 'email']),
    ('order', array['customer', 'note', 'reason']),
    ('review', array['name', 'comment']),
    ('mail', array['recipient'])
  ) personal (kind, fields) on kind = subject_kind
  left join users on erased_at is null and users.id = case subject_kind
    when 'user' then subject_id
    when 'order' then (select user_id from orders where orders.id = subject_id)
    when 'review' then (select user_id from reviews where reviews.id = subject_id)
  end
  left join users mailed on subject_kind = 'mail' and lower(mailed.email) = lower(after ->> 'recipient')
  where before ?| fields or after ?| fields
) found
where found.id = audit_log.id;
-- Locks audit_log, as above.
update audit_log set actor_name = 'Deleted account'
  from users where users.id = actor_id and erased_at is not null and actor_name <> 'Operator';
create or replace trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function
    refuse_change_but_forgetting('actor_name', 'person_id', 'personal_before', 'personal_after');
alter table audit_log enable trigger audit_log_is_append_only;
-- Locks audit_log, as above: few of its entries are in this index.
create index audit_log_of_person on audit_log (person_id) where person_id is not null;

-- Last, because shoppers' orders write these two. Meanwhile mails can have gone that are three months old, and no others;
-- so nothing else is compared, and the reference is true although it is not validated.
-- Locks mails for a moment.
lock table mails in share row exclusive mode;
delete from mail_people
where mail_id < lpad(to_hex(extract(epoch from now() - interval '80 days')::bigint), 8, '0')
  and not exists (select from mails where mails.id = mail_id);
alter table mail_people
  add constraint mail_people_of_mail foreign key (mail_id) references mails (id) on delete cascade not valid;
alter table owner_notices add column person_ids text[] not null default '{}';
update owner_notices set person_ids = array[orders.user_id]
  from orders where told_at is null and key ~ '^order-[0-9a-f]{24}$' and orders.id = substr(key, 7, 24);
