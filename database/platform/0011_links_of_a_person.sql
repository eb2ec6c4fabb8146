-- outside a transaction
-- Each session that ends looks for links begun to its account, among all flows of a day, which strangers begin too.
create index concurrently if not exists flow_state_linking_target_id_idx on auth.flow_state (linking_target_id);
