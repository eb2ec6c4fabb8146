-- Pages that are open while a new version comes in ask for the files that they were built with. Every process hands its own
-- over to the others and to the versions after it. Decision 219.

create table private.released_files (
  path text primary key
    constraint released_files_path_shape check (path ~ '^/assets/[\w.-]+$'),
  body bytea not null,
  -- Since when no version that was started has it.
  left_at timestamptz
);
alter table private.released_files enable row level security;
revoke all on private.released_files from public, anon, authenticated;
grant select, insert, update, delete on private.released_files to service_role;
