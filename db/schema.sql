-- Written by `npm run schema` from a migrated database. Functions are in db/functions.

CREATE EXTENSION pg_trgm;

CREATE COLLATION dictionary;

CREATE DOMAIN cents AS integer CHECK (VALUE >= 0);

CREATE DOMAIN object_id AS text COLLATE "C" CHECK (VALUE ~ '^[0-9a-f]{24}$'::text);

CREATE TEXT SEARCH DICTIONARY english_stems (TEMPLATE = snowball, language = 'english');

CREATE TEXT SEARCH CONFIGURATION names (PARSER = "default");
ALTER TEXT SEARCH CONFIGURATION names ADD MAPPING FOR asciihword, asciiword, hword, hword_asciipart, hword_part, word WITH english_stems;
ALTER TEXT SEARCH CONFIGURATION names ADD MAPPING FOR email, file, float, host, hword_numpart, int, numhword, numword, sfloat, uint, url, url_path, version WITH simple;

CREATE SEQUENCE order_numbers AS integer START 1001 INCREMENT 1 OWNED BY orders.number;

CREATE TABLE agreed_texts (
  digest text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT agreed_texts_pkey PRIMARY KEY (digest),
  CONSTRAINT agreed_texts_digest_check CHECK (length(digest) = 43)
);

CREATE TABLE audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor_id object_id,
  actor_name text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id object_id NOT NULL,
  before jsonb,
  after jsonb,
  person_id object_id,
  personal_before jsonb,
  personal_after jsonb,
  address text,
  session_id text,
  request_id text,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_origin_is_short CHECK (length(address) <= 60 AND length(session_id) <= 24 AND length(request_id) <= 60),
  CONSTRAINT audit_log_subject_kind_check CHECK (subject_kind = ANY (ARRAY['product'::text, 'order'::text, 'user'::text, 'review'::text, 'payment'::text, 'mail'::text, 'page'::text, 'settings'::text, 'category'::text, 'discount'::text, 'role'::text, 'invitation'::text, 'access'::text, 'export'::text, 'import'::text, 'audit'::text])),
  CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id)
);
CREATE INDEX audit_log_newest ON audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_of_actor ON audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_of_address ON audit_log USING btree (address, at DESC, id DESC) WHERE address IS NOT NULL;
CREATE INDEX audit_log_of_person ON audit_log USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX audit_log_of_refund_events ON audit_log USING btree (at DESC, id DESC) WHERE action = ANY (ARRAY['order.refund-requested'::text, 'order.refund-proposed'::text, 'order.refund-declined'::text, 'order.cancelled'::text, 'order.withdrawn'::text, 'payment.rejected'::text, 'refund.made-elsewhere'::text, 'refund.failed'::text, 'refund.retried'::text, 'order.refund'::text, 'order.cancel'::text, 'order.withdraw'::text, 'order.propose-refund'::text, 'order.decline-refund'::text, 'order.refund-elsewhere'::text, 'order.fail-refund'::text, 'payment.reject'::text, 'payment.refund'::text, 'payment.fail-refund'::text]);
CREATE INDEX audit_log_of_session ON audit_log USING btree (session_id, at DESC, id DESC) WHERE session_id IS NOT NULL;
CREATE INDEX audit_log_of_subject ON audit_log USING btree (subject_kind, subject_id, id DESC);
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forgetting('actor_name', 'person_id', 'personal_before', 'personal_after', 'address', 'session_id');
CREATE TRIGGER audit_log_keeps_a_year BEFORE DELETE ON audit_log FOR EACH ROW WHEN (old.at > (now() - '1 year'::interval) OR current_setting('counter.prunes_audit_log'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION refuse_change();

CREATE TABLE authenticator_apps (
  user_id object_id NOT NULL,
  secret text NOT NULL,
  last_step integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticator_apps_secret_check CHECK (length(secret) <= 200),
  CONSTRAINT authenticator_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE bank_files (
  id object_id NOT NULL,
  file_name text NOT NULL,
  format text NOT NULL,
  author_id object_id NOT NULL,
  status text NOT NULL DEFAULT 'checked'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  accounts text[] NOT NULL DEFAULT '{}'::text[],
  outgoing integer NOT NULL DEFAULT 0,
  pending integer NOT NULL DEFAULT 0,
  contents bytea,
  CONSTRAINT bank_files_pkey PRIMARY KEY (id),
  CONSTRAINT bank_files_check CHECK ((status = 'mapping'::text) = (contents IS NOT NULL)),
  CONSTRAINT bank_files_contents_check CHECK (length(contents) <= 8388608),
  CONSTRAINT bank_files_format_check CHECK (format = ANY (ARRAY['camt.053'::text, 'mt940'::text, 'csv'::text])),
  CONSTRAINT bank_files_outgoing_check CHECK (outgoing >= 0),
  CONSTRAINT bank_files_pending_check CHECK (pending >= 0),
  CONSTRAINT bank_files_status_check CHECK (status = ANY (ARRAY['mapping'::text, 'checked'::text, 'booking'::text, 'booked'::text])),
  CONSTRAINT bank_files_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX bank_files_newest ON bank_files USING btree (created_at DESC);
CREATE INDEX bank_files_of_author ON bank_files USING btree (author_id);

CREATE TABLE bank_lines (
  id object_id NOT NULL,
  file_id object_id NOT NULL,
  "position" integer NOT NULL,
  digest text COLLATE "C" NOT NULL,
  known_as object_id,
  kind text NOT NULL,
  booked_on date NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  payer_name text NOT NULL DEFAULT ''::text,
  payer_iban text NOT NULL DEFAULT ''::text,
  reference text NOT NULL DEFAULT ''::text,
  text text NOT NULL DEFAULT ''::text,
  outcome text NOT NULL,
  order_id object_id,
  status text NOT NULL DEFAULT 'open'::text,
  decided_at timestamp with time zone,
  decided_by object_id,
  CONSTRAINT bank_lines_pkey PRIMARY KEY (id),
  CONSTRAINT bank_lines_file_id_position_key UNIQUE (file_id, "position"),
  CONSTRAINT bank_lines_amount_check CHECK (amount > 0),
  CONSTRAINT bank_lines_check CHECK ((outcome = 'known'::text) = (known_as IS NOT NULL)),
  CONSTRAINT bank_lines_check1 CHECK (known_as IS NULL OR status = 'open'::text),
  CONSTRAINT bank_lines_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT bank_lines_digest_check CHECK (length(digest) = 64),
  CONSTRAINT bank_lines_kind_check CHECK (kind = ANY (ARRAY['credit'::text, 'reversal'::text])),
  CONSTRAINT bank_lines_outcome_check CHECK (outcome = ANY (ARRAY['matches'::text, 'short'::text, 'over'::text, 'twice'::text, 'cancelled'::text, 'unknown'::text, 'similar'::text, 'currency'::text, 'reversal'::text, 'known'::text])),
  CONSTRAINT bank_lines_position_check CHECK ("position" > 0),
  CONSTRAINT bank_lines_status_check CHECK (status = ANY (ARRAY['open'::text, 'booked'::text, 'returned'::text, 'ignored'::text])),
  CONSTRAINT bank_lines_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT bank_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES bank_files(id) ON DELETE CASCADE,
  CONSTRAINT bank_lines_known_as_fkey FOREIGN KEY (known_as) REFERENCES bank_lines(id),
  CONSTRAINT bank_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX bank_lines_by_day ON bank_lines USING btree (booked_on DESC, id DESC);
CREATE UNIQUE INDEX bank_lines_by_digest ON bank_lines USING btree (digest) WHERE known_as IS NULL;
CREATE INDEX bank_lines_decided_by ON bank_lines USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX bank_lines_known_as ON bank_lines USING btree (known_as) WHERE known_as IS NOT NULL;
CREATE INDEX bank_lines_of_order ON bank_lines USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX bank_lines_open ON bank_lines USING btree (file_id) WHERE status = 'open'::text;

CREATE TABLE bank_mappings (
  headings text COLLATE "C" NOT NULL,
  columns jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bank_mappings_pkey PRIMARY KEY (headings),
  CONSTRAINT bank_mappings_headings_check CHECK (length(headings) = 64)
);

CREATE TABLE billing_document_pause (
  one boolean NOT NULL DEFAULT true,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT billing_document_pause_pkey PRIMARY KEY (one),
  CONSTRAINT billing_document_pause_one_check CHECK (one)
);

CREATE TABLE billing_document_requests (
  order_id object_id NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT billing_document_requests_pkey PRIMARY KEY (order_id),
  CONSTRAINT billing_document_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX billing_document_requests_by_date ON billing_document_requests USING btree (requested_at, order_id);

CREATE TABLE billing_document_series (
  series text NOT NULL,
  next integer NOT NULL,
  CONSTRAINT billing_document_series_pkey PRIMARY KEY (series),
  CONSTRAINT billing_document_series_next_check CHECK (next > 0)
);

CREATE TABLE billing_documents (
  id object_id NOT NULL,
  kind text NOT NULL,
  series text NOT NULL,
  sequence_number integer NOT NULL,
  number text NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  kept_until date NOT NULL,
  order_id object_id NOT NULL,
  user_id object_id NOT NULL,
  refund_id object_id,
  invoice_id object_id,
  currency text NOT NULL,
  total cents NOT NULL,
  contents jsonb NOT NULL,
  time_zone text NOT NULL DEFAULT shop_time_zone(),
  CONSTRAINT billing_documents_pkey PRIMARY KEY (id),
  CONSTRAINT billing_documents_number_key UNIQUE (number),
  CONSTRAINT billing_documents_refund_id_key UNIQUE (refund_id),
  CONSTRAINT billing_documents_series_sequence_number_key UNIQUE (series, sequence_number),
  CONSTRAINT billing_documents_check CHECK ((kind = 'credit-note'::text) = (refund_id IS NOT NULL AND invoice_id IS NOT NULL)),
  CONSTRAINT billing_documents_contents_check CHECK (jsonb_typeof(contents) = 'object'::text),
  CONSTRAINT billing_documents_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit-note'::text])),
  CONSTRAINT billing_documents_sequence_number_check CHECK (sequence_number > 0),
  CONSTRAINT billing_documents_series_check CHECK (length(series) <= 40),
  CONSTRAINT billing_documents_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES billing_documents(id)
);
CREATE INDEX billing_documents_by_date ON billing_documents USING btree (issued_at DESC, id DESC);
CREATE INDEX billing_documents_by_end_of_retention ON billing_documents USING btree (kept_until);
CREATE UNIQUE INDEX billing_documents_invoice_of_order ON billing_documents USING btree (order_id) WHERE kind = 'invoice'::text;
CREATE INDEX billing_documents_of_invoice ON billing_documents USING btree (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX billing_documents_of_order ON billing_documents USING btree (order_id);
CREATE INDEX billing_documents_of_user ON billing_documents USING btree (user_id);
CREATE TRIGGER billing_documents_are_kept BEFORE DELETE OR UPDATE ON billing_documents FOR EACH ROW EXECUTE FUNCTION keep_billing_documents();

CREATE TABLE catalog_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  subject text COLLATE "C" NOT NULL,
  noted_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX catalog_changes_by_transaction ON catalog_changes USING btree (xid);

CREATE TABLE catalog_version (
  version bigint NOT NULL,
  shelf_version bigint NOT NULL,
  only_one boolean NOT NULL DEFAULT true,
  categories_version bigint NOT NULL DEFAULT 1,
  options_version bigint NOT NULL DEFAULT 1,
  discounts_version bigint NOT NULL DEFAULT 1,
  discounts_noted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT catalog_version_pkey PRIMARY KEY (only_one),
  CONSTRAINT catalog_version_only_one_check CHECK (only_one)
);

CREATE TABLE categories (
  id object_id NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  "position" integer NOT NULL,
  body text NOT NULL DEFAULT ''::text,
  picture_id object_id,
  words_outdated boolean NOT NULL DEFAULT false,
  successor text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_key_key UNIQUE (key),
  CONSTRAINT categories_body_check CHECK (length(body) <= 10000),
  CONSTRAINT categories_check CHECK (successor IS NULL OR deleted_at IS NOT NULL),
  CONSTRAINT categories_key_check CHECK (length(key) >= 1 AND length(key) <= 60),
  CONSTRAINT categories_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT categories_slug_check CHECK (length(slug) >= 1 AND length(slug) <= 80),
  CONSTRAINT categories_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  CONSTRAINT categories_successor_fkey FOREIGN KEY (successor) REFERENCES categories(key)
);
CREATE UNIQUE INDEX categories_by_name_key ON categories USING btree (text_key(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX categories_by_slug ON categories USING btree (slug) WHERE deleted_at IS NULL;
CREATE TRIGGER categories_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');
CREATE CONSTRAINT TRIGGER categories_raise_version AFTER INSERT OR DELETE OR UPDATE ON categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_categories_version();
CREATE TRIGGER discounts_follow_categories AFTER UPDATE OF successor ON categories FOR EACH ROW WHEN (new.successor IS NOT NULL) EXECUTE FUNCTION discounts_follow_categories();

CREATE TABLE category_moves (
  category text NOT NULL,
  product_id object_id NOT NULL,
  moved_to text NOT NULL,
  CONSTRAINT category_moves_pkey PRIMARY KEY (category, product_id),
  CONSTRAINT category_moves_category_fkey FOREIGN KEY (category) REFERENCES categories(key),
  CONSTRAINT category_moves_moved_to_fkey FOREIGN KEY (moved_to) REFERENCES categories(key),
  CONSTRAINT category_moves_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX category_moves_of_product ON category_moves USING btree (product_id);

CREATE TABLE checkout_lines (
  checkout_id object_id NOT NULL,
  "position" integer NOT NULL,
  product_id object_id NOT NULL,
  name text NOT NULL,
  price cents NOT NULL,
  quantity integer NOT NULL,
  picture_id object_id,
  adjustments jsonb NOT NULL DEFAULT '[]'::jsonb,
  taxes jsonb NOT NULL,
  variant_id object_id NOT NULL,
  withdrawal_exemption text,
  untaxed_reason text,
  CONSTRAINT checkout_lines_pkey PRIMARY KEY (checkout_id, "position"),
  CONSTRAINT checkout_lines_one_of_variant UNIQUE (checkout_id, variant_id),
  CONSTRAINT checkout_lines_adjustments_check CHECK (jsonb_typeof(adjustments) = 'array'::text),
  CONSTRAINT checkout_lines_have_a_known_reason CHECK (untaxed_reason = ANY (ARRAY['class'::text, 'place'::text])),
  CONSTRAINT checkout_lines_quantity_check CHECK (quantity > 0),
  CONSTRAINT checkout_lines_taxes_check CHECK (jsonb_typeof(taxes) = 'array'::text),
  CONSTRAINT checkout_lines_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  CONSTRAINT checkout_lines_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  CONSTRAINT checkout_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT checkout_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id)
);
CREATE INDEX checkout_lines_of_picture ON checkout_lines USING btree (picture_id) WHERE picture_id IS NOT NULL;
CREATE INDEX checkout_lines_of_product ON checkout_lines USING btree (product_id);
CREATE INDEX checkout_lines_of_variant ON checkout_lines USING btree (variant_id);

CREATE TABLE checkouts (
  id object_id NOT NULL,
  user_id object_id NOT NULL,
  status text NOT NULL DEFAULT 'held'::text,
  shipping_info jsonb NOT NULL,
  item_price cents NOT NULL,
  tax_price cents NOT NULL,
  shipping_price cents NOT NULL,
  total_price cents NOT NULL,
  source text NOT NULL DEFAULT 'page'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  hold_expires_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  client_address text,
  currency text NOT NULL,
  discount_price cents NOT NULL DEFAULT 0,
  shipping_method jsonb,
  shipping_taxes jsonb NOT NULL DEFAULT '[]'::jsonb,
  discounts jsonb NOT NULL DEFAULT '[]'::jsonb,
  shipping_parts jsonb,
  agreed_text_digest text,
  payment_method text NOT NULL DEFAULT 'online'::text,
  payment_fee integer NOT NULL DEFAULT 0,
  CONSTRAINT checkouts_pkey PRIMARY KEY (id),
  CONSTRAINT checkouts_add_up CHECK ((item_price::integer - discount_price::integer + shipping_price::integer + tax_price::integer) = total_price::integer),
  CONSTRAINT checkouts_agree_on_lists CHECK ((shipping_method IS NULL OR jsonb_typeof(shipping_method) = 'object'::text) AND jsonb_typeof(shipping_taxes) = 'array'::text AND jsonb_typeof(discounts) = 'array'::text),
  CONSTRAINT checkouts_contain_their_payment_fee CHECK (payment_fee >= 0 AND payment_fee <= shipping_price::integer),
  CONSTRAINT checkouts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT checkouts_have_a_payment_method CHECK (payment_method = ANY (ARRAY['online'::text, 'transfer'::text, 'collection'::text, 'delivery'::text])),
  CONSTRAINT checkouts_list_shipping_parts CHECK (jsonb_typeof(shipping_parts) = 'array'::text),
  CONSTRAINT checkouts_shipping_info_check CHECK (jsonb_typeof(shipping_info) = 'object'::text),
  CONSTRAINT checkouts_source_check CHECK (source = ANY (ARRAY['page'::text, 'api'::text])),
  CONSTRAINT checkouts_status_check CHECK (status = ANY (ARRAY['held'::text, 'processing'::text, 'completed'::text, 'released'::text, 'refunded'::text])),
  CONSTRAINT checkouts_total_price_check CHECK (total_price::integer = 0 OR total_price::integer >= 50 AND total_price::integer <= 99999999),
  CONSTRAINT checkouts_agreed_text_fkey FOREIGN KEY (agreed_text_digest) REFERENCES agreed_texts(digest),
  CONSTRAINT checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX checkouts_of_address ON checkouts USING btree (client_address, created_at DESC) WHERE client_address IS NOT NULL;
CREATE INDEX checkouts_of_user ON checkouts USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX checkouts_one_held_per_user ON checkouts USING btree (user_id) WHERE status = 'held'::text;
CREATE INDEX checkouts_processing ON checkouts USING btree (user_id) WHERE status = 'processing'::text;
CREATE INDEX checkouts_released ON checkouts USING btree (closed_at) WHERE status = 'released'::text;
CREATE INDEX checkouts_unpaid ON checkouts USING btree (hold_expires_at) WHERE status = ANY (ARRAY['held'::text, 'processing'::text]);

CREATE TABLE customer_import_files (
  import_id object_id NOT NULL,
  kind text NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT customer_import_files_pkey PRIMARY KEY (import_id, kind, part),
  CONSTRAINT customer_import_files_bytes_check CHECK (length(bytes) <= 4194304),
  CONSTRAINT customer_import_files_kind_check CHECK (kind = ANY (ARRAY['table'::text, 'pictures'::text])),
  CONSTRAINT customer_import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES customer_imports(id) ON DELETE CASCADE
);

CREATE TABLE customer_import_rows (
  import_id object_id NOT NULL,
  line integer NOT NULL,
  user_id object_id,
  email text NOT NULL,
  name text NOT NULL,
  outcome text NOT NULL,
  fields jsonb,
  before jsonb,
  message text NOT NULL DEFAULT ''::text,
  CONSTRAINT customer_import_rows_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT customer_import_rows_outcome_check CHECK (outcome = ANY (ARRAY['create'::text, 'merge'::text, 'same'::text, 'error'::text, 'created'::text, 'merged'::text, 'failed'::text, 'undone'::text, 'kept'::text])),
  CONSTRAINT customer_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES customer_imports(id) ON DELETE CASCADE
);
CREATE INDEX customer_import_rows_by_email ON customer_import_rows USING btree (lower(email));
CREATE INDEX customer_import_rows_of_user ON customer_import_rows USING btree (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE customer_imports (
  id object_id NOT NULL,
  file_name text NOT NULL,
  author_id object_id NOT NULL,
  status text NOT NULL DEFAULT 'checked'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  source text NOT NULL DEFAULT ''::text,
  mapping jsonb,
  encoding text NOT NULL DEFAULT ''::text,
  separator text NOT NULL DEFAULT ''::text,
  rows_read integer NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT ''::text,
  failing_step text NOT NULL DEFAULT ''::text,
  failures integer NOT NULL DEFAULT 0,
  CONSTRAINT customer_imports_pkey PRIMARY KEY (id),
  CONSTRAINT customer_imports_encoding_check CHECK (length(encoding) <= 60),
  CONSTRAINT customer_imports_failing_step_check CHECK (length(failing_step) <= 40),
  CONSTRAINT customer_imports_failures_check CHECK (failures >= 0),
  CONSTRAINT customer_imports_separator_check CHECK (length(separator) <= 20),
  CONSTRAINT customer_imports_source_check CHECK (length(source) <= 40),
  CONSTRAINT customer_imports_status_check CHECK (status = ANY (ARRAY['arriving'::text, 'reading'::text, 'refused'::text, 'checked'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text])),
  CONSTRAINT customer_imports_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX customer_imports_newest ON customer_imports USING btree (created_at DESC);
CREATE INDEX customer_imports_of_author ON customer_imports USING btree (author_id);

CREATE TABLE customer_origins (
  user_id object_id NOT NULL,
  source text NOT NULL,
  source_key text NOT NULL DEFAULT ''::text,
  note text NOT NULL DEFAULT ''::text,
  mail_consent boolean,
  mail_consent_on date,
  mail_consent_source text NOT NULL DEFAULT ''::text,
  is_new boolean NOT NULL,
  imported_at timestamp with time zone NOT NULL,
  invites_at timestamp with time zone,
  invited_at timestamp with time zone,
  CONSTRAINT customer_origins_pkey PRIMARY KEY (user_id, source),
  CONSTRAINT customer_origins_mail_consent_source_check CHECK (length(mail_consent_source) <= 200),
  CONSTRAINT customer_origins_note_check CHECK (length(note) <= 2000),
  CONSTRAINT customer_origins_source_check CHECK (length(source) >= 1 AND length(source) <= 40),
  CONSTRAINT customer_origins_source_key_check CHECK (length(source_key) <= 100),
  CONSTRAINT customer_origins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX customer_origins_uninvited ON customer_origins USING btree (user_id) WHERE is_new AND invited_at IS NULL;
CREATE INDEX customer_origins_waiting ON customer_origins USING btree (invites_at) WHERE invited_at IS NULL AND invites_at IS NOT NULL;

CREATE TABLE discount_uses (
  checkout_id object_id NOT NULL,
  discount_id object_id NOT NULL,
  user_id object_id NOT NULL,
  email_hash text NOT NULL,
  is_beyond_limit boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  card_hash text,
  CONSTRAINT discount_uses_pkey PRIMARY KEY (checkout_id, discount_id),
  CONSTRAINT discount_uses_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON DELETE CASCADE,
  CONSTRAINT discount_uses_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id),
  CONSTRAINT discount_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX discount_uses_of_account ON discount_uses USING btree (discount_id, user_id);
CREATE INDEX discount_uses_of_card ON discount_uses USING btree (discount_id, card_hash) WHERE card_hash IS NOT NULL;
CREATE INDEX discount_uses_of_email ON discount_uses USING btree (discount_id, email_hash);
CREATE INDEX discount_uses_of_user ON discount_uses USING btree (user_id);

CREATE TABLE discounts (
  id object_id NOT NULL,
  name text NOT NULL,
  code text,
  kind text NOT NULL,
  percent integer,
  amount cents,
  categories text[] NOT NULL DEFAULT '{}'::text[],
  products text[] NOT NULL DEFAULT '{}'::text[],
  goods_from cents,
  units_from integer,
  zones text[] NOT NULL DEFAULT '{}'::text[],
  first_order boolean NOT NULL DEFAULT false,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  max_uses integer,
  max_uses_per_person integer,
  stopped_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT discounts_pkey PRIMARY KEY (id),
  CONSTRAINT discounts_code_key UNIQUE (code),
  CONSTRAINT discounts_amount_check CHECK (amount::integer > 0),
  CONSTRAINT discounts_check CHECK ((kind = 'percent'::text) = (percent IS NOT NULL) AND (kind = 'amount'::text) = (amount IS NOT NULL)),
  CONSTRAINT discounts_check1 CHECK (categories = '{}'::text[] OR products = '{}'::text[]),
  CONSTRAINT discounts_check2 CHECK (kind <> 'shipping'::text OR categories = '{}'::text[] AND products = '{}'::text[]),
  CONSTRAINT discounts_check3 CHECK (ends_at > starts_at),
  CONSTRAINT discounts_code_check CHECK (char_length(code) >= 3 AND char_length(code) <= 40 AND code !~ '\s'::text),
  CONSTRAINT discounts_goods_from_check CHECK (goods_from::integer > 0),
  CONSTRAINT discounts_kind_check CHECK (kind = ANY (ARRAY['percent'::text, 'amount'::text, 'shipping'::text])),
  CONSTRAINT discounts_max_uses_check CHECK (max_uses > 0),
  CONSTRAINT discounts_max_uses_per_person_check CHECK (max_uses_per_person > 0),
  CONSTRAINT discounts_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT discounts_percent_check CHECK (percent >= 1 AND percent <= 1000000),
  CONSTRAINT discounts_units_from_check CHECK (units_from > 1)
);
CREATE TRIGGER discounts_are_said AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON discounts FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');
CREATE CONSTRAINT TRIGGER discounts_raise_version AFTER INSERT OR DELETE OR UPDATE ON discounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_discounts_version();

CREATE TABLE drafts (
  id text NOT NULL,
  user_id object_id NOT NULL,
  path text NOT NULL,
  reply text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT drafts_pkey PRIMARY KEY (id),
  CONSTRAINT drafts_answer_check CHECK (length(reply) <= 65536),
  CONSTRAINT drafts_path_check CHECK (length(path) <= 300),
  CONSTRAINT drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX drafts_age ON drafts USING btree (created_at);
CREATE INDEX drafts_of_user ON drafts USING btree (user_id, created_at DESC);

CREATE TABLE email_undos (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  email text NOT NULL,
  was_verified boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_undos_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_undos_by_email ON email_undos USING btree (lower(email));
CREATE INDEX email_undos_of_user ON email_undos USING btree (user_id, id);

CREATE TABLE email_verifications (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_verifications_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_verifications_by_user ON email_verifications USING btree (user_id);

CREATE TABLE ended_sessions (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  ended_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ended_sessions_age ON ended_sessions USING btree (ended_at);

CREATE TABLE form_submissions (
  key text NOT NULL,
  user_id object_id NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT form_submissions_pkey PRIMARY KEY (key),
  CONSTRAINT form_submissions_key_check CHECK (length(key) = 43),
  CONSTRAINT form_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX form_submissions_age ON form_submissions USING btree (created_at);
CREATE INDEX form_submissions_of_user ON form_submissions USING btree (user_id);

CREATE TABLE former_category_names (
  name text NOT NULL,
  category_id object_id NOT NULL,
  CONSTRAINT former_category_names_pkey PRIMARY KEY (name),
  CONSTRAINT former_category_names_name_check CHECK (length(name) >= 1 AND length(name) <= 240),
  CONSTRAINT former_category_names_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id)
);

CREATE TABLE former_product_addresses (
  path text COLLATE "C" NOT NULL,
  product_id object_id NOT NULL,
  CONSTRAINT former_product_addresses_pkey PRIMARY KEY (path),
  CONSTRAINT former_product_addresses_path_check CHECK (path ~ '^/(products?/)?[^/]+$'::text AND length(path) <= 600),
  CONSTRAINT former_product_addresses_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX former_addresses_of_product ON former_product_addresses USING btree (product_id);
CREATE TRIGGER former_product_addresses_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON former_product_addresses FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');

CREATE TABLE gateway_cursors (
  name text NOT NULL,
  seen_until timestamp with time zone NOT NULL,
  CONSTRAINT gateway_cursors_pkey PRIMARY KEY (name)
);

CREATE TABLE gateway_fees (
  id text NOT NULL,
  kind text NOT NULL,
  intent_id text NOT NULL,
  occurrence text,
  amount integer NOT NULL,
  currency text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  time_zone text NOT NULL DEFAULT shop_time_zone(),
  CONSTRAINT gateway_fees_pkey PRIMARY KEY (id),
  CONSTRAINT gateway_fees_amount_check CHECK (amount <> 0),
  CONSTRAINT gateway_fees_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT gateway_fees_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text]))
);
CREATE INDEX gateway_fees_by_time ON gateway_fees USING btree (created_at, id);

CREATE TABLE import_mappings (
  headings text COLLATE "C" NOT NULL,
  columns jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT import_mappings_pkey PRIMARY KEY (headings),
  CONSTRAINT import_mappings_headings_check CHECK (length(headings) = 64)
);

CREATE TABLE mail_counts (
  recipient_key text NOT NULL,
  class text NOT NULL,
  queued_at timestamp with time zone[] NOT NULL,
  newest_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_counts_pkey PRIMARY KEY (recipient_key, class),
  CONSTRAINT mail_counts_class_check CHECK (class = ANY (ARRAY['asked'::text, 'notice'::text, 'security'::text]))
);

CREATE TABLE mail_people (
  mail_id object_id NOT NULL,
  user_id object_id NOT NULL,
  CONSTRAINT mail_people_pkey PRIMARY KEY (mail_id, user_id),
  CONSTRAINT mail_people_of_mail FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE NOT VALID
);
CREATE INDEX mail_people_by_user ON mail_people USING btree (user_id);

CREATE TABLE mails (
  id object_id NOT NULL,
  dedupe_key text,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  last_error text,
  failed_at timestamp with time zone,
  sent_at timestamp with time zone,
  sealed text,
  agreed_text_digest text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT mails_agreed_text_fkey FOREIGN KEY (agreed_text_digest) REFERENCES agreed_texts(digest)
);
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX mails_failed ON mails USING btree (failed_at DESC) WHERE failed_at IS NOT NULL;
CREATE INDEX mails_newest ON mails USING btree (created_at DESC, id DESC);

CREATE TABLE option_names (
  key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  merged_into text COLLATE "C",
  CONSTRAINT option_names_pkey PRIMARY KEY (key),
  CONSTRAINT option_names_check CHECK (merged_into <> key),
  CONSTRAINT option_names_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
  CONSTRAINT option_names_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  CONSTRAINT option_names_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES option_names(key)
);
CREATE INDEX option_names_of_merged ON option_names USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE TRIGGER option_names_are_merged AFTER UPDATE ON option_names FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');
CREATE CONSTRAINT TRIGGER option_names_raise_catalog_version AFTER UPDATE ON option_names DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version('facts');

CREATE TABLE order_claims (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  email text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT order_claims_pkey PRIMARY KEY (token_hash),
  CONSTRAINT order_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX order_claims_of_user ON order_claims USING btree (user_id);

CREATE TABLE order_lines (
  id object_id NOT NULL,
  order_id object_id NOT NULL,
  "position" integer NOT NULL,
  product_id object_id NOT NULL,
  name text NOT NULL,
  price cents NOT NULL,
  quantity integer NOT NULL,
  returned_quantity integer NOT NULL DEFAULT 0,
  picture_id object_id,
  written_off_quantity integer NOT NULL DEFAULT 0,
  sent_quantity integer,
  adjustments jsonb NOT NULL DEFAULT '[]'::jsonb,
  taxes jsonb NOT NULL,
  variant_id object_id NOT NULL,
  withdrawal_exemption text,
  untaxed_reason text,
  CONSTRAINT order_lines_pkey PRIMARY KEY (id),
  CONSTRAINT order_lines_order_id_position_key UNIQUE (order_id, "position"),
  CONSTRAINT order_lines_adjustments_check CHECK (jsonb_typeof(adjustments) = 'array'::text),
  CONSTRAINT order_lines_check CHECK (returned_quantity >= 0 AND returned_quantity <= quantity),
  CONSTRAINT order_lines_check1 CHECK (sent_quantity >= 0 AND sent_quantity <= quantity),
  CONSTRAINT order_lines_have_a_known_reason CHECK (untaxed_reason = ANY (ARRAY['class'::text, 'place'::text])),
  CONSTRAINT order_lines_quantity_check CHECK (quantity > 0),
  CONSTRAINT order_lines_taxes_check CHECK (jsonb_typeof(taxes) = 'array'::text),
  CONSTRAINT order_lines_units_go_back_once CHECK ((returned_quantity + written_off_quantity) <= quantity),
  CONSTRAINT order_lines_written_off_quantity_check CHECK (written_off_quantity >= 0),
  CONSTRAINT order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_lines_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id)
);
CREATE INDEX order_lines_by_text ON order_lines USING gin (name_text(name) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX order_lines_of_picture ON order_lines USING btree (picture_id) WHERE picture_id IS NOT NULL;
CREATE INDEX order_lines_of_product ON order_lines USING btree (product_id);
CREATE TRIGGER order_lines_come AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_reviews();
CREATE TRIGGER order_lines_go AFTER DELETE ON order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_reviews();

CREATE TABLE order_links (
  token_hash text NOT NULL,
  order_id object_id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT order_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT order_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_links_of_order ON order_links USING btree (order_id);

CREATE TABLE order_notes (
  id object_id NOT NULL,
  order_id object_id NOT NULL,
  author_id object_id NOT NULL,
  author_name text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT order_notes_pkey PRIMARY KEY (id),
  CONSTRAINT order_notes_text_check CHECK (length(text) >= 1 AND length(text) <= 2000),
  CONSTRAINT order_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_notes_of_author ON order_notes USING btree (author_id);
CREATE INDEX order_notes_of_order ON order_notes USING btree (order_id, created_at);

CREATE TABLE orders (
  id object_id NOT NULL,
  user_id object_id NOT NULL,
  user_name text NOT NULL,
  user_email text NOT NULL,
  checkout_id object_id,
  payment_intent_id text NOT NULL,
  payment_status text NOT NULL,
  status text NOT NULL DEFAULT 'Processing'::text,
  shipping_info jsonb NOT NULL,
  item_price cents NOT NULL,
  tax_price cents NOT NULL,
  shipping_price cents NOT NULL,
  total_price cents NOT NULL,
  refunded_amount cents NOT NULL DEFAULT 0,
  tracking_number text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  deleted_at timestamp with time zone,
  cancellation_reason text,
  currency text NOT NULL,
  discount_price cents NOT NULL DEFAULT 0,
  shipping_method jsonb,
  shipping_taxes jsonb NOT NULL DEFAULT '[]'::jsonb,
  discounts jsonb NOT NULL DEFAULT '[]'::jsonb,
  number integer DEFAULT nextval('order_numbers'::regclass),
  carrier text,
  shipping_parts jsonb,
  time_zone text NOT NULL DEFAULT shop_time_zone(),
  agreed_text_digest text,
  payment_method text NOT NULL DEFAULT 'online'::text,
  payment_fee integer NOT NULL DEFAULT 0,
  payment_due_at timestamp with time zone,
  paid_at timestamp with time zone,
  payment_reminded_at timestamp with time zone,
  sold_at timestamp with time zone,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_checkout_id_key UNIQUE (checkout_id),
  CONSTRAINT orders_payment_intent_id_key UNIQUE (payment_intent_id),
  CONSTRAINT orders_add_up CHECK ((item_price::integer - discount_price::integer + shipping_price::integer + tax_price::integer) = total_price::integer),
  CONSTRAINT orders_agree_on_lists CHECK ((shipping_method IS NULL OR jsonb_typeof(shipping_method) = 'object'::text) AND jsonb_typeof(shipping_taxes) = 'array'::text AND jsonb_typeof(discounts) = 'array'::text),
  CONSTRAINT orders_await_payment CHECK (payment_status <> 'awaiting'::text OR payment_method <> 'online'::text AND paid_at IS NULL),
  CONSTRAINT orders_check1 CHECK (refunded_amount::integer <= total_price::integer),
  CONSTRAINT orders_contain_their_payment_fee CHECK (payment_fee >= 0 AND payment_fee <= shipping_price::integer),
  CONSTRAINT orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT orders_have_a_number CHECK (number > 0 AND number IS NOT NULL),
  CONSTRAINT orders_have_a_payment_method CHECK (payment_method = ANY (ARRAY['online'::text, 'transfer'::text, 'collection'::text, 'delivery'::text])),
  CONSTRAINT orders_list_shipping_parts CHECK (jsonb_typeof(shipping_parts) = 'array'::text),
  CONSTRAINT orders_payment_status_check CHECK (payment_status = ANY (ARRAY['succeeded'::text, 'refunded'::text, 'awaiting'::text])),
  CONSTRAINT orders_shipping_info_check CHECK (jsonb_typeof(shipping_info) = 'object'::text),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['Processing'::text, 'Shipped'::text, 'Delivered'::text, 'Cancelled'::text])),
  CONSTRAINT orders_total_price_check CHECK (total_price::integer = 0 OR total_price::integer >= 50 AND total_price::integer <= 99999999),
  CONSTRAINT orders_agreed_text_fkey FOREIGN KEY (agreed_text_digest) REFERENCES agreed_texts(digest),
  CONSTRAINT orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX orders_awaiting_payment ON orders USING btree (payment_due_at, id) WHERE payment_status = 'awaiting'::text AND deleted_at IS NULL AND status <> 'Cancelled'::text;
CREATE UNIQUE INDEX orders_by_number ON orders USING btree (number);
CREATE INDEX orders_by_person ON orders USING gin (order_text(id::text, user_name, user_email, shipping_info, tracking_number) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX orders_by_time ON orders USING btree (created_at, id);
CREATE INDEX orders_newest ON orders USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_of_anybody ON orders USING btree (user_id);
CREATE INDEX orders_of_user ON orders USING btree (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_refunded_unsent ON orders USING btree (id) WHERE status = 'Processing'::text AND payment_status = 'refunded'::text;
CREATE INDEX orders_sold ON orders USING btree (sold_at, id) WHERE sold_at IS NOT NULL;
CREATE INDEX orders_to_send ON orders USING btree (created_at, id) WHERE status = 'Processing'::text AND deleted_at IS NULL AND (payment_status = 'succeeded'::text OR payment_status = 'awaiting'::text AND (payment_method = ANY (ARRAY['collection'::text, 'delivery'::text])));
CREATE TRIGGER orders_become_sales BEFORE INSERT OR UPDATE OF paid_at, shipped_at ON orders FOR EACH ROW WHEN (new.payment_method <> 'online'::text) EXECUTE FUNCTION note_sale();
CREATE TRIGGER orders_change AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_removed_orders();
CREATE TRIGGER orders_sales AFTER INSERT OR DELETE OR UPDATE OF created_at, total_price, refunded_amount, deleted_at ON orders FOR EACH ROW EXECUTE FUNCTION note_sales();

CREATE TABLE owner_notifications (
  id object_id NOT NULL,
  key text NOT NULL,
  contents jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  person_ids text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT owner_notifications_pkey PRIMARY KEY (id),
  CONSTRAINT owner_notifications_key_key UNIQUE (key),
  CONSTRAINT owner_notifications_check CHECK ((contents IS NULL) = (sent_at IS NOT NULL))
);
CREATE INDEX owner_notifications_sent ON owner_notifications USING btree (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX owner_notifications_unsent ON owner_notifications USING btree (created_at, id) WHERE sent_at IS NULL;

CREATE TABLE page_versions (
  id object_id NOT NULL,
  page text NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  restored_from integer,
  author_id object_id NOT NULL,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT page_versions_pkey PRIMARY KEY (id),
  CONSTRAINT page_versions_page_version_key UNIQUE (page, version),
  CONSTRAINT page_versions_body_check CHECK (length(body) >= 1 AND length(body) <= 20000),
  CONSTRAINT page_versions_page_check CHECK (page ~ '^[a-z-]{1,40}$'::text),
  CONSTRAINT page_versions_title_check CHECK (length(title) >= 1 AND length(title) <= 100),
  CONSTRAINT page_versions_version_check CHECK (version > 0),
  CONSTRAINT page_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX page_versions_of_author ON page_versions USING btree (author_id);
CREATE TRIGGER page_versions_are_append_only BEFORE DELETE OR UPDATE ON page_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forgetting('author_name');
CREATE TRIGGER page_versions_come AFTER INSERT OR TRUNCATE ON page_versions FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');

CREATE TABLE passkey_challenges (
  challenge_hash text NOT NULL,
  user_id object_id,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_of_user ON passkey_challenges USING btree (user_id);

CREATE TABLE passkeys (
  id object_id NOT NULL,
  user_id object_id NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  sign_counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_credential_id_check CHECK (length(credential_id) <= 1364),
  CONSTRAINT passkeys_name_check CHECK (length(name) <= 60),
  CONSTRAINT passkeys_public_key_check CHECK (length(public_key) <= 2048),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id);

CREATE TABLE password_resets (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_of_user ON password_resets USING btree (user_id);

CREATE TABLE past_prices (
  variant_id object_id NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  price cents NOT NULL,
  CONSTRAINT past_prices_pkey PRIMARY KEY (variant_id, ended_at),
  CONSTRAINT past_prices_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE
);
CREATE INDEX past_prices_by_age ON past_prices USING btree (ended_at);

CREATE TABLE payment_incidents (
  id object_id NOT NULL,
  kind text NOT NULL,
  payment_intent_id text,
  checkout_id object_id,
  order_id object_id,
  user_id object_id,
  detail text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  resolved_at timestamp with time zone,
  occurrence text,
  CONSTRAINT payment_incidents_pkey PRIMARY KEY (id),
  CONSTRAINT payment_incidents_kind_payment_intent_id_key UNIQUE (kind, payment_intent_id),
  CONSTRAINT payment_incidents_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  CONSTRAINT payment_incidents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payment_incidents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payment_incidents_newest ON payment_incidents USING btree (created_at DESC);
CREATE INDEX payment_incidents_of_checkout ON payment_incidents USING btree (checkout_id) WHERE checkout_id IS NOT NULL;
CREATE INDEX payment_incidents_of_user ON payment_incidents USING btree (user_id, created_at DESC);
CREATE INDEX payment_incidents_open ON payment_incidents USING btree (created_at) WHERE resolved_at IS NULL;

CREATE TABLE payments (
  id object_id NOT NULL,
  user_id object_id NOT NULL,
  checkout_id object_id,
  kind text NOT NULL,
  amount cents NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  gateway_id text,
  intent_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  last_polled_at timestamp with time zone,
  cancelling_since timestamp with time zone,
  declines integer NOT NULL DEFAULT 0,
  declined_charges text[] NOT NULL DEFAULT '{}'::text[],
  agreed_terms jsonb,
  methods text[],
  method text,
  processing_since timestamp with time zone,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_gateway_id_key UNIQUE (gateway_id),
  CONSTRAINT payments_intent_id_key UNIQUE (intent_id),
  CONSTRAINT payments_amount_check CHECK (amount::integer > 0),
  CONSTRAINT payments_check CHECK ((status = 'succeeded'::text) = (intent_id IS NOT NULL)),
  CONSTRAINT payments_check1 CHECK ((status = 'open'::text) = (closed_at IS NULL)),
  CONSTRAINT payments_kind_check CHECK (kind = ANY (ARRAY['intent'::text, 'hosted'::text])),
  CONSTRAINT payments_status_check CHECK (status = ANY (ARRAY['open'::text, 'cancelled'::text, 'succeeded'::text])),
  CONSTRAINT payments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payments_cancelled_without_checkout ON payments USING btree (closed_at) WHERE status = 'cancelled'::text AND checkout_id IS NULL;
CREATE INDEX payments_of_checkout ON payments USING btree (checkout_id);
CREATE INDEX payments_of_user ON payments USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX payments_one_open_per_checkout ON payments USING btree (checkout_id) WHERE status = 'open'::text;
CREATE INDEX payments_open ON payments USING btree (created_at) WHERE status = 'open'::text;

CREATE TABLE payouts (
  id object_id NOT NULL,
  refund_id object_id,
  bank_line_id object_id,
  amount cents NOT NULL,
  currency text NOT NULL,
  payee_name text NOT NULL DEFAULT ''::text,
  payee_iban text,
  reference text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  export_id object_id,
  exported_at timestamp with time zone,
  done_at timestamp with time zone,
  done_by object_id,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_refund_id_key UNIQUE (refund_id),
  CONSTRAINT payouts_amount_check CHECK (amount::integer > 0),
  CONSTRAINT payouts_check CHECK ((export_id IS NULL) = (exported_at IS NULL)),
  CONSTRAINT payouts_check1 CHECK ((status = 'done'::text) = (done_at IS NOT NULL)),
  CONSTRAINT payouts_check2 CHECK (status <> 'exported'::text OR export_id IS NOT NULL),
  CONSTRAINT payouts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payouts_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 140),
  CONSTRAINT payouts_status_check CHECK (status = ANY (ARRAY['open'::text, 'exported'::text, 'done'::text, 'cancelled'::text])),
  CONSTRAINT payouts_bank_line_id_fkey FOREIGN KEY (bank_line_id) REFERENCES bank_lines(id),
  CONSTRAINT payouts_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id),
  CONSTRAINT payouts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX payouts_done_by ON payouts USING btree (done_by) WHERE done_by IS NOT NULL;
CREATE INDEX payouts_for_bank_line ON payouts USING btree (bank_line_id) WHERE bank_line_id IS NOT NULL;
CREATE INDEX payouts_newest ON payouts USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX payouts_of_bank_line ON payouts USING btree (bank_line_id) WHERE refund_id IS NULL AND status <> 'cancelled'::text;
CREATE INDEX payouts_of_export ON payouts USING btree (export_id) WHERE export_id IS NOT NULL;
CREATE INDEX payouts_waiting ON payouts USING btree (created_at, id) WHERE status = ANY (ARRAY['open'::text, 'exported'::text]);

CREATE TABLE pending_sign_ins (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  first_factor text NOT NULL DEFAULT 'password'::text,
  CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (token_hash),
  CONSTRAINT pending_sign_ins_first_factor_check CHECK (first_factor = ANY (ARRAY['password'::text, 'link'::text])),
  CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_of_user ON pending_sign_ins USING btree (user_id);

CREATE TABLE pictures (
  id object_id NOT NULL,
  key text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  widths integer[] NOT NULL,
  placeholder text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sums jsonb,
  CONSTRAINT pictures_pkey PRIMARY KEY (id),
  CONSTRAINT pictures_key_key UNIQUE (key),
  CONSTRAINT pictures_height_check CHECK (height > 0),
  CONSTRAINT pictures_key_check CHECK (key ~ '^[0-9a-zA-Z_-]{16,64}$'::text),
  CONSTRAINT pictures_sums_check CHECK (jsonb_typeof(sums) = 'object'::text),
  CONSTRAINT pictures_width_check CHECK (width > 0),
  CONSTRAINT pictures_widths_check CHECK (cardinality(widths) > 0)
);

CREATE TABLE popular_search_clients (
  keyword text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  searched_on date NOT NULL,
  CONSTRAINT popular_search_clients_pkey PRIMARY KEY (keyword, client),
  CONSTRAINT popular_search_clients_client_check CHECK (length(client) <= 40),
  CONSTRAINT popular_search_clients_keyword_fkey FOREIGN KEY (keyword) REFERENCES popular_searches(keyword) ON DELETE CASCADE
);
CREATE INDEX popular_search_clients_of_day ON popular_search_clients USING btree (client, searched_on);
CREATE INDEX popular_search_clients_oldest ON popular_search_clients USING btree (searched_on, keyword, client);

CREATE TABLE popular_searches (
  keyword text COLLATE "C" NOT NULL,
  score double precision NOT NULL,
  times integer NOT NULL DEFAULT 1,
  searched_at timestamp with time zone NOT NULL,
  clients integer NOT NULL DEFAULT 0,
  blocked_at timestamp with time zone,
  CONSTRAINT popular_searches_pkey PRIMARY KEY (keyword),
  CONSTRAINT popular_searches_clients_check CHECK (clients >= 0),
  CONSTRAINT popular_searches_keyword_check CHECK (length(keyword) >= 1 AND length(keyword) <= 200),
  CONSTRAINT popular_searches_times_check CHECK (times > 0)
);
CREATE INDEX popular_searches_by_score ON popular_searches USING btree (score DESC) WHERE clients >= 5 AND blocked_at IS NULL;
CREATE INDEX popular_searches_oldest ON popular_searches USING btree (searched_at);
CREATE TRIGGER searches_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON popular_searches FOR EACH STATEMENT EXECUTE FUNCTION note_change('searches');

CREATE TABLE pricing_versions (
  version integer NOT NULL,
  id object_id NOT NULL,
  rules jsonb NOT NULL,
  author_id object_id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT pricing_versions_pkey PRIMARY KEY (version),
  CONSTRAINT pricing_versions_id_key UNIQUE (id),
  CONSTRAINT pricing_versions_rules_check CHECK (jsonb_typeof(rules) = 'object'::text),
  CONSTRAINT pricing_versions_version_check CHECK (version > 0),
  CONSTRAINT pricing_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX pricing_versions_of_author ON pricing_versions USING btree (author_id);
CREATE TRIGGER pricing_versions_are_append_only BEFORE DELETE OR UPDATE ON pricing_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pricing_versions_come AFTER INSERT OR TRUNCATE ON pricing_versions FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');

CREATE TABLE product_descriptions (
  product_id object_id NOT NULL,
  description text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT product_descriptions_pkey PRIMARY KEY (product_id),
  CONSTRAINT product_descriptions_description_check CHECK (length(description) >= 1 AND length(description) <= 10000),
  CONSTRAINT product_descriptions_have_facts CHECK (are_facts(facts)),
  CONSTRAINT product_descriptions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE TRIGGER changed_descriptions_are_searchable AFTER UPDATE ON product_descriptions REFERENCING NEW TABLE AS described FOR EACH STATEMENT EXECUTE FUNCTION index_descriptions();
CREATE TRIGGER descriptions_change AFTER UPDATE ON product_descriptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_products();
CREATE TRIGGER new_descriptions_are_searchable AFTER INSERT ON product_descriptions REFERENCING NEW TABLE AS described FOR EACH STATEMENT EXECUTE FUNCTION index_descriptions();

CREATE TABLE product_images (
  id object_id NOT NULL,
  product_id object_id NOT NULL,
  picture_id object_id NOT NULL,
  "position" integer NOT NULL,
  alt text NOT NULL DEFAULT ''::text,
  CONSTRAINT product_images_pkey PRIMARY KEY (id),
  CONSTRAINT product_images_product_id_position_key UNIQUE (product_id, "position") DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT product_images_alt_check CHECK (length(alt) <= 300),
  CONSTRAINT product_images_position_check CHECK ("position" >= 0),
  CONSTRAINT product_images_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  CONSTRAINT product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_images_of_picture ON product_images USING btree (picture_id);
CREATE TRIGGER product_images_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON product_images FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');

CREATE TABLE product_import_files (
  import_id object_id NOT NULL,
  kind text NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT product_import_files_pkey PRIMARY KEY (import_id, kind, part),
  CONSTRAINT product_import_files_bytes_check CHECK (length(bytes) <= 4194304),
  CONSTRAINT product_import_files_kind_check CHECK (kind = ANY (ARRAY['table'::text, 'pictures'::text])),
  CONSTRAINT product_import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
);

CREATE TABLE product_import_findings (
  import_id object_id NOT NULL,
  topic text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  part smallint NOT NULL,
  detail text COLLATE "C" NOT NULL,
  amount integer NOT NULL,
  CONSTRAINT product_import_findings_pkey PRIMARY KEY (import_id, topic, line, part, detail),
  CONSTRAINT product_import_findings_amount_check CHECK (amount >= 0),
  CONSTRAINT product_import_findings_detail_check CHECK (length(detail) <= 200),
  CONSTRAINT product_import_findings_topic_check CHECK (length(topic) <= 20),
  CONSTRAINT product_import_findings_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
);

CREATE TABLE product_import_pictures (
  import_id object_id NOT NULL,
  product_id object_id NOT NULL,
  "position" integer NOT NULL,
  line integer NOT NULL,
  address text NOT NULL,
  variants jsonb NOT NULL DEFAULT '[]'::jsonb,
  status text NOT NULL DEFAULT 'waiting'::text,
  alt text NOT NULL DEFAULT ''::text,
  problem text NOT NULL DEFAULT ''::text,
  CONSTRAINT product_import_pictures_pkey PRIMARY KEY (import_id, product_id, "position"),
  CONSTRAINT product_import_pictures_address_check CHECK (length(address) <= 2000),
  CONSTRAINT product_import_pictures_alt_check CHECK (length(alt) <= 300),
  CONSTRAINT product_import_pictures_problem_check CHECK (length(problem) <= 200),
  CONSTRAINT product_import_pictures_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'stored'::text, 'failed'::text])),
  CONSTRAINT product_import_pictures_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
);
CREATE INDEX product_import_pictures_waiting ON product_import_pictures USING btree (import_id, product_id) WHERE status = 'waiting'::text;

CREATE TABLE product_import_rows (
  import_id object_id NOT NULL,
  line integer NOT NULL,
  product_id object_id,
  name text NOT NULL,
  outcome text NOT NULL,
  fields jsonb,
  before jsonb,
  message text NOT NULL DEFAULT ''::text,
  product_line integer NOT NULL,
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  part smallint NOT NULL DEFAULT 0,
  adds_product boolean NOT NULL DEFAULT false,
  CONSTRAINT product_import_rows_pkey PRIMARY KEY (import_id, line, part),
  CONSTRAINT product_import_rows_outcome_check CHECK (outcome = ANY (ARRAY['create'::text, 'update'::text, 'same'::text, 'error'::text, 'created'::text, 'updated'::text, 'failed'::text, 'undone'::text, 'kept'::text])),
  CONSTRAINT product_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
);
CREATE INDEX product_import_rows_by_outcome ON product_import_rows USING btree (import_id, outcome, line, part);
CREATE INDEX product_import_rows_of_first ON product_import_rows USING btree (import_id, line) WHERE line = product_line AND part = 0;
CREATE INDEX product_import_rows_of_product ON product_import_rows USING btree (import_id, product_line);

CREATE TABLE product_imports (
  id object_id NOT NULL,
  file_name text NOT NULL,
  author_id object_id NOT NULL,
  status text NOT NULL DEFAULT 'checked'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  source text NOT NULL DEFAULT 'Counter'::text,
  choices jsonb NOT NULL DEFAULT '{}'::jsonb,
  mapping jsonb,
  new_categories jsonb NOT NULL DEFAULT '[]'::jsonb,
  rows_read integer NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT ''::text,
  failing_step text NOT NULL DEFAULT ''::text,
  failures integer NOT NULL DEFAULT 0,
  form jsonb,
  questions jsonb NOT NULL DEFAULT '[]'::jsonb,
  notes jsonb NOT NULL DEFAULT '[]'::jsonb,
  headings jsonb,
  summary jsonb,
  CONSTRAINT product_imports_pkey PRIMARY KEY (id),
  CONSTRAINT product_imports_failing_step_check CHECK (length(failing_step) <= 40),
  CONSTRAINT product_imports_failures_check CHECK (failures >= 0),
  CONSTRAINT product_imports_source_check CHECK (length(source) <= 40),
  CONSTRAINT product_imports_status_check CHECK (status = ANY (ARRAY['arriving'::text, 'reading'::text, 'refused'::text, 'mapping'::text, 'asking'::text, 'checked'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text])),
  CONSTRAINT product_imports_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX product_imports_newest ON product_imports USING btree (created_at DESC);
CREATE INDEX product_imports_of_author ON product_imports USING btree (author_id);

CREATE TABLE product_origins (
  source text NOT NULL,
  key text COLLATE "C" NOT NULL,
  product_id object_id NOT NULL,
  site text NOT NULL,
  cells jsonb NOT NULL,
  CONSTRAINT product_origins_pkey PRIMARY KEY (source, key, product_id),
  CONSTRAINT product_origins_key_check CHECK (length(key) <= 300),
  CONSTRAINT product_origins_site_check CHECK (length(site) <= 200),
  CONSTRAINT product_origins_source_check CHECK (length(source) <= 40),
  CONSTRAINT product_origins_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_origins_of_product ON product_origins USING btree (product_id);

CREATE TABLE products (
  id object_id NOT NULL,
  name text NOT NULL,
  category text NOT NULL,
  price cents NOT NULL,
  stock integer NOT NULL DEFAULT 0,
  num_reviews integer NOT NULL DEFAULT 0,
  rating_halves integer NOT NULL DEFAULT 0,
  rating double precision NOT NULL GENERATED ALWAYS AS (CASE WHEN num_reviews = 0 THEN 0::numeric ELSE rating_halves::numeric / 2.0 / num_reviews::numeric END) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  name_words tsvector NOT NULL GENERATED ALWAYS AS (strip(to_tsvector('names'::regconfig, search_text(name)))) STORED,
  words tsvector NOT NULL DEFAULT ''::tsvector,
  compare_at_price cents,
  prior_price cents,
  highest_price cents NOT NULL,
  options jsonb NOT NULL DEFAULT '[]'::jsonb,
  has_options boolean GENERATED ALWAYS AS (options <> '[]'::jsonb) STORED,
  option_tags text[] COLLATE "C" NOT NULL DEFAULT '{}'::text[],
  is_draft boolean NOT NULL DEFAULT false,
  published_from timestamp with time zone,
  published_until timestamp with time zone,
  is_public boolean NOT NULL DEFAULT true,
  was_public boolean NOT NULL DEFAULT true,
  publication_changes_at timestamp with time zone,
  tax_class text NOT NULL DEFAULT 'standard'::text,
  measure_amount integer,
  measure_unit text,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_are_published_for_a_time CHECK (published_until > published_from),
  CONSTRAINT products_are_reduced CHECK (compare_at_price::integer > price::integer),
  CONSTRAINT products_compare_at_price_check CHECK (compare_at_price::integer <= 99999999),
  CONSTRAINT products_have_a_tax_class CHECK (length(tax_class) >= 1 AND length(tax_class) <= 40),
  CONSTRAINT products_have_options CHECK (are_options(options)),
  CONSTRAINT products_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT products_num_reviews_check CHECK (num_reviews >= 0),
  CONSTRAINT products_on_sale_have_prior_prices CHECK (prior_price IS NULL OR compare_at_price IS NOT NULL),
  CONSTRAINT products_price_check CHECK (price::integer >= 1 AND price::integer <= 99999999),
  CONSTRAINT products_rating_halves_check CHECK (rating_halves >= 0),
  CONSTRAINT products_stock_check CHECK (stock >= 0),
  CONSTRAINT products_have_categories FOREIGN KEY (category) REFERENCES categories(key)
);
CREATE INDEX hidden_products_newest ON products USING btree (created_at DESC, id DESC) WHERE NOT is_public AND deleted_at IS NULL;
CREATE INDEX products_by_price ON products USING btree (price, id) INCLUDE (rating) WHERE deleted_at IS NULL;
CREATE INDEX products_by_publication_change ON products USING btree (publication_changes_at) WHERE publication_changes_at IS NOT NULL;
CREATE INDEX products_by_rating ON products USING btree (rating DESC, num_reviews DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_by_sorted_name ON products USING btree (sort_name(name) COLLATE dictionary, id) WHERE deleted_at IS NULL;
CREATE INDEX products_deleted ON products USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX products_newest ON products USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_newest_of_category ON products USING btree (category, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_of_category_by_price ON products USING btree (category, price, id) INCLUDE (rating) WHERE deleted_at IS NULL;
CREATE INDEX public_products_best_rated ON products USING btree (rating DESC, num_reviews DESC, id DESC) WHERE is_public AND num_reviews >= 3;
CREATE INDEX public_products_by_covering_price_range ON products USING gist (int4range(price::integer, highest_price::integer)) INCLUDE (category, price, highest_price, rating, id) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_by_highest_price ON products USING btree (highest_price, id) INCLUDE (rating) WHERE is_public;
CREATE INDEX public_products_by_name_words ON products USING gin (name_words) WITH (fastupdate=off) WHERE is_public;
CREATE INDEX public_products_by_option ON products USING gin (option_tags) WITH (fastupdate=off) WHERE is_public AND option_tags <> '{}'::text[];
CREATE INDEX public_products_by_price ON products USING btree (price, id) INCLUDE (rating) WHERE is_public;
CREATE INDEX public_products_by_rating ON products USING btree (rating DESC, num_reviews DESC, id DESC) WHERE is_public;
CREATE INDEX public_products_by_spread_and_highest_price ON products USING btree (price_spread(price::integer, highest_price::integer), highest_price, id) INCLUDE (price, rating) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_by_spread_and_price ON products USING btree (price_spread(price::integer, highest_price::integer), price, id) INCLUDE (highest_price, rating) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_by_words ON products USING gin (words) WITH (fastupdate=off) WHERE is_public;
CREATE INDEX public_products_counted_by_spread ON products USING btree (price_spread(price::integer, highest_price::integer), price, highest_price) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_newest ON products USING btree (created_at DESC, id DESC) WHERE is_public;
CREATE INDEX public_products_newest_of_category ON products USING btree (category, created_at DESC, id DESC) WHERE is_public;
CREATE INDEX public_products_of_category ON products USING btree (category) WHERE is_public;
CREATE INDEX public_products_of_category_by_highest_price ON products USING btree (category, highest_price, id) INCLUDE (rating) WHERE is_public;
CREATE INDEX public_products_of_category_by_price ON products USING btree (category, price, id) INCLUDE (rating) WHERE is_public;
CREATE INDEX public_products_of_category_by_spread_and_highest_price ON products USING btree (category, price_spread(price::integer, highest_price::integer), highest_price, id) INCLUDE (price, rating) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_of_category_by_spread_and_price ON products USING btree (category, price_spread(price::integer, highest_price::integer), price, id) INCLUDE (highest_price, rating) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_of_category_counted_by_spread ON products USING btree (category, price_spread(price::integer, highest_price::integer), price, highest_price) WHERE is_public AND highest_price::integer > price::integer;
CREATE INDEX public_products_with_options ON products USING btree (created_at DESC, id DESC) WHERE is_public AND has_options;
CREATE INDEX public_products_with_options_of_category ON products USING btree (category, created_at DESC, id DESC) WHERE is_public AND has_options;
CREATE TRIGGER products_are_published BEFORE INSERT OR UPDATE OF is_draft, published_from, published_until, deleted_at, is_public, was_public, publication_changes_at ON products FOR EACH ROW EXECUTE FUNCTION update_publication();
CREATE TRIGGER products_are_searchable BEFORE UPDATE OF name, category, options ON products FOR EACH ROW EXECUTE FUNCTION index_product();
CREATE TRIGGER products_change AFTER UPDATE ON products REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_product_facts();
CREATE TRIGGER products_change_options AFTER UPDATE OF options ON products FOR EACH ROW WHEN (new.options <> old.options) EXECUTE FUNCTION derive_product();
CREATE TRIGGER products_come_and_go AFTER INSERT OR DELETE OR TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');
CREATE TRIGGER products_follow_their_variants BEFORE UPDATE OF price, compare_at_price, prior_price, measure_amount, measure_unit, highest_price, stock, option_tags ON products FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (new.price::integer IS DISTINCT FROM old.price::integer OR new.compare_at_price::integer IS DISTINCT FROM old.compare_at_price::integer OR new.prior_price::integer IS DISTINCT FROM old.prior_price::integer OR new.measure_amount IS DISTINCT FROM old.measure_amount OR new.measure_unit IS DISTINCT FROM old.measure_unit OR new.highest_price::integer IS DISTINCT FROM old.highest_price::integer OR new.stock IS DISTINCT FROM old.stock OR new.option_tags IS DISTINCT FROM old.option_tags)) EXECUTE FUNCTION refuse_derived_columns();
CREATE TRIGGER products_have_base_variants AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_base_variants();
CREATE TRIGGER products_open_with_empty_stock BEFORE INSERT ON products FOR EACH ROW WHEN (new.stock <> 0) EXECUTE FUNCTION refuse_stock_without_ledger();
CREATE TRIGGER products_open_with_one_price BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION open_with_one_price();
CREATE CONSTRAINT TRIGGER products_raise_catalog_version AFTER UPDATE OF name, price, highest_price, options, num_reviews, rating_halves, words ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.price::integer IS DISTINCT FROM new.price::integer OR old.highest_price::integer IS DISTINCT FROM new.highest_price::integer OR old.options IS DISTINCT FROM new.options OR old.num_reviews IS DISTINCT FROM new.num_reviews OR old.rating_halves IS DISTINCT FROM new.rating_halves OR old.words IS DISTINCT FROM new.words) EXECUTE FUNCTION raise_catalog_version('facts');
CREATE CONSTRAINT TRIGGER products_raise_options_version AFTER UPDATE OF option_tags ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_public AND old.option_tags <> new.option_tags) EXECUTE FUNCTION raise_options_version();
CREATE CONSTRAINT TRIGGER products_raise_shelf_version AFTER INSERT OR DELETE OR UPDATE OF category, deleted_at, is_draft, published_from, published_until, publication_changes_at ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version('shelf');
CREATE CONSTRAINT TRIGGER products_teach_option_names AFTER INSERT OR UPDATE OF options ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.options <> '[]'::jsonb) EXECUTE FUNCTION learn_option_names();
CREATE CONSTRAINT TRIGGER products_teach_words AFTER UPDATE OF name, category, words, options, deleted_at, is_draft, published_from, publication_changes_at ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_public AND NOT (old.is_public AND old.words <> new.words AND words_without_skus(old.words) = words_without_skus(new.words))) EXECUTE FUNCTION learn_words();

CREATE TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expired ON rate_limits USING btree (expire);

CREATE TABLE received_payments (
  id object_id NOT NULL,
  order_id object_id NOT NULL,
  amount cents NOT NULL,
  received_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  recorded_by object_id,
  bank_line_id object_id,
  undone_at timestamp with time zone,
  undone_by object_id,
  CONSTRAINT received_payments_pkey PRIMARY KEY (id),
  CONSTRAINT received_payments_amount_check CHECK (amount::integer > 0),
  CONSTRAINT received_payments_check CHECK (undone_by IS NULL OR undone_at IS NOT NULL),
  CONSTRAINT received_payments_bank_line_id_fkey FOREIGN KEY (bank_line_id) REFERENCES bank_lines(id),
  CONSTRAINT received_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT received_payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT received_payments_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX received_payments_of_bank_line ON received_payments USING btree (bank_line_id) WHERE bank_line_id IS NOT NULL AND undone_at IS NULL;
CREATE INDEX received_payments_of_order ON received_payments USING btree (order_id);
CREATE INDEX received_payments_recorded_by ON received_payments USING btree (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX received_payments_undone_by ON received_payments USING btree (undone_by) WHERE undone_by IS NOT NULL;

CREATE TABLE recovery_codes (
  user_id object_id NOT NULL,
  code_hash text NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE refund_requests (
  id object_id NOT NULL,
  order_id object_id NOT NULL,
  amount cents NOT NULL,
  request jsonb NOT NULL,
  requested_by object_id NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT refund_requests_pkey PRIMARY KEY (id),
  CONSTRAINT refund_requests_amount_check CHECK (amount::integer > 0),
  CONSTRAINT refund_requests_request_check CHECK (jsonb_typeof(request) = 'object'::text),
  CONSTRAINT refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT refund_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id)
);
CREATE INDEX refund_requests_of_actor ON refund_requests USING btree (requested_by);
CREATE INDEX refund_requests_of_order ON refund_requests USING btree (order_id);

CREATE TABLE refunds (
  id object_id NOT NULL,
  order_id object_id,
  payment_intent_id text NOT NULL,
  amount cents NOT NULL,
  reason text,
  status text NOT NULL DEFAULT 'requested'::text,
  gateway_refund_id text,
  failure text,
  requested_by object_id,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  settled_at timestamp with time zone,
  payment_id object_id,
  refusals integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamp with time zone,
  rejection text,
  sold_out text[] NOT NULL DEFAULT '{}'::text[],
  discontinued text[] NOT NULL DEFAULT '{}'::text[],
  units jsonb,
  written_off jsonb,
  time_zone text NOT NULL DEFAULT shop_time_zone(),
  payout text,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_gateway_refund_id_key UNIQUE (gateway_refund_id),
  CONSTRAINT refunds_amount_check CHECK (amount::integer > 0),
  CONSTRAINT refunds_belong CHECK (order_id IS NOT NULL OR payment_id IS NOT NULL),
  CONSTRAINT refunds_have_a_reason CHECK (reason IS NOT NULL OR rejection IS NOT NULL),
  CONSTRAINT refunds_paid_out_without_gateway CHECK (payout IS NULL OR order_id IS NOT NULL AND gateway_refund_id IS NULL AND refusals = 0 AND tries = 0),
  CONSTRAINT refunds_payout_check CHECK (payout = ANY (ARRAY['bank'::text, 'waived'::text])),
  CONSTRAINT refunds_refusals_check CHECK (refusals >= 0),
  CONSTRAINT refunds_rejection_check CHECK (rejection = ANY (ARRAY['out-of-stock'::text, 'amount-mismatch'::text, 'duplicate'::text, 'no-order'::text, 'not-shipped'::text, 'unknown-place'::text, 'discount-gone'::text])),
  CONSTRAINT refunds_status_check CHECK (status = ANY (ARRAY['requested'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT refunds_tries_check CHECK (tries >= 0),
  CONSTRAINT refunds_waived_at_once CHECK (payout <> 'waived'::text OR status <> 'requested'::text),
  CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id)
);
CREATE INDEX refunds_by_time ON refunds USING btree (created_at, id);
CREATE INDEX refunds_of_actor ON refunds USING btree (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX refunds_of_order ON refunds USING btree (order_id);
CREATE INDEX refunds_of_payment ON refunds USING btree (payment_intent_id);
CREATE INDEX refunds_of_user_payment ON refunds USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_one_without_order ON refunds USING btree (payment_id) WHERE order_id IS NULL;
CREATE INDEX refunds_open ON refunds USING btree (created_at) WHERE status = 'requested'::text;
CREATE INDEX refunds_unfinished ON refunds USING btree (status, created_at) WHERE status <> 'succeeded'::text;
CREATE TRIGGER refunds_are_summed AFTER INSERT OR UPDATE OF status, amount ON refunds FOR EACH ROW WHEN (new.order_id IS NOT NULL) EXECUTE FUNCTION sum_refunds();

CREATE TABLE return_lines (
  return_id object_id NOT NULL,
  order_line_id object_id NOT NULL,
  quantity integer NOT NULL,
  restocked integer NOT NULL DEFAULT 0,
  CONSTRAINT return_lines_pkey PRIMARY KEY (return_id, order_line_id),
  CONSTRAINT return_lines_check CHECK (restocked >= 0 AND restocked <= quantity),
  CONSTRAINT return_lines_quantity_check CHECK (quantity > 0),
  CONSTRAINT return_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  CONSTRAINT return_lines_return_id_fkey FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE
);
CREATE INDEX return_lines_of_line ON return_lines USING btree (order_line_id);

CREATE TABLE return_periods (
  order_id object_id NOT NULL,
  withdrawal_ends_on date NOT NULL,
  return_ends_on date,
  CONSTRAINT return_periods_pkey PRIMARY KEY (order_id),
  CONSTRAINT return_periods_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

CREATE TABLE returns (
  id object_id NOT NULL,
  order_id object_id NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'requested'::text,
  name text NOT NULL,
  email text NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  items text NOT NULL DEFAULT ''::text,
  refusal text,
  refund_id object_id,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  received_at timestamp with time zone,
  closed_at timestamp with time zone,
  confirm_token_hash text,
  client_address text,
  confirmed_by text,
  CONSTRAINT returns_pkey PRIMARY KEY (id),
  CONSTRAINT returns_confirm_token_hash_key UNIQUE (confirm_token_hash),
  CONSTRAINT returns_check CHECK ((status = ANY (ARRAY['refunded'::text, 'declined'::text])) = (closed_at IS NOT NULL)),
  CONSTRAINT returns_check1 CHECK ((status = 'declined'::text) = (refusal IS NOT NULL)),
  CONSTRAINT returns_confirmed_by_check CHECK (confirmed_by = ANY (ARRAY['link'::text, 'session'::text, 'shop'::text])),
  CONSTRAINT returns_email_check CHECK (length(email) <= 254),
  CONSTRAINT returns_items_check CHECK (length(items) <= 1000),
  CONSTRAINT returns_kind_check CHECK (kind = ANY (ARRAY['withdrawal'::text, 'return'::text])),
  CONSTRAINT returns_name_check CHECK (length(name) <= 100),
  CONSTRAINT returns_only_unconfirmed_withdrawals_are_declined CHECK (kind = 'return'::text OR status <> 'declined'::text OR confirmed_by IS NULL),
  CONSTRAINT returns_only_withdrawals_are_declared CHECK (kind = 'withdrawal'::text OR status <> 'declared'::text),
  CONSTRAINT returns_reason_check CHECK (length(reason) <= 1000),
  CONSTRAINT returns_refusal_check CHECK (length(refusal) >= 1 AND length(refusal) <= 300),
  CONSTRAINT returns_status_check CHECK (status = ANY (ARRAY['declared'::text, 'requested'::text, 'received'::text, 'refunded'::text, 'declined'::text])),
  CONSTRAINT returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT returns_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX returns_of_order ON returns USING btree (order_id);
CREATE INDEX returns_of_refund ON returns USING btree (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX returns_open ON returns USING btree (created_at, id) WHERE closed_at IS NULL;

CREATE TABLE reviews (
  id object_id NOT NULL,
  product_id object_id NOT NULL,
  user_id object_id NOT NULL,
  name text NOT NULL,
  rating_halves smallint NOT NULL,
  comment text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_comment_check CHECK (length(comment) >= 1 AND length(comment) <= 2000),
  CONSTRAINT reviews_rating_halves_check CHECK (rating_halves >= 1 AND rating_halves <= 10),
  CONSTRAINT reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX reviews_deleted ON reviews USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX reviews_newest ON reviews USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX reviews_newest_of_product ON reviews USING btree (product_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX reviews_of_anybody ON reviews USING btree (user_id);
CREATE INDEX reviews_of_user ON reviews USING btree (user_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX reviews_one_per_user_and_product ON reviews USING btree (product_id, user_id) WHERE deleted_at IS NULL;
CREATE TRIGGER reviews_are_emptied AFTER TRUNCATE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');
CREATE TRIGGER reviews_change AFTER UPDATE ON reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_reviews();
CREATE TRIGGER reviews_come AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_reviews();
CREATE TRIGGER reviews_go AFTER DELETE ON reviews REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_reviews();

CREATE TABLE roles (
  id object_id NOT NULL,
  name text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  refund_limit_of_order cents,
  refund_limit_of_day cents,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT roles_pkey PRIMARY KEY (id),
  CONSTRAINT roles_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT roles_refund_limit_of_day_check CHECK (refund_limit_of_day::integer >= 0),
  CONSTRAINT roles_refund_limit_of_order_check CHECK (refund_limit_of_order::integer >= 0)
);
CREATE UNIQUE INDEX roles_by_name_key ON roles USING btree (text_key(name));

CREATE TABLE sales_by_day (
  day date NOT NULL,
  orders integer NOT NULL,
  total bigint NOT NULL,
  refunded bigint NOT NULL
);
CREATE INDEX sales_by_day_newest ON sales_by_day USING btree (day DESC);

CREATE TABLE sandbox_intents (
  id text NOT NULL,
  idempotency_key text NOT NULL,
  client_secret text NOT NULL,
  amount cents NOT NULL,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'requires_payment_method'::text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  card_fingerprint text,
  methods text[] NOT NULL DEFAULT '{card}'::text[],
  method text,
  decides_at timestamp with time zone,
  succeeds boolean,
  CONSTRAINT sandbox_intents_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_intents_client_secret_key UNIQUE (client_secret),
  CONSTRAINT sandbox_intents_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT sandbox_intents_amount_check CHECK (amount::integer > 0),
  CONSTRAINT sandbox_intents_decide CHECK ((status = 'processing'::text) <= (decides_at IS NOT NULL AND succeeds IS NOT NULL)),
  CONSTRAINT sandbox_intents_status_check CHECK (status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'canceled'::text]))
);

CREATE TABLE sandbox_refunds (
  id text NOT NULL,
  intent_id text NOT NULL,
  idempotency_key text NOT NULL,
  amount cents NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  arrives_at timestamp with time zone,
  CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_refunds_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT sandbox_refunds_amount_check CHECK (amount::integer > 0),
  CONSTRAINT sandbox_refunds_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES sandbox_intents(id)
);
CREATE INDEX sandbox_refunds_of_intent ON sandbox_refunds USING btree (intent_id);

CREATE TABLE saved_cart_lines (
  user_id object_id NOT NULL,
  variant_id object_id NOT NULL,
  quantity integer NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  CONSTRAINT saved_cart_lines_pkey PRIMARY KEY (user_id, variant_id),
  CONSTRAINT saved_cart_lines_quantity_check CHECK (quantity >= 1 AND quantity <= 999999),
  CONSTRAINT saved_cart_lines_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT saved_cart_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE
);
CREATE INDEX saved_cart_lines_of_variant ON saved_cart_lines USING btree (variant_id);

CREATE TABLE search_reindexing (
  after_id text NOT NULL,
  only_one boolean NOT NULL DEFAULT true,
  CONSTRAINT search_reindexing_pkey PRIMARY KEY (only_one),
  CONSTRAINT search_reindexing_only_one_check CHECK (only_one)
);
CREATE TRIGGER search_is_reindexed AFTER DELETE ON search_reindexing FOR EACH STATEMENT EXECUTE FUNCTION drop_former_option_names();

CREATE TABLE search_words (
  word text COLLATE "C" NOT NULL,
  stem text COLLATE "C" GENERATED ALWAYS AS (search_stem(word)) STORED,
  weight integer NOT NULL DEFAULT 1,
  near text[] COLLATE "C" GENERATED ALWAYS AS (one_letter_less(word)) STORED,
  CONSTRAINT search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_alike ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX search_words_by_stem ON search_words USING btree (stem);
CREATE INDEX search_words_near ON search_words USING gin (near) WITH (fastupdate=off);

CREATE TABLE sessions (
  id object_id NOT NULL,
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  user_agent text NOT NULL DEFAULT ''::text,
  address text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  device_id text,
  factors text[] NOT NULL DEFAULT '{password}'::text[],
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id, last_seen_at DESC);
CREATE INDEX sessions_started ON sessions USING btree (created_at);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION note_ended_session();

CREATE TABLE settings_versions (
  version integer NOT NULL,
  id object_id NOT NULL,
  facts jsonb NOT NULL,
  logo_picture_id object_id,
  restored_from integer,
  author_id object_id NOT NULL,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  notice_picture_id object_id,
  CONSTRAINT settings_versions_pkey PRIMARY KEY (version),
  CONSTRAINT settings_versions_id_key UNIQUE (id),
  CONSTRAINT settings_versions_facts_check CHECK (jsonb_typeof(facts) = 'object'::text),
  CONSTRAINT settings_versions_version_check CHECK (version > 0),
  CONSTRAINT settings_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT settings_versions_logo_picture_id_fkey FOREIGN KEY (logo_picture_id) REFERENCES pictures(id),
  CONSTRAINT settings_versions_notice_picture_id_fkey FOREIGN KEY (notice_picture_id) REFERENCES pictures(id)
);
CREATE INDEX settings_versions_of_author ON settings_versions USING btree (author_id);
CREATE INDEX settings_versions_of_logo ON settings_versions USING btree (logo_picture_id) WHERE logo_picture_id IS NOT NULL;
CREATE INDEX settings_versions_of_notice ON settings_versions USING btree (notice_picture_id) WHERE notice_picture_id IS NOT NULL;
CREATE TRIGGER settings_versions_are_append_only BEFORE DELETE OR UPDATE ON settings_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forgetting('author_name');
CREATE TRIGGER settings_versions_come AFTER INSERT OR TRUNCATE ON settings_versions FOR EACH STATEMENT EXECUTE FUNCTION note_change('everything');

CREATE TABLE shop_identity (
  one boolean NOT NULL DEFAULT true,
  id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-'::text, ''::text),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT shop_identity_pkey PRIMARY KEY (one),
  CONSTRAINT shop_identity_one_check CHECK (one)
);

CREATE TABLE sign_in_links (
  token_hash text NOT NULL,
  user_id object_id NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_links_of_user ON sign_in_links USING btree (user_id);

CREATE TABLE staff (
  user_id object_id NOT NULL,
  role_id object_id NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT staff_pkey PRIMARY KEY (user_id),
  CONSTRAINT staff_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id),
  CONSTRAINT staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX staff_by_role ON staff USING btree (role_id);

CREATE TABLE staff_invitations (
  id object_id NOT NULL,
  email text NOT NULL,
  role_id object_id NOT NULL,
  token_hash text NOT NULL,
  invited_by object_id NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT staff_invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_invitations_email_check CHECK (length(email) >= 1 AND length(email) <= 254),
  CONSTRAINT staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT staff_invitations_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);
CREATE UNIQUE INDEX staff_invitations_by_email ON staff_invitations USING btree (lower(email));
CREATE INDEX staff_invitations_by_role ON staff_invitations USING btree (role_id);
CREATE INDEX staff_invitations_of_inviter ON staff_invitations USING btree (invited_by);

CREATE TABLE standby (
  one boolean NOT NULL DEFAULT true,
  since timestamp with time zone NOT NULL DEFAULT now(),
  backup_made_at timestamp with time zone NOT NULL,
  CONSTRAINT standby_pkey PRIMARY KEY (one),
  CONSTRAINT standby_one_check CHECK (one)
);

CREATE TABLE stock_ledger (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  variant_id object_id NOT NULL,
  change integer NOT NULL,
  reason text NOT NULL,
  checkout_id object_id,
  order_id object_id,
  actor_id object_id,
  note text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stock_ledger_pkey PRIMARY KEY (id),
  CONSTRAINT stock_ledger_change_check CHECK (change <> 0),
  CONSTRAINT stock_ledger_reason_check CHECK (reason = ANY (ARRAY['opening'::text, 'correction'::text, 'import'::text, 'hold'::text, 'release'::text, 'restock'::text, 'sale'::text])),
  CONSTRAINT stock_ledger_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT stock_ledger_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  CONSTRAINT stock_ledger_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT stock_ledger_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE
);
CREATE INDEX stock_ledger_of_actor ON stock_ledger USING btree (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX stock_ledger_of_checkout ON stock_ledger USING btree (checkout_id) WHERE checkout_id IS NOT NULL;
CREATE INDEX stock_ledger_of_variant ON stock_ledger USING btree (variant_id, id DESC);
CREATE TRIGGER stock_ledger_is_append_only BEFORE UPDATE ON stock_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_ledger_moves_stock AFTER INSERT ON stock_ledger REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_stock_ledger();

CREATE TABLE trusted_devices (
  id object_id NOT NULL,
  user_id object_id NOT NULL,
  token_hash text NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT trusted_devices_pkey PRIMARY KEY (id),
  CONSTRAINT trusted_devices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT trusted_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trusted_devices_of_user ON trusted_devices USING btree (user_id);

CREATE TABLE users (
  id object_id NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'user'::text,
  avatar_picture_id object_id,
  shipping_info jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  erased_at timestamp with time zone,
  is_guest boolean NOT NULL DEFAULT false,
  appointed_by object_id,
  email_verified_at timestamp with time zone,
  awaits_role boolean NOT NULL DEFAULT false,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  CONSTRAINT users_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['user'::text, 'admin'::text])),
  CONSTRAINT users_shipping_info_check CHECK (jsonb_typeof(shipping_info) = 'object'::text),
  CONSTRAINT users_avatar_picture_id_fkey FOREIGN KEY (avatar_picture_id) REFERENCES pictures(id)
);
CREATE INDEX users_avatar ON users USING btree (avatar_picture_id) WHERE avatar_picture_id IS NOT NULL;
CREATE INDEX users_by_appointer ON users USING btree (appointed_by) WHERE appointed_by IS NOT NULL;
CREATE INDEX users_by_person ON users USING gin (person_text(name, email, shipping_info) gin_trgm_ops) WITH (fastupdate=off) WHERE deleted_at IS NULL AND NOT is_guest;
CREATE INDEX users_by_sorted_name ON users USING btree (sort_name(name) COLLATE dictionary, id) WHERE deleted_at IS NULL AND NOT is_guest;
CREATE INDEX users_deleted ON users USING btree (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX users_email_of_guests ON users USING btree (lower(email)) WHERE is_guest AND erased_at IS NULL;
CREATE UNIQUE INDEX users_email_of_members ON users USING btree (lower(email)) WHERE deleted_at IS NULL AND NOT is_guest;
CREATE INDEX users_erased ON users USING btree (id) WHERE erased_at IS NOT NULL;
CREATE INDEX users_newest_members ON users USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_guest;
CREATE TRIGGER users_are_appointed AFTER INSERT ON users FOR EACH ROW WHEN (new.role = 'admin'::text) EXECUTE FUNCTION keep_staff();
CREATE TRIGGER users_change_role AFTER UPDATE OF role ON users FOR EACH ROW WHEN (new.role IS DISTINCT FROM old.role) EXECUTE FUNCTION keep_staff();
CREATE TRIGGER users_verify_each_address BEFORE UPDATE OF email ON users FOR EACH ROW WHEN (lower(new.email) IS DISTINCT FROM lower(old.email)) EXECUTE FUNCTION forget_verification();

CREATE TABLE variants (
  id object_id NOT NULL,
  product_id object_id NOT NULL,
  option_values text[] COLLATE "C" NOT NULL DEFAULT '{}'::text[],
  title text NOT NULL DEFAULT ''::text,
  sku text,
  gtin text,
  price cents NOT NULL,
  compare_at_price cents,
  prior_price cents,
  stock integer NOT NULL DEFAULT 0,
  weight_grams integer,
  "position" integer NOT NULL DEFAULT 0,
  picture_id object_id,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  mpn text,
  sale_price cents,
  sale_from timestamp with time zone,
  sale_until timestamp with time zone,
  is_on_sale boolean NOT NULL DEFAULT false,
  regular_price cents,
  regular_compare_at_price cents,
  price_changes_at timestamp with time zone,
  uncounted_units integer,
  measure_amount integer,
  measure_unit text,
  CONSTRAINT variants_pkey PRIMARY KEY (id),
  CONSTRAINT variants_are_on_sale_for_a_time CHECK (sale_until > sale_from),
  CONSTRAINT variants_are_reduced CHECK (compare_at_price::integer > price::integer),
  CONSTRAINT variants_are_reduced_outside_of_sales CHECK (regular_compare_at_price::integer > regular_price::integer),
  CONSTRAINT variants_are_uncounted_with_full_stock CHECK (uncounted_units IS NULL OR stock = 999999),
  CONSTRAINT variants_compare_at_price_check CHECK (compare_at_price::integer <= 99999999),
  CONSTRAINT variants_gtin_check CHECK (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'::text),
  CONSTRAINT variants_have_a_short_mpn CHECK (length(mpn) >= 1 AND length(mpn) <= 70),
  CONSTRAINT variants_have_measures CHECK (measure_amount >= 1 AND measure_amount <= 1000000000 AND (measure_unit = ANY (ARRAY['g'::text, 'kg'::text, 'ml'::text, 'cl'::text, 'l'::text, 'cm'::text, 'm'::text, 'm2'::text, 'm3'::text, 'piece'::text]))),
  CONSTRAINT variants_have_reduced_sale_prices CHECK (sale_price::integer < regular_price::integer),
  CONSTRAINT variants_have_sale_prices CHECK (sale_price::integer >= 1),
  CONSTRAINT variants_have_whole_measures CHECK ((measure_amount IS NULL) = (measure_unit IS NULL)),
  CONSTRAINT variants_have_whole_sales CHECK ((sale_price IS NULL) = (regular_price IS NULL) AND (sale_price IS NOT NULL OR sale_from IS NULL AND sale_until IS NULL AND NOT is_on_sale AND regular_compare_at_price IS NULL AND price_changes_at IS NULL)),
  CONSTRAINT variants_on_sale_have_prior_prices CHECK (prior_price IS NULL OR compare_at_price IS NOT NULL),
  CONSTRAINT variants_option_values_check CHECK (cardinality(option_values) <= 3),
  CONSTRAINT variants_position_check CHECK ("position" >= 0),
  CONSTRAINT variants_price_check CHECK (price::integer >= 1 AND price::integer <= 99999999),
  CONSTRAINT variants_sku_check CHECK (length(sku) >= 1 AND length(sku) <= 64),
  CONSTRAINT variants_stock_check CHECK (stock >= 0),
  CONSTRAINT variants_title_check CHECK (length(title) <= 200),
  CONSTRAINT variants_weight_grams_check CHECK (weight_grams >= 1 AND weight_grams <= 1000000),
  CONSTRAINT variants_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  CONSTRAINT variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX variants_by_price_change ON variants USING btree (price_changes_at) WHERE price_changes_at IS NOT NULL;
CREATE INDEX variants_of_picture ON variants USING btree (picture_id) WHERE picture_id IS NOT NULL;
CREATE INDEX variants_of_product ON variants USING btree (product_id, "position", id);
CREATE UNIQUE INDEX variants_of_sku ON variants USING btree (text_key(sku) COLLATE "C") WHERE removed_at IS NULL;
CREATE UNIQUE INDEX variants_one_of_values ON variants USING btree (product_id, option_values) WHERE removed_at IS NULL;
CREATE INDEX variants_running_out ON variants USING btree (stock, id) INCLUDE (product_id) WHERE removed_at IS NULL AND stock <= 5;
CREATE INDEX variants_with_full_stock ON variants USING btree (product_id) WHERE removed_at IS NULL AND stock = 999999;
CREATE INDEX variants_with_sale_days ON variants USING btree (id) WHERE sale_from IS NOT NULL OR sale_until IS NOT NULL;
CREATE TRIGGER variants_are_searchable AFTER INSERT ON variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_skus();
CREATE TRIGGER variants_change AFTER UPDATE ON variants REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION follow_variants();
CREATE TRIGGER variants_come AFTER INSERT ON variants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_new_variants();
CREATE TRIGGER variants_come_with_sale_prices BEFORE INSERT ON variants FOR EACH ROW WHEN (new.sale_price IS NOT NULL) EXECUTE FUNCTION apply_sale_price();
CREATE TRIGGER variants_have_sale_prices BEFORE UPDATE OF price, compare_at_price, sale_price, sale_from, sale_until, is_on_sale, regular_price, regular_compare_at_price, price_changes_at ON variants FOR EACH ROW WHEN (new.sale_price IS NOT NULL OR old.sale_price IS NOT NULL OR new.regular_price IS NOT NULL) EXECUTE FUNCTION apply_sale_price();
CREATE TRIGGER variants_open_with_empty_stock BEFORE INSERT ON variants FOR EACH ROW WHEN (new.stock <> 0) EXECUTE FUNCTION refuse_stock_without_ledger();
CREATE TRIGGER variants_remember_prices BEFORE UPDATE OF price, compare_at_price, sale_price, sale_from, sale_until, regular_price, regular_compare_at_price, price_changes_at ON variants FOR EACH ROW WHEN (new.price::integer IS DISTINCT FROM old.price::integer OR new.compare_at_price::integer IS DISTINCT FROM old.compare_at_price::integer) EXECUTE FUNCTION remember_prices();
CREATE TRIGGER variants_sell_uncounted BEFORE INSERT ON variants FOR EACH ROW WHEN (new.uncounted_units IS NOT NULL) EXECUTE FUNCTION switch_counting();
CREATE TRIGGER variants_stay_searchable AFTER UPDATE OF sku, removed_at ON variants FOR EACH ROW WHEN ((old.sku IS DISTINCT FROM new.sku OR (old.removed_at IS NULL) IS DISTINCT FROM (new.removed_at IS NULL)) AND COALESCE(old.sku, new.sku) IS NOT NULL) EXECUTE FUNCTION index_sku();
CREATE TRIGGER variants_stock_only_by_ledger BEFORE UPDATE OF stock ON variants FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND new.stock <> old.stock) EXECUTE FUNCTION refuse_stock_without_ledger();
CREATE TRIGGER variants_switch_counting BEFORE UPDATE OF uncounted_units ON variants FOR EACH ROW WHEN (new.uncounted_units IS DISTINCT FROM old.uncounted_units) EXECUTE FUNCTION switch_counting();

CREATE TABLE wrong_clocks (
  process text NOT NULL,
  skew bigint NOT NULL,
  measured_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT wrong_clocks_pkey PRIMARY KEY (process)
);

-- FUNCTION add_base_variants() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION apply_sale_price() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION apply_stock_ledger() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION are_facts(facts jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION are_options(options jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION category_name(key text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
-- FUNCTION derive_product() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION derive_products(ids text[]) RETURNS void LANGUAGE plpgsql
-- FUNCTION dialled_digits(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION discounts_follow_categories() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION drop_former_option_names() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION fact_texts(facts jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION fold_case(decomposed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION follow_new_variants() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION follow_variants() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION forget_verification() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION index_descriptions() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION index_new_skus() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION index_product() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION index_sku() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION keep_billing_documents() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION keep_staff() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION korean_endings(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION learn_option_names() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION learn_words() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION learn_words_of(ids text[]) RETURNS void LANGUAGE plpgsql
-- FUNCTION name_letters(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION name_text(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
-- FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_changed_products() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_changed_reviews() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_discount_moments() RETURNS void LANGUAGE sql
-- FUNCTION note_ended_session() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_product_facts() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_removed_orders() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_sale() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION note_sales() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION number_spellings(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION one_letter_less(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION open_with_one_price() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION option_key(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION option_tags(product text, options jsonb) RETURNS text[] LANGUAGE sql STABLE
-- FUNCTION option_value_names(options jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION order_text(id text, name text, email text, address jsonb, tracking text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
-- FUNCTION other_spelling(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION person_text(name text, email text, address jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
-- FUNCTION price_spread(lowest integer, highest integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION product_words(name text, category text, description text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION raise_catalog_version() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION raise_categories_version() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION raise_discounts_version() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION raise_options_version() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION refuse_change_but_forgetting() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION refuse_derived_columns() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION refuse_stock_without_ledger() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION remember_prices() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION save_cart_line(owner text, variant text, units integer, most integer) RETURNS boolean LANGUAGE plpgsql
-- FUNCTION search_letters(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION search_signs(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION search_stem(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION search_tokens(keyword text, for_all boolean) RETURNS TABLE("position" bigint, word text, repeated text, stem text, name_stem text, is_known boolean, has_prefix boolean, prefix_stems text[], compound json, similar_words json, splits json) LANGUAGE sql STABLE PARALLEL SAFE ROWS 8
-- FUNCTION search_units(words text) RETURNS TABLE(word bigint, place bigint, unit text, next text, is_letter boolean) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION shop_day() RETURNS date LANGUAGE sql STABLE
-- FUNCTION shop_time_zone() RETURNS text LANGUAGE sql STABLE
-- FUNCTION sort_name(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION spaceless_letter() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION spaceless_letters() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION switch_counting() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION telephone_patterns(typed text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION text_key(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION update_publication() RETURNS trigger LANGUAGE plpgsql
-- FUNCTION word_patterns(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
-- FUNCTION words_of(product products) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE
-- FUNCTION words_without_skus(words tsvector) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
