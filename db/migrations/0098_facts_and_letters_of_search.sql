-- Search finds products by their facts, Korean words within others, and Japanese in either of its syllabaries.

-- As before, and the letters of Hiragana are those of Katakana.
create or replace function search_letters(text) returns text language sql immutable strict parallel safe
return btrim(case when octet_length($1) = length($1) then regexp_replace(lower($1 collate "C"), '[^a-z0-9]+', ' ', 'g')
  else regexp_replace(
    translate(
      replace(replace(replace(replace(
        regexp_replace(lower(normalize($1, nfkd)),
          U&'[\0300-\036f\00ad\200d\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7'
            || U&'\0610-\061a\0640\064b-\065f\0670\06d6-\06dc\06df-\06e4\06e7\06e8\06ea-\06ed\08d3-\08ff]+', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      U&'ıøłđðħ\0671\0649\06cc\06a9\0629\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        || U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
        || 'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ',
      U&'iolddh\0627\064a\064a\0643\064701234567890123456789'
        || 'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ'),
    '[^[:alnum:]' || U&'\0900-\0963\0966-\096f\0971-\0df3' || spaceless_letters() || ']+', ' ', 'g') end);

-- What is left of each Korean word without its first syllables: nouns are written together, and found by their beginnings.
create function korean_endings(words text) returns text language sql immutable strict parallel safe
return (
  select string_agg(substr(word, place), ' ')
  from string_to_table(words, ' ') word, generate_series(2, length(word)) place
  where length(word) <= 60 and substr(word, place, 1) ~ U&'[\1100-\1112]');

-- As before, and the endings of Korean words. English takes the short way.
create or replace function search_text(text) returns text language sql immutable strict parallel safe
return (
  select case
    when octet_length(words) = length(words) then words
    else concat_ws(' ',
      case
        when words ~ ('[' || spaceless_letters() || ']') then (
          select string_agg(concat_ws(' ', unit, unit || next), ' ' order by word, place) from search_units(words))
        else words end,
      case when words ~ U&'[\1100-\1112]' then korean_endings(words) end) end
  from (select search_letters($1) as words offset 0) read);

-- What a product is, of what and by whom; not how to reach the manufacturer, nor warnings.
create function fact_texts(facts jsonb) returns text language sql immutable strict parallel safe
return concat_ws(' ',
  facts->>'brand', facts->>'material', facts->>'countryOfOrigin', facts->>'manufacturer',
  (select string_agg(own->>'value', ' ') from jsonb_array_elements(facts->'own') own));

-- As before, and the words of its facts.
create or replace function words_of(product products) returns tsvector language sql stable parallel safe
return
  product_words(product.name, category_name(product.category),
    (select concat_ws(' ', description, fact_texts(facts)) from product_descriptions where product_id = product.id))
  || strip(to_tsvector('names'::regconfig, search_text(option_value_names(product.options))))
  || array_to_tsvector(
    array(
      select 'sku:' || lower(sku) from variants
      where product_id = product.id and removed_at is null and sku is not null)
    || array(select 'option:' || option_key(option->>'name') from jsonb_array_elements(product.options) option));

-- As before, and the words of its facts.
create or replace function learn_words() returns trigger language plpgsql as $$
begin
  if not exists (
    select from products
    where id = new.id and (name, category, options) = (new.name, new.category, new.options)
      and words_without_skus(words) = words_without_skus(new.words))
  then return null; end if;
  with heard as materialized (
    select word, sum(worth) as weight
    from (select search_text(new.name) as text, 10 as worth union all
      select search_text(
        concat_ws(' ', category_name(new.category), description, fact_texts(facts), option_value_names(new.options))), 1
      from product_descriptions where product_id = new.id) texts,
      string_to_table(text, ' ') word
    where length(word) between 1 and 40
      and (octet_length(word) = length(word) or word !~ ('[' || spaceless_letters() || ']'))
    group by word),
  known as (
    update search_words set weight = least(search_words.weight + heard.weight, 1000000000)
    from heard where search_words.word = heard.word returning heard.word)
  insert into search_words (word, weight)
  select word, weight from heard where word not in (select word from known) order by word
  on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000);
  return null;
end $$;

-- In the background, the products that are there already.
insert into search_reindexing (after_id) select '' where exists (select from products)
on conflict (only_one) do update set after_id = '';
update categories set words_outdated = true where name ~ '[^ -~]' and exists (select from products);

-- Searches that the owner has blocked stay blocked as they are written now.
with blocked as (
  delete from popular_searches where blocked_at is not null and keyword <> normalize(search_letters(keyword), nfc)
  returning *)
insert into popular_searches (keyword, score, times, clients, searched_at, blocked_at)
select distinct on (name) name, score, times, 0, searched_at, blocked_at
from blocked, normalize(search_letters(keyword), nfc) name where name <> ''
order by name, blocked_at
on conflict (keyword) do update set blocked_at = excluded.blocked_at;
