-- outside a transaction
-- Each session that ends looks for links begun to its account, among all flows of a day, which strangers begin too.
drop index concurrently if exists auth.flow_state_linking_target_id_idx;
create index concurrently flow_state_linking_target_id_idx on auth.flow_state (linking_target_id);
