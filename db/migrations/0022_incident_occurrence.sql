-- Which occurrence of its kind an incident was last noted for, such as the gateway's id of a refund: what has been
-- resolved is known by it, and not by the sentence that tells of it.
alter table payment_incidents add column occurrence text;
