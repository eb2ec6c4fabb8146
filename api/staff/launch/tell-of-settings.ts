import type { Database } from '#database/database.ts';
import type { SetUp } from '../../running.ts';

/**
 * Losing a line of the settings can break things without anybody noticing: no email is sent, or paying members lose
 * access.
 */
export async function tellOfSettings(
  database: Database,
  { isReached, hasMailServer, payments }: SetUp,
) {
  const { rows } = await database.asService.query<{ memberships: number }>({
    text: `select count(*)::int as memberships from public.subscriptions
      where customer_id is not null and paid_until > now()`,
  });
  const { memberships = 0 } = rows[0] ?? {};
  const isWrong = {
    mail: isReached && !hasMailServer,
    payments: isReached && payments === 'off' && memberships > 0,
  };
  for (const [about, is] of Object.entries(isWrong)) {
    await database.asService.query(
      is
        ? {
            text: `select staff.note_alarm('settings', $1, $2)`,
            values: [about, JSON.stringify(about === 'payments' ? { memberships } : {})],
          }
        : { text: `select staff.end_alarm('settings', $1)`, values: [about] },
    );
  }
}
