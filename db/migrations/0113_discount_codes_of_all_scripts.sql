-- Codes may have letters of any script and underscores. The shop stores them in capitals and in Unicode's form C; which
-- characters may be in them is known to the application alone, because classes of characters depend on the server's locale.
alter table discounts drop constraint discounts_code_check;
alter table discounts add constraint discounts_code_check
  check (char_length(code) between 3 and 40 and code !~ '\s') not valid;
alter table discounts validate constraint discounts_code_check;
