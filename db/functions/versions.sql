create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Refuses changes of an append-only row, except clearing columns with personal data.
create or replace function refuse_change_but_forgetting() returns trigger language plpgsql as $$
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

-- Records a cache tag, the trigger's argument, as changed.
create or replace function note_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) values (tg_argv[0]);
  return null;
end $$;
