-- The words of a keyword, at most eight, and what the vocabulary knows of each. What may have been meant is looked up
-- for the words that no product has, or for all of them. One plain query, so that PostgreSQL can put it in the caller's
-- place instead of calling it.
create function search_tokens(keyword text, for_all boolean) returns table (
  "position" bigint,
  word text,
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
    select left(piece.word, 40) as word, search_stem(left(piece.word, 40)) as stem, piece.place,
      left(piece.word || lead(piece.word) over (order by piece.place), 40) as with_next
    from string_to_table(search_text(keyword), ' ') with ordinality as piece (word, place)
    where piece.word <> ''
    order by piece.place limit 8),
  typed as materialized (
    select *, exists (select from search_words where search_words.stem = pieces.stem) as is_known from pieces)
  select
    typed.place,
    typed.word,
    typed.stem,
    coalesce((tsvector_to_array(to_tsvector('names', typed.word)))[1], typed.word),
    typed.is_known,
    exists (select from search_words known where known.stem >= typed.stem and known.stem < typed.stem || U&'\+10FFFF'),
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
    case when typed.is_known and not for_all then '[]' else (
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
    case when typed.is_known and not for_all then '[]' else (
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
