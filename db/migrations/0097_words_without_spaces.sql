-- Search finds words within a text that is written without spaces, and letters whatever marks they bear.

-- The letters and signs of scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese.
create function spaceless_letters() returns text language sql immutable parallel safe
return U&'\0e01-\0e3a\0e40-\0e4e\0e81-\0ece\0edc-\0edf\1000-\103f\1050-\108f\109a-\109d\1780-\17d3\17d7\17dc\17dd'
  || U&'\3005-\3007\3021-\3029\3031-\3035\303b\3041-\3096\3099\309a\309d-\309f\30a1-\30fa\30fc-\30ff\31f0-\31ff'
  || U&'\3400-\4dbf\4e00-\9fff\f900-\faff\+020000-\+03ffff';

-- A letter with the signs around it: a vowel before it (Thai, Lao), letters below it (Burmese, Khmer) and marks.
create function spaceless_letter() returns text language sql immutable parallel safe
return U&'[\0e40-\0e44\0ec0-\0ec4]?.(?:[\1039\17d2].|[\0e30-\0e3a\0e45\0e47-\0e4e\0eb0-\0ebc\0ec8-\0ece\102b-\103e'
  || U&'\1056-\1059\105e-\1060\1062-\1064\1067-\106d\1071-\1074\1082-\108d\108f\109a-\109d\17b4-\17d3\17dd])*';

-- The words of a text in lower case, one space between them, without what may be left out: accents, the points of Hebrew, the
-- vowels and the stretching of Arabic, soft hyphens. Letters that are written in two ways are written in one. Signs of
-- the scripts of India are vowels, and stay. English takes the short way.
create function search_letters(text) returns text language sql immutable strict parallel safe
return btrim(case when octet_length($1) = length($1) then regexp_replace(lower($1 collate "C"), '[^a-z0-9]+', ' ', 'g')
  else regexp_replace(
    translate(
      replace(replace(replace(replace(
        regexp_replace(lower(normalize($1, nfkd)),
          U&'[\0300-\036f\00ad\200d\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7'
            || U&'\0610-\061a\0640\064b-\065f\0670\06d6-\06dc\06df-\06e4\06e7\06e8\06ea-\06ed\08d3-\08ff]+', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      U&'ıøłđðħ\0671\0649\06cc\06a9\0629\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        || U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9',
      U&'iolddh\0627\064a\064a\0643\064701234567890123456789'),
    '[^[:alnum:]' || U&'\0900-\0963\0966-\096f\0971-\0df3' || spaceless_letters() || ']+', ' ', 'g') end);

-- Each word of such a text, or each letter of one without spaces, and the letter after it.
create function search_units(words text) returns table (
  word bigint, place bigint, unit text, next text, is_letter boolean
) language sql immutable strict parallel safe as $$
  select apart.place, units.place, match[1],
    lead(match[1]) over (partition by apart.place order by units.place), is_spaceless
  from string_to_table(regexp_replace(words, '([' || spaceless_letters() || ']+)', ' \1 ', 'g'), ' ')
      with ordinality as apart (word, place),
    lateral (select apart.word ~ ('^[' || spaceless_letters() || ']') as is_spaceless) script,
    regexp_matches(
      case when is_spaceless then normalize(apart.word, nfc) else apart.word end,
      case when is_spaceless then spaceless_letter() else '.+' end, 'g') with ordinality as units (match, place)
$$;

-- As before; of a text without spaces every letter, and every two in a row.
create or replace function search_text(text) returns text language sql immutable strict parallel safe
return (
  select case
    when words ~ ('[' || spaceless_letters() || ']') then (
      select string_agg(concat_ws(' ', unit, unit || next), ' ' order by word, place) from search_units(words))
    else words end
  from (select search_letters($1) as words offset 0) read);

-- As before, but the vocabulary has nothing of texts without spaces: everything they can be cut into would be in it.
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
      select search_text(concat_ws(' ', category_name(new.category), description, option_value_names(new.options))), 1
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

-- As before; of a text without spaces every two letters in a row, which count as known.
drop function search_tokens;
create function search_tokens(keyword text, for_all boolean) returns table (
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

-- In the background, the products that are there already; until then a search within a category does without its name.
insert into search_reindexing (after_id) select '' where exists (select from products)
on conflict (only_one) do update set after_id = '';
update categories set words_outdated = true where name ~ '[^ -~]' and exists (select from products);
