-- The longest texts of a product fit into its words, in any script.

-- As before, of the first words if all of them have more letters than fit into a tsvector, beside those of options.
create or replace function korean_endings(words text) returns text language sql immutable strict parallel safe
return (
  select string_agg(ending, ' ')
  from (
    select substr(word, place) as ending, sum(length(word) - place + 1) over (order by words.number, place) as letters
    from string_to_table(words, ' ') with ordinality as words (word, number), generate_series(2, length(word)) place
    where length(word) <= 60 and substr(word, place, 1) ~ U&'[\1100-\1112]') endings
  where letters <= 80000);

-- As before; a text without spaces is cut into no more letters than a product's have, unless one sign stands for many.
create or replace function search_text(text) returns text language sql immutable strict parallel safe
return (
  select case
    when octet_length(words) = length(words) then words
    else concat_ws(' ',
      case
        when words ~ ('[' || spaceless_letters() || ']') then (
          select string_agg(concat_ws(' ', unit, unit || next), ' ' order by word, place)
          from search_units(left(words, 20000)))
        else words end,
      case when words ~ U&'[\1100-\1112]' then korean_endings(words) end) end
  from (select search_letters($1) as words offset 0) read);
