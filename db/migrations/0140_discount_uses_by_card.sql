-- outside of a transaction
create index concurrently if not exists discount_uses_of_card on discount_uses (discount_id, card_hash) where card_hash is not null;
