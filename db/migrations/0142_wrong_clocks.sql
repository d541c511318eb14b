-- Processes whose machine's clock differs from the database's; one that has not reported for a minute has ended.
create table wrong_clocks (
  process text primary key,
  -- Milliseconds by which it is ahead
  skew bigint not null,
  measured_at timestamptz not null default now()
);
