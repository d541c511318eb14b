alter table checkouts
  add constraint checkouts_agreed_text_fkey foreign key (agreed_text_digest) references agreed_texts not valid;
alter table orders
  add constraint orders_agreed_text_fkey foreign key (agreed_text_digest) references agreed_texts not valid;
alter table mails
  add constraint mails_agreed_text_fkey foreign key (agreed_text_digest) references agreed_texts not valid;
