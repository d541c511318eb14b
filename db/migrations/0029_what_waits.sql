-- What waits for somebody is counted at every scrape of the metrics, and is little beside all that was.

create index payment_incidents_open on payment_incidents (created_at) where resolved_at is null;
create index refunds_unfinished on refunds (status, created_at) where status <> 'succeeded';
