-- Refunds beyond what the role of somebody permits, until somebody who may makes them or declines; the next refund of the
-- order, whoever makes it, ends all of the order's.
create table refund_requests (
  id object_id primary key,
  order_id object_id not null references orders (id),
  amount cents not null check (amount > 0),
  -- See RefundRequest in app/domain/orders/cancellation/refund-order.server.ts.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  requested_by object_id not null references users (id),
  created_at timestamptz not null default now()
);
create index refund_requests_of_order on refund_requests (order_id);
create index refund_requests_of_actor on refund_requests (requested_by);
