-- outside of a transaction
create index concurrently if not exists audit_log_of_address
  on audit_log (address, at desc, id desc) where address is not null;
create index concurrently if not exists audit_log_of_session
  on audit_log (session_id, at desc, id desc) where session_id is not null;
-- The actions that `isRefund` names in app/domain/dashboard/audit-list.server.ts
create index concurrently if not exists audit_log_of_refunds on audit_log (at desc, id desc)
  where action in ('order.refund', 'order.cancel', 'order.withdraw', 'order.propose-refund',
    'order.decline-refund', 'order.refund-elsewhere', 'order.fail-refund', 'payment.reject', 'payment.refund',
    'payment.fail-refund');
