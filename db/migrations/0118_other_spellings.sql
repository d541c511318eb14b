-- Products, orders and customers are found by other spellings: mueller for Müller, 1,5l for 1.5 L, 7up for 7 Up.

-- As before, with the case of `text_key`.
create or replace function search_letters(text) returns text language sql immutable strict parallel safe
return btrim(case when octet_length($1) = length($1) then regexp_replace(lower($1 collate "C"), '[^a-z0-9]+', ' ', 'g')
  else regexp_replace(
    translate(
      replace(replace(replace(
        regexp_replace(fold_case(normalize($1, nfkd)),
          U&'[\0300-\036f\00ad\200d\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7'
            || U&'\0610-\061a\0640\064b-\065f\0670\06d6-\06dc\06df-\06e4\06e7\06e8\06ea-\06ed\08d3-\08ff]+', '', 'g'),
        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      U&'øłđðħ\0671\0649\06cc\06a9\0629\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        || U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
        || 'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ',
      U&'olddh\0627\064a\064a\0643\064701234567890123456789'
        || 'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ'),
    '[^[:alnum:]' || U&'\0900-\0963\0966-\096f\0971-\0df3' || spaceless_letters() || ']+', ' ', 'g') end);


-- The words with a letter that is written as two where it is missing: Mueller of Müller, Soeren of Søren, Djokovic of
-- Đoković. Null without such a word.
create function other_spelling(text) returns text language sql immutable strict parallel safe
return case when $1 ~ U&'[äöüÄÖÜøØåÅđĐ\0308\030a]' then (
  select string_agg(
    replace(replace(replace(replace(replace(replace(translate(word, 'ÄÖÜØÅĐ', 'äöüøåđ'),
      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'), 'đ', 'dj'), ' ')
  from string_to_table(regexp_replace(normalize($1, nfc), '[^[:alnum:]]+', ' ', 'g'), ' ') word
  where word ~ '[äöüÄÖÜøØåÅđĐ]') end;

-- Of numbers with a short word before or after them, such as a unit: 5l of "5 l", and "5 l" of 5l.
create function number_spellings(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if words !~ '[0-9]' then return null; end if;
  return (
    select string_agg(spelling, ' ')
    from (
      select part[1] || part[2] as spelling
      from regexp_matches(words, '(?:^| )([0-9]{1,5}) ([a-zα-ωа-я]{1,4})(?= |$)', 'g') part
      union all
      select part[1] || part[2]
      from regexp_matches(words, '(?:^| )([a-zα-ωа-я]{1,4}) ([0-9]{1,5})(?= |$)', 'g') part
      union all
      select part[1] || ' ' || part[2]
      from regexp_matches(words, '(?:^| )([0-9]{1,5})([a-zα-ωа-я]{1,4})(?= |$)', 'g') part
      union all
      select part[1] || ' ' || part[2]
      from regexp_matches(words, '(?:^| )([a-zα-ωа-я]{1,4})([0-9]{1,5})(?= |$)', 'g') part) spellings);
end $$;

-- As before, and the other spellings of words and numbers.
create or replace function search_text(text) returns text language sql immutable strict parallel safe
return (
  select concat_ws(' ',
    case
      when octet_length(words) = length(words) then words
      else concat_ws(' ',
        case
          when words ~ ('[' || spaceless_letters() || ']') then (
            select string_agg(concat_ws(' ', unit, unit || next), ' ' order by word, place) from search_units(words))
          else words end,
        case when words ~ U&'[\1100-\1112]' then korean_endings(words) end) end,
    case when octet_length($1) <> length($1) then search_letters(other_spelling($1)) end,
    number_spellings(words))
  from (select search_letters($1) as words offset 0) read);

-- As before, with the SKU's key.
create or replace function words_of(product products) returns tsvector language sql stable parallel safe
return
  product_words(product.name, category_name(product.category),
    (select concat_ws(' ', description, fact_texts(facts)) from product_descriptions where product_id = product.id))
  || strip(to_tsvector('names'::regconfig, search_text(option_value_names(product.options))))
  || array_to_tsvector(
    array(
      select 'sku:' || text_key(sku) from variants
      where product_id = product.id and removed_at is null and sku is not null)
    || array(select 'option:' || option_key(option->>'name') from jsonb_array_elements(product.options) option));


-- In the background, the products that are there already.
insert into search_reindexing (after_id) select '' where exists (select from products)
on conflict (only_one) do update set after_id = '';
update categories set words_outdated = true where name ~ '([^ -~]|[0-9])' and exists (select from products);

-- Searches that the owner has blocked stay blocked as they are written now.
with blocked as (
  delete from popular_searches where blocked_at is not null and keyword <> normalize(search_letters(keyword), nfc)
  returning *)
insert into popular_searches (keyword, score, times, clients, searched_at, blocked_at)
select distinct on (name) name, score, times, 0, searched_at, blocked_at
from blocked, normalize(search_letters(keyword), nfc) name where name <> ''
order by name, blocked_at
on conflict (keyword) do update set blocked_at = excluded.blocked_at;

-- People and orders in the back office: every word is part of one text, whose words have spaces around them.
create function name_letters(text) returns text language sql immutable strict parallel safe
return (
  select concat_ws(' ', letters, case when octet_length($1) <> length($1) then search_letters(other_spelling($1)) end)
  from (select search_letters($1) as letters offset 0) read);

-- Digits as they are dialled within the country or from abroad, without what comes before them: 301234567 of 030 1234567.
create function dialled_digits(text) returns text language sql immutable strict parallel safe
return ltrim(regexp_replace(search_letters(replace($1, '(0)', '')), '[^0-9]', '', 'g'), '0');

create function person_text(name text, email text, address jsonb) returns text
language sql immutable parallel safe cost 1000
return (
  select ' ' || concat_ws(' ', name_letters(name), search_letters(email), name_letters(address ->> 'address'),
    name_letters(address ->> 'city'), code, nullif(replace(code, ' ', ''), code),
    dialled_digits(address ->> 'phoneNo')) || ' '
  from (select search_letters(address ->> 'pinCode') as code offset 0) read);

create function order_text(id text, name text, email text, address jsonb, tracking text) returns text
language sql immutable parallel safe cost 1000
return (
  select concat_ws(' ', person_text(name, email, address), id, code, nullif(replace(code, ' ', ''), code)) || ' '
  from (select search_letters(tracking) as code offset 0) read);

create function name_text(name text) returns text language sql immutable strict parallel safe cost 1000
return (select ' ' || words || ' ' from (select search_text(name) as words offset 0) read);

-- Returns the patterns of texts that have this word: the whole word if it has fewer than three letters, which no index finds within others.
create function word_patterns(word text) returns text[] language sql immutable strict parallel safe
return array(
  select distinct case when length(letters) < 3 then '% ' || letters || ' %' else '%' || letters || '%' end
  from (
    select search_letters(word) as letters
    union all select replace(search_letters(word), ' ', '')
    union all select search_letters(other_spelling(word))) spellings
  where letters <> '');

-- Returns the patterns of texts that have this telephone number; the code of the country may be missing there.
create function telephone_patterns(typed text) returns text[] language sql immutable strict parallel safe
return array(
  select case when cut = 0 then '%' || digits || '%' else '% ' || rest || '%' end
  from (select dialled_digits(typed) as digits offset 0) read,
    generate_series(0, case when typed ~ '^\s*(\+|00)' or length(digits) > 10 then 3 else 0 end) cut,
    ltrim(substr(digits, cut + 1), '0') rest
  where length(rest) >= 5);

-- Names are sorted as a dictionary sorts them, by `sort_name(name) collate dictionary`: by ICU's rules for all languages where the
-- server has them, otherwise by the letters without accents.
do $$
begin
  if exists (select from pg_collation where collname = 'und-x-icu') then
    create collation dictionary (provider = icu, locale = 'und');
    create function sort_name(text) returns text language sql immutable strict parallel safe return $1;
  else
    create collation dictionary from "C";
    create function sort_name(text) returns text language sql immutable strict parallel safe return search_letters($1);
  end if;
end $$;
