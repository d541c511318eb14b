-- The letters and signs of scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese.
create or replace function spaceless_letters() returns text language sql immutable parallel safe
return U&'\0e01-\0e3a\0e40-\0e4e\0e81-\0ece\0edc-\0edf\1000-\103f\1050-\108f\109a-\109d\1780-\17d3\17d7\17dc\17dd'
  || U&'\3005-\3007\3021-\3029\3031-\3035\303b\3041-\3096\3099\309a\309d-\309f\30a1-\30fa\30fc-\30ff\31f0-\31ff'
  || U&'\3400-\4dbf\4e00-\9fff\f900-\faff\+020000-\+03ffff';

-- A letter with its signs: a vowel before it (Thai, Lao), letters below it (Burmese, Khmer) and marks.
create or replace function spaceless_letter() returns text language sql immutable parallel safe
return U&'[\0e40-\0e44\0ec0-\0ec4]?.(?:[\1039\17d2].|[\0e30-\0e3a\0e45\0e47-\0e4e\0eb0-\0ebc\0ec8-\0ece\102b-\103e'
  || U&'\1056-\1059\105e-\1060\1062-\1064\1067-\106d\1071-\1074\1082-\108d\108f\109a-\109d\17b4-\17d3\17dd])*';

-- Returns the words of a text in plain letters: without case and accents, with one form of each letter of Arabic and Japanese.
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

-- Returns words, and each letter of words without spaces. A word is checked for spaces once, not for each of its
-- letters.
create or replace function search_units(words text) returns table (
  word bigint, place bigint, unit text, next text, is_letter boolean
) language sql immutable strict parallel safe as $$
  select apart.place, units.place, match[1],
    lead(match[1]) over (partition by apart.place order by units.place), is_spaceless
  from string_to_table(regexp_replace(words, '([' || spaceless_letters() || ']+)', ' \1 ', 'g'), ' ')
      with ordinality as apart (word, place),
    lateral (select left(apart.word, 1) ~ ('[' || spaceless_letters() || ']') as is_spaceless offset 0) script,
    regexp_matches(
      case when is_spaceless then normalize(apart.word, nfc) else apart.word end,
      case when is_spaceless then spaceless_letter() else '.+' end, 'g') with ordinality as units (match, place)
$$;

-- Returns the endings of Korean words, of only the first words if all of them have more letters than a tsvector can
-- hold in addition to those of options.
create or replace function korean_endings(words text) returns text language sql immutable strict parallel safe
return (
  select string_agg(ending, ' ')
  from (
    select substr(word, place) as ending, sum(length(word) - place + 1) over (order by words.number, place) as letters
    from string_to_table(words, ' ') with ordinality as words (word, number), generate_series(2, length(word)) place
    where length(word) <= 60 and substr(word, place, 1) ~ U&'[\1100-\1112]') endings
  where letters <= 80000);

-- Returns the words with a letter that can be written as two: Mueller for Müller, Soeren for Søren, Djokovic for Đoković.
-- Null without such a word.
create or replace function other_spelling(text) returns text language sql immutable strict parallel safe
return case when $1 ~ U&'[äöüÄÖÜøØåÅđĐ\0308\030a]' then (
  select string_agg(
    replace(replace(replace(replace(replace(replace(translate(word, 'ÄÖÜØÅĐ', 'äöüøåđ'),
      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'), 'đ', 'dj'), ' ')
  from string_to_table(regexp_replace(normalize($1, nfc), '[^[:alnum:]]+', ' ', 'g'), ' ') word
  where word ~ '[äöüÄÖÜøØåÅđĐ]') end;

-- Returns other spellings of numbers with an adjacent short word, such as a unit: 5l for "5 l", and "5 l" for 5l.
create or replace function number_spellings(words text) returns text language plpgsql immutable strict parallel safe as $$
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

-- Returns the words by which a text is found, with other spellings of words and numbers.
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

-- Returns the stem of one word as the index has it; null for a stop word.
create or replace function search_stem(text) returns text language sql immutable strict parallel safe
return (tsvector_to_array(to_tsvector('english'::regconfig, $1)))[1];

-- Returns a word and what remains of it without any one letter. Two words that are one slip apart (a letter dropped, doubled,
-- swapped with its neighbour or replaced) always have one of these in common.
create or replace function one_letter_less(text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct left($1, greatest(place - 1, 0)) || substr($1, place + 1))
  from generate_series(0, length($1)) place
);

-- Returns the characters of a text that are not letters, digits or spaces, each once.
create or replace function search_signs(text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct sign), '{}')
  from string_to_table(
    regexp_replace(normalize($1, nfkd),
      U&'[[:alnum:][:space:][:cntrl:]\0300-\036f\200b-\200f\fe00-\fe0f]+', '', 'g'), null) sign);

-- Punctuation that is in every other sentence of a description has no meaning.
create or replace function product_words(name text, category text, description text) returns tsvector
language sql immutable parallel safe
return strip(
  to_tsvector('names'::regconfig, search_text(name))
  || to_tsvector('english'::regconfig, search_text(concat_ws(' ', category, description)))
  || array_to_tsvector(search_signs(name)
    || search_signs(translate(description, U&'.,;:!?''"()-\2013\2014\2018\2019\201c\201d\2026', ''))));

-- Returns the facts by which a product is found, without the manufacturer's contact and warnings.
create or replace function fact_texts(facts jsonb) returns text language sql immutable strict parallel safe
return concat_ws(' ',
  facts->>'brand', facts->>'material', facts->>'countryOfOrigin', facts->>'manufacturer',
  (select string_agg(own->>'value', ' ') from jsonb_array_elements(facts->'own') own));

-- Returns the words by which a product is found: of its name, category, description, facts and options, with its SKUs.
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

create or replace function index_product() returns trigger language plpgsql as $$
begin
  new.words := words_of(new);
  return new;
end $$;

-- A product has no words before its description, which is written last.
create trigger products_are_searchable before update of name, category, options on products
  for each row execute function index_product();

-- A transaction that adds many products indexes them itself, in the statement that publishes them.
create or replace function index_descriptions() returns trigger language plpgsql as $$
begin
  if current_setting('counter.adds_products', true) = pg_current_xact_id()::text then return null; end if;
  update products set words = words_of(products) from described where products.id = described.product_id;
  return null;
end $$;

create trigger new_descriptions_are_searchable after insert on product_descriptions
  referencing new table as described for each statement execute function index_descriptions();

create trigger changed_descriptions_are_searchable after update on product_descriptions
  referencing new table as described for each statement execute function index_descriptions();

-- Products are looked up one by one, because a plan from when the table was small would index all of them.
create or replace function index_new_skus() returns trigger language plpgsql as $$
begin
  update products set words = fresh.words
  from (select distinct product_id as id from added where sku is not null) changed, lateral (
    select words_of(products) as words from products
    where products.id = changed.id and exists (select from product_descriptions where product_id = changed.id)
    offset 0) fresh
  where products.id = changed.id and products.words <> fresh.words;
  return null;
end $$;

create trigger variants_are_searchable after insert on variants
  referencing new table as added for each statement execute function index_new_skus();

create or replace function index_sku() returns trigger language plpgsql as $$
begin
  update products set words = fresh
  from (select words_of(products) as fresh from products where id = new.product_id) its
  where id = new.product_id and words <> fresh;
  return null;
end $$;

create trigger variants_stay_searchable after update of sku, removed_at on variants
  for each row when ((old.sku, old.removed_at is null) is distinct from (new.sku, new.removed_at is null)
    and coalesce(old.sku, new.sku) is not null)
  execute function index_sku();

create or replace function words_without_skus(words tsvector) returns text[] language sql immutable strict parallel safe
return array(select lexeme from unnest(words) where not starts_with(lexeme, 'sku:'));

-- Adds the words of products to the vocabulary. Each is looked up, because a plan from when the tables were small would read all.
create or replace function learn_words_of(ids text[]) returns void language plpgsql as $$
begin
  with heard as materialized (
    select word, sum(worth) as weight
    from (
      select search_text(its.text) as text, worth
      from unnest(ids) wanted (id), lateral (
        select name as text, 10 as worth from products where products.id = wanted.id
        union all
        select concat_ws(' ', category_name(category), description, fact_texts(facts), option_value_names(options)), 1
        from products join product_descriptions on product_id = products.id where products.id = wanted.id) its) texts,
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
end $$;

-- A transaction that adds many products calls `learn_words_of` once at its end.
create or replace function learn_words() returns trigger language plpgsql as $$
begin
  if current_setting('counter.adds_products', true) = pg_current_xact_id()::text then return null; end if;
  if not exists (
    select from products
    where id = new.id and (name, category, options) = (new.name, new.category, new.options)
      and words_without_skus(words) = words_without_skus(new.words))
  then return null; end if;
  perform learn_words_of(array[new.id]);
  return null;
end $$;

create constraint trigger products_teach_words
  after update of name, category, words, options, deleted_at, is_draft, published_from, publication_changes_at on products
  deferrable initially deferred for each row
  when (new.is_public and not (old.is_public and old.words <> new.words
    and words_without_skus(old.words) = words_without_skus(new.words)))
  execute function learn_words();

-- Returns data about each word of a search, for corrections of typing mistakes.
create or replace function search_tokens(keyword text, for_all boolean) returns table (
  "position" bigint,
  word text,
  -- What it has in common with the two letters before it: empty for the first two, null for a word between spaces.
  repeated text,
  -- Null for a word that is too common to mean anything.
  stem text,
  -- The same as names have it, where every word means something.
  name_stem text,
  -- Whether some product has the word, in any of its forms, and whether some product has a word that begins like it.
  is_known boolean,
  has_prefix boolean,
  -- The stems of the words that begin like it, if they are few, for words of some length. Words that are too common to
  -- mean anything count as well: in names they are found.
  prefix_stems text[],
  -- The word that it makes together with the next one.
  compound json,
  -- One slip away by what remains without a letter; further away by the share of common trigrams, of which shorter words
  -- have too few; and the shelf of shelves, the knife of knives.
  similar_words json,
  -- The ways to cut it into two words of the vocabulary.
  splits json
) language sql stable parallel safe rows 8 as $$
  with pieces as materialized (
    select left(piece.word, 40) as word, piece.repeated, search_stem(left(piece.word, 40)) as stem, piece.place,
      left(piece.word || lead(piece.word) over (order by piece.place), 40) as with_next
    from (
      select unit || coalesce(next, '') as word, row_number() over (order by units.word, place) as place,
        case when is_letter then case when place = 1 then '' else unit end end as repeated
      from search_units(search_letters(keyword)) units where place = 1 or next is not null) piece
    order by piece.place limit 8),
  typed as materialized (
    select *, repeated is not null as is_piece,
      repeated is not null or exists (select from search_words where search_words.stem = pieces.stem) as is_known
    from pieces)
  select
    typed.place,
    typed.word,
    typed.repeated,
    typed.stem,
    coalesce((tsvector_to_array(to_tsvector('names', typed.word)))[1], typed.word),
    typed.is_known,
    typed.is_piece
      or exists (select from search_words known where known.stem >= typed.stem and known.stem < typed.stem || U&'\+10FFFF'),
    (select case when count(*) <= 32 then coalesce(array_agg(distinct listed.stem), '{}') else '{}' end
      from (
        (select known.stem from search_words known
        where known.stem >= typed.stem and known.stem < typed.stem || U&'\+10FFFF' and length(typed.stem) >= 4
        limit 33)
        union all
        (select (tsvector_to_array(to_tsvector('names', known.word)))[1] from search_words known
        where known.word >= typed.stem and known.word < typed.stem || U&'\+10FFFF' and known.stem is null
          and length(typed.stem) >= 4)) listed),
    (select json_build_object('word', known.word, 'stem', known.stem, 'weight', known.weight) from search_words known
      where known.word = typed.with_next and known.stem is not null),
    case when typed.is_known and not for_all or typed.is_piece then '[]' else (
      select coalesce(
        json_agg(json_build_object('word', candidate.word, 'stem', candidate.stem, 'weight', candidate.weight)), '[]')
      from (
        (select known.word, known.stem, known.weight from search_words known
        where known.near && one_letter_less(typed.word) and length(typed.word) > 1
        order by known.weight desc limit 60)
        union
        (select known.word, known.stem, known.weight from search_words known
        where known.word % typed.word and length(typed.word) >= 7
        order by similarity(known.word, typed.word) desc limit 8)
        union
        (select known.word, known.stem, known.weight from search_words known
        where typed.word like '%ves' and known.word in (left(typed.word, -3) || 'f', left(typed.word, -3) || 'fe'))
      ) candidate) end,
    case when typed.is_known and not for_all or typed.is_piece then '[]' else (
      select coalesce(json_agg(cuts.pair), '[]')
      from (
        select json_build_array(
          json_build_object('word', first.word, 'stem', first.stem, 'weight', first.weight),
          json_build_object('word', second.word, 'stem', second.stem, 'weight', second.weight)) as pair
        from generate_series(2, length(typed.word) - 2) cut,
          lateral (select * from search_words known where known.word = left(typed.word, cut) limit 1) first,
          lateral (select * from search_words known where known.word = substr(typed.word, cut + 1) limit 1) second
        where first.stem is not null or second.stem is not null
        order by least(first.weight, second.weight) desc limit 2) cuts) end
  from typed
$$;

create trigger searches_change after insert or update or delete or truncate on popular_searches
  for each statement execute function note_change('searches');

-- People and orders in the back office are found by one text each, whose words have spaces around them.
create or replace function name_letters(text) returns text language sql immutable strict parallel safe
return (
  select concat_ws(' ', letters, case when octet_length($1) <> length($1) then search_letters(other_spelling($1)) end)
  from (select search_letters($1) as letters offset 0) read);

-- Returns digits as dialled within the country or from abroad, without a prefix: 301234567 for 030 1234567.
create or replace function dialled_digits(text) returns text language sql immutable strict parallel safe
return ltrim(regexp_replace(search_letters(replace($1, '(0)', '')), '[^0-9]', '', 'g'), '0');

create or replace function person_text(name text, email text, address jsonb) returns text
language sql immutable parallel safe cost 1000
return (
  select ' ' || concat_ws(' ', name_letters(name), search_letters(email), name_letters(address ->> 'address'),
    name_letters(address ->> 'city'), code, nullif(replace(code, ' ', ''), code),
    dialled_digits(address ->> 'phoneNo')) || ' '
  from (select search_letters(address ->> 'pinCode') as code offset 0) read);

-- Returns the patterns of texts that contain this word: the whole word if it has fewer than three letters, which no
-- index finds within others.
create or replace function word_patterns(word text) returns text[] language sql immutable strict parallel safe
return array(
  select distinct case when length(letters) < 3 then '% ' || letters || ' %' else '%' || letters || '%' end
  from (
    select search_letters(word) as letters
    union all select replace(search_letters(word), ' ', '')
    union all select search_letters(other_spelling(word))) spellings
  where letters <> '');

-- Returns the patterns of texts that contain this telephone number, possibly without the country code.
create or replace function telephone_patterns(typed text) returns text[] language sql immutable strict parallel safe
return array(
  select case when cut = 0 then '%' || digits || '%' else '% ' || rest || '%' end
  from (select dialled_digits(typed) as digits offset 0) read,
    generate_series(0, case when typed ~ '^\s*(\+|00)' or length(digits) > 10 then 3 else 0 end) cut,
    ltrim(substr(digits, cut + 1), '0') rest
  where length(rest) >= 5);

-- Names are sorted like in a dictionary, by `sort_name(name) collate dictionary`: by ICU's rules for all languages if
-- the server has them, otherwise by the letters without accents.
do $$
begin
  if exists (
    select from pg_collation
    where collname = 'dictionary' and collnamespace = current_schema()::regnamespace and collprovider = 'i')
  then
    create or replace function sort_name(text) returns text language sql immutable strict parallel safe return $1;
  else
    create or replace function sort_name(text) returns text language sql immutable strict parallel safe
    return search_letters($1);
  end if;
end $$;
