-- Why a picture could not be stored; empty in older imports
alter table product_import_pictures add column problem text not null default '' check (length(problem) <= 200);
