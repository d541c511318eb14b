-- The longest texts of a product fit into its words, in any script, and are cut into them in a moment.

-- As before, of the first words if all of them have more letters than fit into a tsvector, beside those of options.
create or replace function korean_endings(words text) returns text language sql immutable strict parallel safe
return (
  select string_agg(ending, ' ')
  from (
    select substr(word, place) as ending, sum(length(word) - place + 1) over (order by words.number, place) as letters
    from string_to_table(words, ' ') with ordinality as words (word, number), generate_series(2, length(word)) place
    where length(word) <= 60 and substr(word, place, 1) ~ U&'[\1100-\1112]') endings
  where letters <= 80000);

-- As before, but whether a word is one without spaces is found out once, not again for each of its letters.
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
