-- Returns a text, whose letters and accents are separate, without case. The few letters of rare scripts have a separate
-- table, which is long.
do $create$
declare
  -- As in app/domain/text/case-ranges.ts: first-last/step:distance
  ranges text := $list$
41-5a:32 b5:775 c6:32 d0:32 d8:32 de:32 110:1 126:1 131:-200 132:1 13f-141/2:1 14a:1 152:1 166:1 17f:-268
181:210 182-184/2:1 186:206 187:1 189-18a:205 18b:1 18e:79 18f:202 190:203 191:1 193:205 194:207 196:211 197:209
198:1 19c:211 19d:213 19f:214 1a2-1a4/2:1 1a6:218 1a7:1 1a9:218 1ac:1 1ae:218 1b1-1b2:217 1b3-1b5/2:1 1b7:219
1b8:1 1bc:1 1c4:2 1c5:1 1c7:2 1c8:1 1ca:2 1cb:1 1e4:1 1f1:2 1f2:1 1f6:-97 1f7:-56 21c:1 220:-130 222-224/2:1
23a:10795 23b:1 23d:-163 23e:10792 241:1 243:-195 244:69 245:71 246-24e/2:1 345:116 370-372/2:1 376:1 37f:116
391-3a1:32 3a3-3a9:32 3c2:1 3cf:8 3d0:-30 3d1:-25 3d5:-15 3d6:-22 3d8-3ee/2:1 3f0:-54 3f1:-48 3f4:-60 3f5:-64
3f7:1 3f9:-7 3fa:1 3fd-3ff:-130 402-404/2:80 405-406:80 408-40b:80 40f:80 410-418:32 41a-42f:32 460-474/2:1
478-480/2:1 48a-4be/2:1 4c0:15 4c3-4cd/2:1 4d4:1 4d8:1 4e0:1 4e8:1 4f6:1 4fa-52e/2:1 531-556:48 10a0-10c5:7264
10c7:7264 10cd:7264 13a0-13ef:38864 13f0-13f5:8 1c80:-6222 1c81:-6221 1c82:-6212 1c83-1c84:-6210 1c85:-6211
1c86:-6204 1c87:-6180 1c88:35267 1c89:1 1c90-1cba:-3008 1cbd-1cbf:-3008 1efa-1efe/2:1 2132:28 2160-216f:16
2183:1 24b6-24cf:26 2c00-2c2f:48 2c60:1 2c62:-10743 2c63:-3814 2c64:-10727 2c67-2c6b/2:1 2c6d:-10780 2c6e:-10749
2c6f:-10783 2c70:-10782 2c72:1 2c75:1 2c7e-2c7f:-10815 2c80-2ce2/2:1 2ceb-2ced/2:1 2cf2:1 a640-a66c/2:1
a680-a69a/2:1 a722-a72e/2:1 a732-a76e/2:1 a779-a77b/2:1 a77d:-35332 a77e-a786/2:1 a78b:1 a78d:-42280
a790-a792/2:1 a796-a7a8/2:1 a7aa:-42308 a7ab:-42319 a7ac:-42315 a7ad:-42305 a7ae:-42308 a7b0:-42258 a7b1:-42282
a7b2:-42261 a7b3:928 a7b4-a7c2/2:1 a7c4:-48 a7c5:-42307 a7c6:-35384 a7c7-a7c9/2:1 a7cb:-42343 a7cc-a7da/2:1
a7dc:-42561 a7f5:1 ff21-ff3a:32 10400-10427:40 104b0-104d3:40 10570-1057a:39 1057c-1058a:39 1058c-10592:39
10594-10595:39 10c80-10cb2:64 10d50-10d65:32 118a0-118bf:32 16e40-16e5f:32 16ea0-16eb8:27 1e900-1e921:34$list$;
  common text[];
  rare text[];
begin
  select
    array[string_agg(letter, '' order by letter collate "C") filter (where not is_rare),
      string_agg(form, '' order by letter collate "C") filter (where not is_rare)],
    array[string_agg(letter, '' order by letter collate "C") filter (where is_rare),
      string_agg(form, '' order by letter collate "C") filter (where is_rare)]
  into common, rare
  from regexp_matches(ranges, '([0-9a-f]+)(?:-([0-9a-f]+))?(?:/([0-9]))?:(-?[0-9]+)', 'g') as part,
    lateral (
      select ('x' || lpad(part[1], 8, '0'))::bit(32)::integer as first,
        ('x' || lpad(coalesce(part[2], part[1]), 8, '0'))::bit(32)::integer as last) as bounds,
    generate_series(first, last, coalesce(part[3], '1')::integer) as code,
    lateral (select chr(code) as letter, chr(code + part[4]::integer) as form, code >= x'590'::integer as is_rare) as pair;
  execute format($function$
    create or replace function fold_case(decomposed text) returns text language plpgsql immutable strict parallel safe as $body$
    declare
      folded text := decomposed;
    begin
      if folded ~ '[ßẞŉẚևﬀ-ﬗ]' then
        folded := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
          replace(replace(replace(replace(replace(folded,
          'ß', 'ss'), 'ẞ', 'ss'), 'ŉ', 'ʼn'), 'ẚ', 'aʾ'), 'և', 'եւ'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'),
          'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st'), 'ﬓ', 'մն'), 'ﬔ', 'մե'), 'ﬕ', 'մի'), 'ﬖ', 'վն'), 'ﬗ', 'մխ');
      end if;
      folded := translate(folded, %L, %L);
      if folded ~ ('[\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1cff\u1e00-\u1eff\u2100-\u218f\u24b6-\u24e9\u2c00-\u2d2f'
        || '\ua640-\ua7ff\uab30-\uabbf\uff21-\uff3a\U00010400-\U0001e943]') then
        folded := translate(folded, %L, %L);
      end if;
      return replace(folded, U&'i\0307', 'i');
    end $body$ $function$, common[1], common[2], rare[1], rare[2]);
end $create$;

-- Returns a key that is equal for texts that differ only in case: `textKey` of app/domain/text/text-key.ts.
create or replace function text_key(text) returns text language sql immutable strict parallel safe
return case when octet_length($1) = length($1) then lower($1 collate "C")
  else normalize(fold_case(normalize($1, nfd)), nfc) end;
