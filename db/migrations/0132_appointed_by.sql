-- Who gave a member of staff their role; stays when they leave, because what they refunded still counts.
alter table users add column appointed_by object_id;
