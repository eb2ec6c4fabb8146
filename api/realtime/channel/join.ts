import { z } from 'zod';
import { plainText } from '#domain/text/plain-text.ts';

const word = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false']));
const flag = z.union([z.boolean(), word.transform((said) => said === 'true')]).catch(false);

/** The options of a join. As in the original, invalid ones are treated as missing. */
const config = z.object({
  broadcast: z
    .object({
      self: flag,
      ack: flag,
      replay: z.unknown(),
      replication_ready: flag,
    })
    .partial()
    .catch({}),
  presence: z
    .object({
      enabled: flag,
      key: z
        .union([z.string().max(255), z.number(), z.boolean()])
        .transform((key) => plainText(String(key)))
        .catch(''),
    })
    .partial()
    .catch({}),
  private: flag,
  postgres_changes: z
    .array(z.unknown())
    .transform((wanted) => wanted.filter((one) => typeof one === 'object' && one !== null))
    .catch([]),
  postgres_changes_options: z.object({ wait: flag }).partial().catch({}),
});

const joining = z
  .object({
    config: config.partial().catch({}),
    access_token: z.string().optional().catch(undefined),
    user_token: z.string().optional().catch(undefined),
  })
  .partial()
  .catch({});

/** One entry of `postgres_changes`, as received. */
export type Wanted = Record<string, unknown>;

/** What a channel keeps from its join. */
export type Joining = Omit<ReturnType<typeof readJoin>, 'changes'>;

export function readJoin(topic: string, payload: unknown) {
  const { config, access_token, user_token } = joining.parse(payload);
  const { broadcast = {}, presence = {} } = config ?? {};
  return {
    token: user_token ?? access_token,
    isPrivate: config?.private ?? false,
    hearsSelf: broadcast.self ?? false,
    wantsAck: broadcast.ack ?? false,
    wantsReady: broadcast.replication_ready ?? false,
    replay: broadcast.replay,
    // Clients older than mid-2025 do not say whether they use presence, so sending its options counts as yes.
    hasPresence: presence.enabled ?? config?.presence !== undefined,
    presenceKey: presence.key || crypto.randomUUID(),
    waitsForChanges: config?.postgres_changes_options?.wait ?? false,
    /** Clients before 2.0 send no `config`: they receive a change as an event named after its kind. */
    hearsKinds: config === undefined,
    changes: config ? ((config.postgres_changes ?? []) as Wanted[]) : [wantedBy(topic)],
  };
}

/** What the topic of such a client follows: `schema`, `schema:table` or `schema:table:filter`. */
function wantedBy(topic: string): Wanted {
  const [schema, table, ...filter] = topic.split(':');
  return {
    schema,
    ...(table && { table }),
    ...(filter.length > 0 && { filter: filter.join(':') }),
  };
}
