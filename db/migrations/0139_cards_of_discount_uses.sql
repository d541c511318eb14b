-- The card that a use was paid with, as a hash of the gateway's fingerprint; null until it is paid, and without a card.
alter table discount_uses add column card_hash text;
-- Stands for the gateway's fingerprint of the card.
alter table sandbox_intents add column card_fingerprint text;
