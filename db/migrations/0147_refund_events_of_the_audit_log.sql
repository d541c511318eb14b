-- outside of a transaction
-- The actions that `isRefund` names in app/domain/dashboard/audit-list.server.ts
create index concurrently if not exists audit_log_of_refund_events on audit_log (at desc, id desc)
  where action in ('order.refund-requested', 'order.refund-proposed', 'order.refund-declined', 'order.cancelled', 'order.withdrawn',
  'payment.rejected', 'refund.made-elsewhere', 'refund.failed', 'refund.retried',
  'order.refund', 'order.cancel', 'order.withdraw', 'order.propose-refund', 'order.decline-refund', 'order.refund-elsewhere',
  'order.fail-refund', 'payment.reject', 'payment.refund', 'payment.fail-refund');
drop index concurrently if exists audit_log_of_refunds;
