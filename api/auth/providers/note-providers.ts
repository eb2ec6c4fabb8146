import type { Session } from '#database/database.ts';

/** `app_metadata.providers` always matches the identities. */
export async function noteProviders(session: Session, userId: string) {
  await session.query({
    text: `update auth.users u set updated_at = now(),
        raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
          || jsonb_build_object('providers', i.providers, 'provider', i.providers -> 0)
      from (select jsonb_agg(provider order by created_at, id) as providers
        from auth.identities where user_id = $1) i
      where u.id = $1 and i.providers is not null`,
    values: [userId],
  });
}
