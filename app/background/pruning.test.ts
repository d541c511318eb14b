import { afterEach, beforeEach, expect, test } from "vitest"
import { sweepSessions } from "~/domain/accounts/sessions/session-list.server"
import { sweepMails } from "~/domain/mail/deliver.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { deleteFailedJobs } from "./queued-jobs.server"

let testShop: TestShop
beforeEach(async () => {
  testShop = await openTestShop()
})
afterEach(() => testShop.close())

const ask = async (text: string) => (await testShop.pool.query(text)).rows
const count = async (from: string) => (await ask(`select count(*) as count from ${from}`))[0].count
const ID = "lpad(to_hex(n), 24, '0')"

test("old records are deleted by many statements, each of few rows", async () => {
  await ask(`insert into users (id, name, email, password_hash)
    values ('${"a".repeat(24)}', 'Ada', 'ada@shop.example', '-')`)
  for (const age of ["0", "11 years"]) {
    const n = age === "0" ? "generate_series(1, 3) n" : "generate_series(10, 2509) n"
    await ask(`insert into mails (id, kind, recipient, subject, text_body, html_body, created_at)
      select ${ID}, 'welcome', 'ada@shop.example', '', '', '', now() - interval '${age}' from ${n}`)
    await ask(`insert into sessions (id, token_hash, user_id, created_at)
      select ${ID}, md5(n::text), '${"a".repeat(24)}', now() - interval '${age}' from ${n}`)
  }
  await ask(`create table rows_by_statement (rows bigint);
    create function note_rows() returns trigger language plpgsql as
      'begin insert into rows_by_statement select count(*) from gone; return null; end'`)
  for (const table of ["mails", "sessions"])
    await ask(`create trigger note_rows after delete on ${table} referencing old table as gone
      for each statement execute function note_rows()`)
  await sweepMails(testShop.shop)
  await sweepSessions(testShop.shop)
  for (const table of ["mails", "sessions"]) expect(await count(table), table).toBe(3)
  expect((await ask("select max(rows) as most from rows_by_statement"))[0].most).toBe(1_000)
})

test("a failed job can be inspected for a month", async () => {
  await ask(`select graphile_worker.add_job('gone', '{}'), graphile_worker.add_job('kept', '{}'),
    graphile_worker.add_job('due', '{}')`)
  await ask(`update graphile_worker._private_jobs set attempts = max_attempts where key is null;
    update graphile_worker._private_jobs set attempts = 0, updated_at = now() - interval '40 days'
      from graphile_worker._private_tasks t where t.id = task_id and identifier = 'due';
    update graphile_worker._private_jobs set updated_at = now() - interval '31 days'
      from graphile_worker._private_tasks t where t.id = task_id and identifier = 'gone'`)
  await deleteFailedJobs(testShop.shop)
  const left = await ask("select task_identifier from graphile_worker.jobs order by 1")
  expect(left.map((row) => row.task_identifier)).toEqual(["due", "kept"])
})
