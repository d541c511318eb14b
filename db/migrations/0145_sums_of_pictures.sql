-- Locks pictures while its rows are checked, in a second for a million.
-- Size and SHA-256 of each stored file by its width and format ("320.webp"); null until a picture of before was read whole.
alter table pictures add column sums jsonb check (jsonb_typeof(sums) = 'object');
