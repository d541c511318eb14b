-- The digests of the terms that were in force when an API client opened the payment, by law
alter table payments add column agreed_terms jsonb;
