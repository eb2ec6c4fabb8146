-- How often each page was viewed on each day. Nothing in it is about a visitor, so there is nothing
-- to protect or to delete; still, only the company's own tools read it.
create table public.page_views (
  day date not null,
  path text not null
    constraint page_views_path_shape check (path ~ '^/' and char_length(path) <= 200),
  views integer not null
    constraint page_views_views_positive check (views > 0),
  primary key (day, path)
);

alter table public.page_views enable row level security;
revoke all on public.page_views from anon, authenticated;
