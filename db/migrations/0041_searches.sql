-- Popular searches: a keyword counts once a day for each client, and is shown when five clients have searched for it. What
-- was counted before may have been one person's reloads: counting begins anew.
delete from popular_searches;
drop index popular_searches_hottest;
alter table popular_searches
  add column clients integer not null default 0 check (clients >= 0),
  -- An administrator does not want it to be shown.
  add column blocked_at timestamptz;
create index popular_searches_hottest on popular_searches (heat desc) where clients >= 5 and blocked_at is null;

-- Who searched, as a keyed hash of the client's address, and on which day last.
create table popular_search_clients (
  keyword text collate "C" references popular_searches (keyword) on delete cascade,
  client text collate "C" check (length(client) <= 40),
  searched_on date not null,
  primary key (keyword, client)
);
create index popular_search_clients_of_day on popular_search_clients (client, searched_on);
create index popular_search_clients_oldest on popular_search_clients (searched_on, keyword, client);

-- The signs of a text that are no letters, digits or spaces, each once.
create function search_signs(text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct sign), '{}')
  from string_to_table(
    regexp_replace(normalize($1, nfkd),
      U&'[[:alnum:][:space:][:cntrl:]\0300-\036f\200b-\200f\fe00-\fe0f]+', '', 'g'), null) sign);

-- As before, and the signs: of a description those that are in every other sentence mean nothing.
create or replace function product_words(name text, category text, description text) returns tsvector
language sql immutable parallel safe
return strip(
  to_tsvector('names'::regconfig, search_text(name))
  || to_tsvector('english'::regconfig, search_text(concat_ws(' ', category, description)))
  || array_to_tsvector(search_signs(name)
    || search_signs(translate(description, U&'.,;:!?''"()-\2013\2014\2018\2019\201c\201d\2026', ''))));

-- Where the products that are there already have got to: in the background, a few hundred at a time.
create table search_reindexing (
  after_id text not null,
  only_one boolean primary key default true check (only_one)
);
insert into search_reindexing (after_id) select '' where exists (select from products);
