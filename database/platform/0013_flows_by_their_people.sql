-- outside a transaction
-- An account that goes looks for the flows that it began, and a flow that goes for the letters that it sent. Each
-- sign-in ends one, and each day those of a day, which strangers begin too: without these each read all that there are.
drop index concurrently if exists auth.flow_state_user_id_idx;
create index concurrently flow_state_user_id_idx on auth.flow_state (user_id) where user_id is not null;
drop index concurrently if exists auth.flow_state_browser_of_idx;
create index concurrently flow_state_browser_of_idx on auth.flow_state (browser_of) where browser_of is not null;
drop index concurrently if exists auth.one_time_tokens_flow_state_id_idx;
create index concurrently one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id)
  where flow_state_id is not null;
