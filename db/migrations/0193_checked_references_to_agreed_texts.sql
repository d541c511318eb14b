alter table checkouts validate constraint checkouts_agreed_text_fkey;
alter table orders validate constraint orders_agreed_text_fkey;
alter table mails validate constraint mails_agreed_text_fkey;
